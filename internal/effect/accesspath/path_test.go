package accesspath_test

import (
	"slices"
	"strings"
	"testing"

	. "github.com/k8slint/k8slint/internal/effect/accesspath"
)

// TestJoin: a path continued by another one is cut at its bound.
func TestJoin(t *testing.T) {
	ten := strings.Repeat("/*", MaxSteps)
	for _, c := range []struct{ p, q, want string }{
		{"", "", ""},
		{"", "/Spec", "/Spec"},
		{"/Spec", "", "/Spec"},
		{"/Spec", "/Containers/*/[]", "/Spec/Containers/*/[]"},
		// No more than ten steps.
		{ten[2:], "/*", ten},
		{ten, "/*", ten + Any},
		{ten[2:], "/a/b", ten[2:] + Any},
		// The third time through a field.
		{"/next/*", "/next", "/next/*/next"},
		{"/next/*/next/*", "/next", "/next/*/next/*" + Any},
		{"/Next/*/Next/*", "/Next", "/Next/*/Next/*" + Any},
		{"/[]/*/[]/*", Elem, "/[]/*/[]/*" + Any},
		{"/A/*/A/*", "/A", "/A/*/A/*" + Any},
		{"/A/A", "/B", "/A/A/B"},
		{"/AB/AB", "/A", "/AB/AB/A"},
		{"/A/A", "/A/B", "/A/A/A/B"}, // of whole paths it is not asked
		{"/*/*", Deref, "/*/*/*"},
		{"/:T/:T", Is("T"), "/:T/:T/:T"},
		// Nothing follows what is vague.
		{"/a" + Any, "/b", "/a" + Any},
		{"/a" + Reach, "/b", "/a" + Reach},
		{Any, Deref, Any},
	} {
		if got := Join(c.p, c.q); got != c.want {
			t.Errorf("Join(%q, %q) = %q, want %q", c.p, c.q, got, c.want)
		}
	}
}

// However a path grows, it comes to an end.
func TestJoinEnds(t *testing.T) {
	for _, steps := range [][]string{{"/Next", Deref}, {Elem}, {Deref}, {"/A", "/B", "/C"}, {"/?Labels", Is("T")}} {
		p := ""
		for i := range 100 {
			p = Join(p, steps[i%len(steps)])
		}
		if !strings.HasSuffix(p, Any) || Len(p) > MaxSteps+1 {
			t.Errorf("%v leads to %q", steps, p)
		}
	}
}

// TestParent: a path without its last step.
func TestParent(t *testing.T) {
	for _, c := range []struct {
		p, parent, last string
		ok              bool
	}{
		{"", "", "", false},
		{"/a", "", "/a", true},
		{"/a/*/b", "/a/*", "/b", true},
	} {
		if got, ok := Parent(c.p); got != c.parent || ok != c.ok {
			t.Errorf("Parent(%q) = %q, %v", c.p, got, ok)
		}
		if got := Last(c.p); got != c.last {
			t.Errorf("Last(%q) = %q, want %q", c.p, got, c.last)
		}
	}
}

// TestBelow: the rest of a path below a prefix.
func TestBelow(t *testing.T) {
	for _, c := range []struct {
		p, prefix, rest string
		ok              bool
	}{
		{"/a/b", "/a", "/b", true},
		{"/a/b", "", "/a/b", true},
		{"/a", "/a", "", true},
		{"", "", "", true},
		{"/ab", "/a", "b", false},
		{"/a", "/a/b", "", false},
		{"/b", "/a", "", false},
	} {
		if rest, ok := Below(c.p, c.prefix); ok != c.ok || rest != c.rest {
			t.Errorf("Below(%q, %q) = %q, %v", c.p, c.prefix, rest, ok)
		}
	}
}

// TestSteps: the steps of a path.
func TestSteps(t *testing.T) {
	for p, want := range map[string][]string{
		"":              nil,
		"/a":            {"/a"},
		"/a/*/[]/:x|T":  {"/a", "/*", "/[]", "/:x|T"},
		"/Labels/*/[]":  {"/Labels", "/*", "/[]"},
		"/a" + Any:      {"/a", Any},
		"/é/*/$1/?U/**": {"/é", "/*", "/$1", "/?U", "/**"},
	} {
		if got := slices.Collect(Steps(p)); !slices.Equal(got, want) {
			t.Errorf("Steps(%q) = %q, want %q", p, got, want)
		}
		if got := Len(p); got != len(want) {
			t.Errorf("Len(%q) = %d", p, got)
		}
	}
	for step := range Steps("/a/b/c") { // one may stop
		if step != "/a" {
			t.Error("the loop goes on")
		}
		break
	}
}

// TestKinds: which steps stand for several places.
func TestKinds(t *testing.T) {
	for _, c := range []struct {
		p             string
		plural, vague bool
	}{
		{"", false, false},
		{"/a/*", false, false},
		{"/[]", true, false},
		{"/a/*/[]/b", true, false},
		{"/a" + Any, true, true},
		{"/a" + Reach, true, true},
	} {
		if Plural(c.p) != c.plural || Vague(c.p) != c.vague {
			t.Errorf("%q: Plural %v, Vague %v", c.p, Plural(c.p), Vague(c.p))
		}
	}
}

// TestTypes: a step that asks for a type.
func TestTypes(t *testing.T) {
	const pod = "k8s.io/api/core/v1.Pod"
	step := Is(pod)
	if step != "/:k8s.io|api|core|v1.Pod" || Len(step) != 1 {
		t.Errorf("Is: %q", step)
	}
	if typ, ok := IsType(step); typ != pod || !ok || !IsTypeStep(step) {
		t.Errorf("IsType(%q) = %q, %v", step, typ, ok)
	}
	for _, step := range []string{"/Labels", "/*", ""} {
		if typ, ok := IsType(step); ok || IsTypeStep(step) {
			t.Errorf("%q asserts the type %q", step, typ)
		}
	}
}

// TestRuledOut: a step that rules a type out.
func TestRuledOut(t *testing.T) {
	const pod = "k8s.io/api/core/v1.Pod"
	step := IsNot(pod)
	if step != "/!k8s.io|api|core|v1.Pod" || Len(step) != 1 || IsTypeStep(step) {
		t.Errorf("IsNot: %q", step)
	}
	if typ, ok := IsNotType(step); typ != pod || !ok {
		t.Errorf("IsNotType(%q) = %q, %v", step, typ, ok)
	}
	for _, step := range []string{"/Labels", "/*", "", Is(pod)} {
		if typ, ok := IsNotType(step); ok {
			t.Errorf("%q rules out the type %q", step, typ)
		}
	}
	for _, c := range []struct {
		p, cut string
		pod    bool
	}{
		{"", "", false},
		{"/a", "/a", false},
		{"/a" + step, "/a", true},
		{"/a" + step + IsNot("T"), "/a", true},
		{"/a" + IsNot("T") + step, "/a", true},
		{IsNot("T"), "", false},
		{step + "/a", step + "/a", false},
	} {
		if got := CutNot(c.p); got != c.cut {
			t.Errorf("CutNot(%q) = %q, want %q", c.p, got, c.cut)
		}
		if got := RulesOut(c.p, pod); got != c.pod {
			t.Errorf("RulesOut(%q) = %v", c.p, got)
		}
	}
}

// TestResults: a path from a result of a call.
func TestResults(t *testing.T) {
	for _, i := range []int{0, 1, 12} {
		p := OfResult(i) + "/Labels/*"
		if n, rest, ok := CutResult(p); n != i || rest != "/Labels/*" || !ok {
			t.Errorf("CutResult(%q) = %d, %q, %v", p, n, rest, ok)
		}
	}
	for _, p := range []string{"", "/0", "/a/*", "0/*", "/Labels/*/x"} {
		if n, _, ok := CutResult(p); ok {
			t.Errorf("CutResult(%q) = %d", p, n)
		}
	}
}

var texts = []struct{ p, text string }{
	{"", ""},
	{"/Labels/*/[]", "/Labels/*/[]"},
	{"/?Labels/?U/$1/./**/…", "/?Labels/?U/$1/./**/…"},
	{"/a-b_1:c", "/a-b_1:c"},
	{Is("k8s.io/api/core/v1.Pod") + "/Spec", "/:(k8s.io/api/core/v1.Pod)/Spec"},
	{Is("p.T[func(a/b.X) (int, error)]") + "/*", "/:(p.T[func(a/b.X) (int, error)])/*"},
	{Is(""), "/:()"},
	{IsNot("k8s.io/api/core/v1.Pod") + "/Spec", "/!(k8s.io/api/core/v1.Pod)/Spec"},
	{"/!)", `/"!)"`},
	{"/a!", `/"a!"`},
	{"/a b", `/"a b"`},
	{"/a\"", `/"a\""`},
	{"/\xff", `/"\xff"`},
	{"/:)", `/":)"`},
	{"/:(", `/":("`},
	{"/:)(", `/":)("`},
	{"/:a'", `/":a'"`},
	{"/:\n", `/":\n"`},
	{"/:\xff", `/":\xff"`},
}

// TestText: the text form of a path.
func TestText(t *testing.T) {
	for _, c := range texts {
		if got := Text(c.p); got != c.text {
			t.Errorf("Text(%q) = %s, want %s", c.p, got, c.text)
		}
		for _, rest := range []string{"", " x", "=1", "|/b", ")"} {
			if p, got, err := CutText(c.text + rest); p != c.p || got != rest || err != nil {
				t.Errorf("CutText(%q) = %q, %q, %v", c.text+rest, p, got, err)
			}
		}
	}
}

// TestCutTextErrors: what is no text form of a path.
func TestCutTextErrors(t *testing.T) {
	for _, c := range []struct{ text, rest, err string }{
		{"/", "", "want a step after the slash"},
		{"/a//b", "/b", "want a step after the slash"},
		{"/a/ b", " b", "want a step after the slash"},
		{`/"a`, `"a`, "want a string that ends in a quote"},
		{`/""`, `""`, "want a step of a path in the quotes, without a slash"},
		{`/"a/b"`, `"a/b"`, "want a step of a path in the quotes, without a slash"},
		{"/:(a(b)", ":(a(b)", "want a ) that closes the type"},
		{"/!(a(b)", "!(a(b)", "want a ) that closes the type"},
	} {
		p, rest, err := CutText(c.text)
		if err == nil || err.Error() != c.err || rest != c.rest || p != "" {
			t.Errorf("CutText(%q) = %q, %q, %v", c.text, p, rest, err)
		}
	}
}

// Every path has a text, and every text that is a path has a normal form.
func FuzzText(f *testing.F) {
	for _, c := range texts {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, _, err := CutText(text)
		if err != nil {
			return
		}
		normal := Text(p)
		if q, rest, err := CutText(normal); q != p || rest != "" || err != nil {
			t.Errorf("%q is read as %q, and %q, its text, as %q, %v", text, p, normal, q, err)
		}
	})
}
