package wording

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestExpression: an expression loses parts, and never a part of a name.
func TestExpression(t *testing.T) {
	for _, c := range []struct {
		in   string
		most int
		want string
	}{
		{"pod.Labels", 10, "pod.Labels"},
		{"pod.Labels", 9, "….Labels"},
		{"found.Spec.Template.Spec.Containers[0].Resources", 40, "found.….Spec.Containers[0].Resources"},
		{"found.Spec.Template.Spec.Containers[0].Resources", 30, "found.….Resources"},
		{"found.Spec.Template.Spec.Containers[0].Resources", 1, "….Resources"},
		{`c.value.Load().(*corev1.Pod).Labels["a"]`, 38, `c.….Load().(*corev1.Pod).Labels["a"]`},
		{`c.value.Load().(*corev1.Pod).Labels["a"]`, 20, `c.….Labels["a"]`},
		{`c.value.Load().(*corev1.Pod).Labels["a"]`, 14, `c.….Labels[…]`},
		{`pod.Labels["a.b.c(d"]`, 12, `….Labels[…]`},
		{"deploymentOfHorizontalRunner", 10, "deploymentOfHorizontalRunner"},
		{"deployment.OfHorizontalRunner(ctx, a.b)", 36, "deployment.OfHorizontalRunner(…)"},
		{"&client.ListOptions{Namespace: ns}", 12, "….ListOptions{…}"},
		{"a.first + b.second", 5, "a.first + b.second"},
		{"the ObjectNew of an UpdateEvent", 5, "the ObjectNew of an UpdateEvent"},
		{"*corev1.ConfigMap", 5, "….ConfigMap"},
		{"f(x))(", 2, "f(…))("}, // no expression
		{"a\nb", 5, `a\nb`},
		{"", 0, ""},
	} {
		if got := Expression(c.in, c.most); got != c.want {
			t.Errorf("%d characters of %q: %q, want %q", c.most, c.in, got, c.want)
		}
	}
}

// TestWhole: a name is whole, or left out.
func TestWhole(t *testing.T) {
	if a, b := Whole("größe", 5), Whole("größe", 4); a != "größe" || b != ellipsis {
		t.Errorf("%q, %q", a, b)
	}
}

// TestPlace: a place loses its folder, never a part of its name; a place in the file of the finding is
// a line.
func TestPlace(t *testing.T) {
	for _, c := range []struct {
		l    Level
		near string
		want string
	}{
		{Level{Full, 60}, "main.go:1", "controllers/reconciler.go:164"},
		{Level{Ends, 20}, "main.go:1", "controllers/reconciler.go:164"},
		{Level{Files, 60}, "main.go:1", "reconciler.go:164"},
		{Level{Core, 0}, "other/reconciler.go:3", "reconciler.go:164"},
		{Level{Full, 60}, "controllers/reconciler.go:3", "line 164"},
		{Level{Full, 60}, "", "controllers/reconciler.go:164"},
	} {
		if got := c.l.At("controllers/reconciler.go:164", c.near); got != c.want {
			t.Errorf("%v: %q, want %q", c.l, got, c.want)
		}
	}
}

// TestCalls: the functions on the way get shorter with their level.
func TestCalls(t *testing.T) {
	funcs := []string{"sync", "func literal in Each", "the field Store.pods"}
	for _, c := range []struct {
		l     Level
		funcs []string
		want  string
	}{
		{Level{Full, 60}, funcs, "sync, the func literal in Each, the field Store.pods"},
		{Level{Ways, 60}, funcs, "sync and 2 more steps"},
		{Level{Ways, 60}, funcs[:2], "sync and 1 more call"},
		{Level{Ways, 60}, funcs[:1], "sync"},
		{Level{Counts, 60}, funcs[:2], "2 calls"},
		{Level{Counts, 60}, funcs[:1], "1 call"},
		{Level{Ends, 60}, funcs, ""},
		{Level{Full, 60}, nil, ""},
	} {
		if got := c.l.Calls(c.funcs); got != c.want {
			t.Errorf("%v of %q: %q, want %q", c.l, c.funcs, got, c.want)
		}
	}
}

// TestCall: a call gets shorter until it fits.
func TestCall(t *testing.T) {
	for _, c := range []struct {
		max  int
		want string
	}{
		{60, "c.slices.EndpointSlices(svc.Namespace).List"},
		{59, "c.slices.EndpointSlices(…).List"},
		{50, "slices.EndpointSlices(…).List"},
		{40, "EndpointSlices(…).List"},
		{20, "List"},
		{1, "List"}, // whole
	} {
		if got := (Level{Full, c.max}).Call("c.slices.EndpointSlices(svc.Namespace).List"); got != c.want {
			t.Errorf("%d: %q, want %q", c.max, got, c.want)
		}
	}
}

// TestFit: a message says as much as there is room for, and no more; what it says is whole.
func TestFit(t *testing.T) {
	say := func(l Level) string {
		return fmt.Sprintf("%s at %s (through %s)", l.Name("name."+strings.Repeat("n", 20)), l.Place("folder/file.go:1"), l.Calls([]string{"a", "b", "c"}))
	}
	last := 0
	for room := range 120 {
		text := Fit(room, say)
		n := utf8.RuneCountInString(text)
		if n > room || n < last {
			t.Errorf("%d characters for %d, %d for one less", n, room, last)
		}
		last = n
		for _, w := range strings.Fields(text) {
			if w = strings.Trim(w, "(),"); !slices.Contains([]string{"name.nnnnnnnnnnnnnnnnnnnn", "….nnnnnnnnnnnnnnnnnnnn", "at", "folder/file.go:1", "file.go:1", "through", "a", "b", "c", "and", "2", "3", "more", "calls", ellipsis, ""}, w) {
				t.Errorf("%d characters: %q is cut in %q", room, w, text)
			}
		}
	}
	if got, want := Fit(120, say), say(Level{Full, 60}); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	escaped := func(Level) string { return strings.Repeat("\u202e", 20) }
	if got := Fit(50, escaped); got != ellipsis {
		t.Errorf("%q, want an ellipsis", got)
	}
}
