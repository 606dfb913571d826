package pathcond_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pathcond"
	"github.com/k8slint/k8slint/internal/ssatest"
)

// text is a condition in terms of parameters: "a", "!b", "n == 1".
func text(c pathcond.Condition) string {
	c = c.Normal()
	var of func(v ssa.Value) string
	of = func(v ssa.Value) string {
		switch v := v.(type) {
		case *ssa.Parameter:
			return v.Name()
		case *ssa.Const:
			return v.Value.String()
		case *ssa.BinOp:
			return fmt.Sprintf("%s %s %s", of(v.X), v.Op, of(v.Y))
		}
		return v.Name()
	}
	if c.True {
		return of(c.Value)
	}
	return "!(" + of(c.Value) + ")"
}

// TestAt: which conditions hold at a block.
func TestAt(t *testing.T) {
	src := ssatest.Build(t, `
func nested(a, b bool, n int) {
	probe("", 0)
	if a {
		if !b {
			probe("!(b), a", 0)
		} else {
			probe("b, a", 0)
		}
		probe("a", 0)
	}
	probe("", 0)
	switch {
	case n == 1:
		probe("n == 1", 0)
	case n == 2:
		probe("n == 2, !(n == 1)", 0)
	default:
		probe("!(n == 2), !(n == 1)", 0)
	}
}
func both(a, b bool) {
	if a && b {
		probe("b, a", 0)
	}
	if a || b {
		probe("", 0)
	} else {
		probe("!(b), !(a)", 0)
	}
}
func early(a bool) {
	if !!a {
		return
	}
	probe("!(a)", 0)
}
func loop(n int) {
	for n > 0 {
		probe("n > 0", 0)
	}
}
func empty(a bool) {
	if a {
	}
	probe("", 0)
}
`, nil)
	for _, fn := range src.Funcs() {
		for _, p := range ssatest.Probes(fn) {
			var got []string
			for _, c := range pathcond.At(p.Call.Block()) {
				got = append(got, text(c))
			}
			if have := strings.Join(got, ", "); have != p.Name {
				t.Errorf("%s: At is %q, want %q", fn.Name(), have, p.Name)
			}
		}
	}
}

// TestOnEdge: the two ways out of a branch carry its condition and the
// contrary, others nothing.
func TestOnEdge(t *testing.T) {
	src := ssatest.Build(t, "func f(a bool) int {\n\tif a {\n\t\treturn 1\n\t}\n\treturn 2\n}", nil)
	b := src.Func("f").Blocks[0]
	for i, want := range []string{"a", "!(a)"} {
		if got := pathcond.OnEdge(b, b.Succs[i]); len(got) != 1 || text(got[0]) != want {
			t.Errorf("edge %d: %v, want %s", i, got, want)
		}
	}
	if got := pathcond.OnEdge(b.Succs[0], b); got != nil {
		t.Errorf("a block that returns: %v", got)
	}
}

// TestBounds: conditions beyond a number are left out, and a question that
// would look at too many values is answered with yes.
func TestBounds(t *testing.T) {
	var deep, long strings.Builder
	deep.WriteString("func deep(cs []bool) {\n")
	for i := range 60 {
		fmt.Fprintf(&deep, "if cs[%d] {\n", i)
	}
	deep.WriteString("probe(\"here\", 0)\n" + strings.Repeat("}\n", 61))
	long.WriteString("func long() {\n\tp, copied := get(), false\n\tif c { p = fresh(); copied = true }\n")
	for range 500 {
		long.WriteString("\tif c { p = same(p) }\n")
	}
	long.WriteString("\tif copied { probe(\"far\", p) }\n}\n")
	src := ssatest.Build(t, prelude+deep.String()+long.String(), libraries)
	if n := len(pathcond.At(src.Probe("here").Call.Block())); n != 40 {
		t.Errorf("%d conditions, want 40", n)
	}
	far := src.Probe("far")
	if !pathcond.NewPaths(src.Func("long")).May(object{sourceOf(src.Func("long"))}, far.Value, far.Call.Block()) {
		t.Error("a question that is too long is answered with no")
	}
}
