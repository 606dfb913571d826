package ssaquery_test

import (
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/ssatest"
)

// functionF builds src and returns its function f.
func functionF(t *testing.T, mode ssa.BuilderMode, src string) *ssa.Function {
	t.Helper()
	pass := ssatest.Check(t, token.NewFileSet(), "example.com/p", nil, map[string]string{"p.go": "package p\n" + src})
	p := ssa.NewProgram(pass.Fset, mode|ssa.BareInits).CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	p.Build()
	return p.Func("f")
}

// liveNames are the names of what is live in each block of f: of variables as
// they are declared, of parameters, and of what is made by its operation.
func liveNames(f *ssa.Function, l *ssaquery.Liveness) map[string]string {
	out := map[string]string{}
	for _, b := range f.Blocks {
		names := map[string]bool{}
		for v := range l.Live(b) {
			switch v := v.(type) {
			case *ssa.Alloc:
				names[v.Comment] = true
			case *ssa.Parameter:
				names[v.Name()] = true
			case *ssa.Phi:
				names["phi "+v.Comment] = true
			default:
				names[v.String()] = true
			}
		}
		out[b.Comment] = strings.Join(slices.Sorted(maps.Keys(names)), ", ")
	}
	return out
}

// TestLive: a value or variable is live where a later instruction can read it.
func TestLive(t *testing.T) {
	for _, test := range []struct {
		name      string
		mode      ssa.BuilderMode
		variables bool
		src       string
		want      map[string]string
	}{
		{"variables that are stored to first are not read", ssa.NaiveForm, true, `
func f(c bool) int {
	x, y, z := 1, 2, 3
	_ = z
	if c {
		x = 4
		println(y)
	}
	return x
}`, map[string]string{"entry": "c", "if.then": "y", "if.done": "x"}},
		{"their addresses are", ssa.NaiveForm, false, `
func f(c bool) {
	x, y := 1, 2
	if c {
		x = 4
		println(y)
	}
	println(x)
}`, map[string]string{"entry": "c", "if.then": "x, y", "if.done": "x"}},
		{"what is read later is live from the start on", 0, false,
			`func f(c bool, x int) { if c { println(1) }; println(x) }`,
			map[string]string{"entry": "c, x", "if.then": "x", "if.done": "x"}},
		{"what the next round reads is live at the end of this one", ssa.NaiveForm, true,
			`func f(n int) { s := 0; for i := 0; i < n; i++ { s += i }; println(s) }`,
			map[string]string{"entry": "n", "for.loop": "i, n, s", "for.body": "i, n, s", "for.done": "s"}},
		{"what a phi chooses from is live on that way only, and itself behind it", 0, false,
			`func f(c bool, a, b int) { x := a; if c { x = b }; println(x) }`,
			map[string]string{"entry": "a, b, c", "if.then": "b", "if.done": "phi x"}},
		{"a phi of a loop is live to its end, not before it", 0, false,
			`func f(n int) { for i := 0; i < n; i++ { println(i) } }`,
			map[string]string{"entry": "n", "for.loop": "n, phi i", "for.body": "n, phi i", "for.done": ""}},
		{"a part of a tuple is live from where that is made", 0, false, `
func two() (int, bool)
func f(c bool) {
	for c {
		x, ok := two()
		if ok { println(x) }
	}
}`, map[string]string{"entry": "c", "for.loop": "c", "for.body": "c", "if.then": "c, extract t0 #0", "for.done": ""}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := functionF(t, test.mode, test.src)
			l := ssaquery.NewLiveness(test.variables)
			got := liveNames(f, l)
			if !maps.Equal(got, test.want) {
				t.Errorf("live are %q, want %q", got, test.want)
			}
			if again := liveNames(f, l); !maps.Equal(got, again) {
				t.Errorf("asked again: %q, at first %q", again, got)
			}
		})
	}
}

// TestEscapes: which variables are seen outside of their function.
func TestEscapes(t *testing.T) {
	f := functionF(t, ssa.NaiveForm, `
type T struct{ a int; b struct{ c int } }
func use(*int)
func f() {
	var plain int
	plain = 1
	println(plain)
	var fields T
	fields.b.c = 1
	println(fields.b.c)
	var passed int
	use(&passed)
	var stored int
	p := &stored
	println(p)
	var captured int
	func() { println(captured) }()
	var part T
	use(&part.a)
}`)
	l := ssaquery.NewLiveness(true)
	var got []string
	for _, b := range f.Blocks {
		for _, instr := range b.Instrs {
			if a, ok := instr.(*ssa.Alloc); ok && l.Escapes(a) {
				got = append(got, a.Comment)
				if !l.Escapes(a) {
					t.Errorf("%s, asked again", a.Comment)
				}
			}
		}
	}
	if want := []string{"passed", "stored", "captured", "part"}; !slices.Equal(got, want) {
		t.Errorf("escape: %q, want %q", got, want)
	}
}
