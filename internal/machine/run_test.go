package machine_test

import (
	"go/constant"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/ssatest"
)

// A path knows booleans, and the marks that it has passed.
type path struct {
	machine.Place
	frame *machine.Frame
	known map[ssa.Value]bool
	marks []string
}

func (p *path) clone() *path {
	c := *p
	c.known, c.marks = maps.Clone(p.known), slices.Clone(p.marks)
	return &c
}

// eval is what p knows of v.
func (p *path) eval(v ssa.Value) (is, ok bool) {
	if c, constant := v.(*ssa.Const); constant && c.Value != nil {
		return constantBool(c), true
	}
	is, ok = p.known[v]
	return is, ok
}

func constantBool(c *ssa.Const) bool {
	return c.Value.Kind() == constant.Bool && constant.BoolVal(c.Value)
}

// marking is a domain that tells which marks the paths of a function pass. Three paths come
// to a block at most.
type marking struct {
	orders  machine.Orders
	steps   int
	arrived map[*ssa.BasicBlock]int
	most    int // paths that have arrived together
	out     []*path
}

func (m *marking) Arrive(come []*path) (on []*path) {
	m.most = max(m.most, len(come))
	for _, p := range come {
		if p.At == 0 {
			set := map[ssa.Value]bool{}
			for phi, v := range p.Merged() {
				if is, ok := p.eval(v); ok {
					set[phi] = is
				}
			}
			maps.Copy(p.known, set)
			if m.arrived[p.Block]++; m.arrived[p.Block] > 3 {
				continue
			}
		}
		on = append(on, p)
	}
	return on
}

func (m *marking) Visit(*path, ssa.Instruction) bool {
	m.steps--
	return m.steps >= 0
}

func (m *marking) Stopped() bool { return m.steps < 0 }

func (m *marking) Step(p *path, instr ssa.Instruction) (next []*path, over bool) {
	if v, ok := instr.(ssa.Value); ok {
		delete(p.known, v) // another one in each round
	}
	call, ok := instr.(*ssa.Call)
	if !ok {
		return nil, false
	}
	fn := call.Call.StaticCallee()
	switch {
	case fn == nil:
		return nil, false
	case fn.Name() == "mark":
		p.marks = append(p.marks, constant.StringVal(call.Call.Args[0].(*ssa.Const).Value))
		return nil, false
	case p.frame.Running(fn) > 0 || p.frame.Depth() > 2:
		return nil, true // runs on for ever, as far as this domain knows
	}
	inner := &marking{orders: m.orders, steps: m.steps, arrived: map[*ssa.BasicBlock]int{}}
	c := p.clone()
	c.frame, c.Place = &machine.Frame{Fn: fn, Call: call, Up: p.frame}, machine.Start(fn)
	machine.Run(inner, m.orders.Of(fn), c)
	for _, e := range inner.out {
		e.frame, e.Place = p.frame, p.Place
		e.At++
		next = append(next, e)
	}
	return next, true
}

func (m *marking) Branch(p *path, test *ssa.If) []*path {
	yes, no := p.Block.Succs[0], p.Block.Succs[1]
	if is, ok := p.eval(test.Cond); ok {
		if !is {
			yes = no
		}
		p.To(yes)
		return []*path{p}
	}
	other := p.clone()
	p.known[test.Cond], other.known[test.Cond] = true, false
	p.To(yes)
	other.To(no)
	return []*path{p, other}
}

func (m *marking) Return(p *path, _ *ssa.Return) { m.out = append(m.out, p) }

// TestRun: the marks that the paths of f pass, each path in a word.
func TestRun(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"straight", `func f() { mark("a"); mark("b") }`, "ab"},
		{"branch", `func f(c bool) { if c { mark("a") } else { mark("b") }; mark("c") }`, "ac bc"},
		{"asked twice", `func f(c bool) { if c { mark("a") }; if c { mark("b") } }`, " ab"},
		{"merged", `func f(c bool) { d := false; if c { mark("a"); d = true }; if d { mark("b") } }`, " ab"},
		{"terms", `func f(c, d bool) { ok := c && d; if ok { mark("a") }; if c { mark("b") } }`, " ab b"},
		{"swapped", `func f(c bool) { a, b := true, false; for i := 0; i < 1; i++ { a, b = b, a }; if a { mark("a") }; if b { mark("b") } }`, "a a b"},
		{"loop", `func f(c bool) { for c { mark("a") } }`, ""},
		{"rounds", `func f(n int) { for i := 0; i < n; i++ { mark("a") } }`, " a aa"},
		{"panic", `func f(c bool) { if c { mark("a"); panic(1) }; mark("b") }`, "b"},
		{"call", `func f(c bool) { g(c); mark("c") }; func g(c bool) { if c { mark("a") } else { mark("b") } }`, "ac bc"},
		{"calls itself", `func f(c bool) { if c { mark("a"); f(false) }; mark("b") }`, "b"},
		{"too deep", `func f() { g() }; func g() { h() }; func h() { i() }; func i() { mark("a") }`, "none"},
	} {
		m := run(t, c.src, 1000)
		var words []string
		for _, p := range m.out {
			words = append(words, strings.Join(p.marks, ""))
		}
		if len(words) == 0 {
			words = []string{"none"}
		}
		slices.Sort(words)
		if got := strings.Join(words, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// run runs f, of a source that calls mark, with so many steps.
func run(t *testing.T, src string, steps int) *marking {
	t.Helper()
	f := ssatest.Build(t, "func mark(string) {}\n"+strings.ReplaceAll(src, "; func", "\nfunc"), nil).Func("f")
	m := &marking{orders: machine.Orders{}, steps: steps, arrived: map[*ssa.BasicBlock]int{}}
	machine.Run(m, m.orders.Of(f), &path{Place: machine.Start(f), frame: &machine.Frame{Fn: f}, known: map[ssa.Value]bool{}})
	return m
}

// TestRunTogether: a block goes on when all paths have come to it, and a domain can stop.
func TestRunTogether(t *testing.T) {
	src := `func f(a, b bool) { if a { mark("a") } else if b { mark("b") }; mark("c") }`
	if m := run(t, src, 1000); m.most != 3 || len(m.out) != 3 {
		t.Errorf("%d paths arrive together, %d leave, want 3", m.most, len(m.out))
	}
	if m := run(t, src, 3); !m.Stopped() || len(m.out) != 0 {
		t.Errorf("stopped: %v, %d paths leave", m.Stopped(), len(m.out))
	}
}

// TestPlace: over which edge control came to a block.
func TestPlace(t *testing.T) {
	f := ssatest.Build(t, `func f(c bool) (n int) { if c { n = 1 }; return n }`, nil).Func("f")
	start := machine.Start(f)
	if e := start.Edge(); e != -1 {
		t.Errorf("the function begins over edge %d", e)
	}
	for range start.Merged() {
		t.Error("it begins with a phi")
	}
	then, end := f.Blocks[1], f.Blocks[2]
	for i, from := range end.Preds {
		p := machine.Place{Block: from}
		p.To(end)
		for _, v := range p.Merged() {
			if is := v.(*ssa.Const).Int64(); (is == 1) != (from == then) || p.Edge() != i {
				t.Errorf("over edge %d, n is %d", p.Edge(), is)
			}
		}
	}
}
