package htmlreport

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// classesOf is the source with each part that has a class as [class:part].
func classesOf(src string) string {
	var b strings.Builder
	lines := strings.Split(src, "\n")
	for i, cs := range highlight(lines) {
		at := 0
		for _, c := range cs {
			b.WriteString(lines[i][at:c.from])
			if c.class == "" {
				b.WriteString(lines[i][c.from:c.to])
			} else {
				b.WriteString("[" + c.class + ":" + lines[i][c.from:c.to] + "]")
			}
			at = c.to
		}
		b.WriteString(lines[i][at:] + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// TestHighlight: the colours of source text.
func TestHighlight(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"", ""},
		{"package p", "[k:package] p"},
		{"func f(a int) { g(a); h = a }", "[k:func] [f:f](a [b:int]) { [f:g](a); h = a }"},
		{"x := append(nil, 'a', 1, 2.5, 3i)", "x := [b:append]([b:nil], [s:'a'], [n:1], [n:2.5], [n:3i])"},
		{"a // b\nc", "a [c:// b]\nc"},
		{"/* a\n\n b */ c()", "[c:/* a]\n\n[c: b */] [f:c]()"},
		{"x = `a\n\tb` + \"c\"", "x = [s:`a]\n[s:\tb`] + [s:\"c\"]"},
		{"x = `a\rb\r` + y()", "x = [s:`a\rb\r`] + [f:y]()"}, // go/scanner leaves carriage returns out
		{"/* a\rb */ c", "[c:/* a\rb */] c"},
		{"\ufeffpackage p", "\ufeff[k:package] p"},
		{"x = \"never ends\ny()", "x = [s:\"never ends]\n[f:y]()"},
		{"x = `never ends\ny()", "x = [s:`never ends]\n[s:y()]"},
		{"\x00 # \xff größe()", "\x00 # \xff [f:größe]()"},
		{"//line x.go:1\nif true {", "[c://line x.go:1]\n[k:if] [b:true] {"},
	} {
		if got := classesOf(test.src); got != test.want {
			t.Errorf("%q:\ngot  %q\nwant %q", test.src, got, test.want)
		}
	}
}

// checkFlat fails if what is shown of lines is something else than the lines.
func checkFlat(t *testing.T, lines []string) {
	t.Helper()
	for i, classes := range highlight(lines) {
		got, want := "", ""
		for k, s := range flat(lines[i], classes) {
			if k%2 == 1 {
				got += s
			}
		}
		for _, p := range shown("", cut(lines[i])) {
			want += p.text
		}
		if got != want && got != want+"…" {
			t.Errorf("line %d: %q is shown as %q", i+1, lines[i], got)
		}
	}
}

// TestFlat: highlighting changes no character of this package.
func TestFlat(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil || len(names) < 4 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		checkFlat(t, strings.Split(string(data), "\n"))
	}
}

// FuzzFlat: highlighting changes no character of any text.
func FuzzFlat(f *testing.F) {
	f.Add("package p\n\n/* a\r\n */ func f() { x := `a\r\n\u202e` }\n//line a:1\n'\\''")
	f.Fuzz(func(t *testing.T, src string) { checkFlat(t, strings.Split(src, "\n")) })
}

// TestExcerpt: the lines of a step that is deep in a declaration are kept, and how
// that begins.
func TestExcerpt(t *testing.T) {
	e := newExcerpt("a.go", strings.Split(strings.Repeat("x\n", 300), "\n"))
	e.want(200, 100, 210)
	e.want(5, 0, 0)
	var got [][2]int
	for _, c := range e.chunks() {
		got = append(got, [2]int{c.From, c.From + len(c.Lines) - 1})
	}
	want := [][2]int{{1, 11}, {100, 100}, {160, 210}}
	if len(got) != len(want) {
		t.Fatalf("%v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%v, want %v", got, want)
		}
	}
}
