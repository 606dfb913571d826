package ssaquery_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// TestReach: which blocks lead to others.
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

// TestAvoidable: whether a call can be avoided on the way to the end.
func TestAvoidable(t *testing.T) {
	for name, src := range map[string]string{
		"always":      `call()`,
		"in a loop":   `for range ns { call() }`,
		"checked":     `if x { return }; call()`,
		"panics":      `if x { panic(ns) }; call()`,
		"behind loop": `for range ns { if x { break } }; call()`,
	} {
		if ssaquery.Avoidable(callBlock(t, src)) {
			t.Errorf("%s: a return without the call: %s", name, src)
		}
	}
	for name, src := range map[string]string{
		"if":           `if x { call() }; done()`,
		"if in a loop": `for range ns { if x { call() } }`,
		"loop in if":   `if x { for range ns { call() } }`,
		"skipped":      `for range ns { if x { continue }; call() }`,
	} {
		if !ssaquery.Avoidable(callBlock(t, src)) {
			t.Errorf("%s: no return without the call: %s", name, src)
		}
	}
}

// callBlock is the block of the last call of call in a function with that body.
func callBlock(t *testing.T, body string) *ssa.BasicBlock {
	t.Helper()
	var block *ssa.BasicBlock
	for _, b := range functionF(t, 0, "func call(); func done()\nfunc f(x bool, ns []int) { "+body+" }").Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.Call); ok && c.Call.Value.Name() == "call" {
				block = b
			}
		}
	}
	return block
}

// TestOnlyBehind: control comes to a call only by a branch of a test of x, or of x or y.
func TestOnlyBehind(t *testing.T) {
	for _, test := range []struct {
		body string
		x    bool // by the branch where x holds
		some bool // where x or y does
	}{
		{`if x { at() }`, true, true},
		{`if x || y { at() }`, false, true},
		{`if x { return }; at()`, false, false},
		{`if !y { return }; if x { println() }; at()`, false, true},
		{`at()`, false, false},
		{`for x { println() }; at()`, false, false},
	} {
		f := functionF(t, 0, "func at()\nfunc f(x, y bool) {\n"+test.body+"\n}")
		var at ssa.Instruction
		for call := range ssaquery.Each[*ssa.Call](f) {
			if call.Call.StaticCallee() != nil {
				at = call
			}
		}
		asks := func(v ...ssa.Value) bool {
			return ssaquery.OnlyBehind(at, func(test *ssa.If, yes bool) bool { return yes && slices.Contains(v, test.Cond) })
		}
		if x, some := asks(f.Params[0]), asks(f.Params[0], f.Params[1]); x != test.x || some != test.some {
			t.Errorf("%s: by x %v, by x or y %v", test.body, x, some)
		}
	}
}
