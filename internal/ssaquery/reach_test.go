package ssaquery_test

import (
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

func TestReach(t *testing.T) {
	f := functionF(t, 0, `
func a(); func b(); func c(); func d()
func f(x bool) {
	a()
	for x {
		b()
		c()
	}
	d()
}
func g() { a() }`)
	calls := map[string]ssa.Instruction{}
	for _, blk := range f.Blocks {
		for _, instr := range blk.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				calls[call.Call.Value.Name()] = call
			}
		}
	}
	for _, test := range []struct {
		a, b                           string
		after, leadsOn, loop, withoutX bool // withoutX: without the way into the loop
	}{
		{"a", "b", true, true, false, false},
		{"b", "a", false, false, true, false},
		{"b", "c", true, true, true, true},
		{"c", "b", true, true, true, true},
		{"a", "d", true, true, false, true},
		{"d", "a", false, false, false, false},
		{"a", "a", false, false, false, true},
		{"b", "b", true, true, true, true},
	} {
		a, b := calls[test.a], calls[test.b]
		if got := ssaquery.RunsAfter(a, b); got != test.after {
			t.Errorf("%s runs after %s: %v", test.b, test.a, got)
		}
		if got := ssaquery.LeadsOn(a.Block(), b.Block()); got != test.leadsOn {
			t.Errorf("%s leads on to %s: %v", test.a, test.b, got)
		}
		if got := ssaquery.InLoop(a.Block()); got != test.loop {
			t.Errorf("%s in a loop: %v", test.a, got)
		}
		body := calls["b"].Block()
		cut := map[ssaquery.Edge]bool{{From: body.Preds[0], To: body}: true}
		if got := ssaquery.Reachable(a.Block(), b.Block(), cut); got != test.withoutX {
			t.Errorf("%s to %s without the way into the loop: %v", test.a, test.b, got)
		}
	}
	if g := f.Pkg.Func("g"); ssaquery.LeadsOn(f.Blocks[0], g.Blocks[0]) || ssaquery.Reachable(f.Blocks[0], g.Blocks[0], nil) {
		t.Error("a block of another function is reached")
	}
	body := calls["b"].Block()
	if test := ssaquery.Test(body.Preds[0]); test == nil || test.Cond != ssa.Value(f.Params[0]) || ssaquery.Test(body) != nil {
		t.Errorf("the test before the loop: %v", test)
	}
}
