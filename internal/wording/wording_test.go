package wording

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestShort: a text is shortened in the middle.
func TestShort(t *testing.T) {
	for _, c := range []struct {
		in   string
		max  int
		want string
	}{
		{"pod.Labels", 10, "pod.Labels"},
		{"pod.Labels", 9, "pod.…bels"},
		{"größe日本語", 5, "gr…本語"},
		{"pod", 1, "…"},
		{"pod", 0, ""},
		{"a\nb", 4, `a\nb`},
		{"\u202e\u202e", 6, `\u2…2e`},
	} {
		if got := Short(c.in, c.max); got != c.want {
			t.Errorf("Short(%q, %d) = %q, want %q", c.in, c.max, got, c.want)
		}
	}
}

// TestPlace: a place gets shorter with its level.
func TestPlace(t *testing.T) {
	for _, c := range []struct {
		l    Level
		want string
	}{
		{Level{Full, 60}, "controllers/reconciler.go:164"},
		{Level{Files, 60}, "reconciler.go:164"},
		{Level{Core, 7}, "rec….go:164"},
	} {
		if got := c.l.Place("controllers/reconciler.go:164"); got != c.want {
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
		{5, "L…t"},
	} {
		if got := (Level{Full, c.max}).Call("c.slices.EndpointSlices(svc.Namespace).List"); got != c.want {
			t.Errorf("%d: %q, want %q", c.max, got, c.want)
		}
	}
}

// TestFit: a message says as much as there is room for, and no more.
func TestFit(t *testing.T) {
	say := func(l Level) string {
		return fmt.Sprintf("%s at %s (through %s)", l.Name(strings.Repeat("n", 50)), l.Place("folder/file.go:1"), l.Calls([]string{"a", "b", "c"}))
	}
	last := 0
	for room := range 120 {
		n := utf8.RuneCountInString(Fit(room, say))
		if n > room || n < last {
			t.Errorf("%d characters for %d, %d for one less", n, room, last)
		}
		last = n
	}
	if got, want := Fit(120, say), say(Level{Full, 60}); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	escaped := func(Level) string { return strings.Repeat("\u202e", 20) }
	if got := Fit(50, escaped); utf8.RuneCountInString(got) != 50 {
		t.Errorf("%q has not 50 characters", got)
	}
}
