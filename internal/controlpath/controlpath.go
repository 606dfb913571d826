// Package controlpath follows the ways of control through a function under a hypothesis.
//
// # Domain
//
// A [Path] is one way as far as it has come: what each merge on it stands for, and how each
// condition on it turned out. A [Walk] has the hypothesis: what holds of conditions that the
// path does not know, such as "this object is being deleted" or "this call failed".
//
// # Why it terminates
//
// A block is entered once over each of its edges, by the first way that comes there. So each path
// that is found exists, as far as its conditions go; not all are found.
//
// # What is incomplete on purpose
//
// Variables in memory have no value, numbers are not compared, and calls are not entered.
package controlpath

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A Path is a way of control. It changes as the walk goes on, and changes back where the walk goes
// back to another way.
type Path struct {
	entered map[*ssa.BasicBlock][]*entry // blocks with merges
	entries int
	taken   map[ssa.Value]bool
	notNil  map[ssa.Value]bool // what taken says so of
}

// An entry is where a path comes to a block with merges. What these stand for is looked up when it is asked:
// a loop has as many as it has variables, at each of its edges.
type entry struct {
	number int // in the order of the path
	from   *ssa.BasicBlock
	merged map[*ssa.Phi]ssa.Value // what was asked
}

// Value is what v stands for on the path: for a merge, what comes over the edge that was taken.
func (p *Path) Value(v ssa.Value) ssa.Value { return p.valueBefore(v, p.entries+1) }

// valueBefore is what v stood for before the entry of that number.
func (p *Path) valueBefore(v ssa.Value, number int) ssa.Value {
	phi, ok := v.(*ssa.Phi)
	if !ok {
		return v
	}
	for _, e := range slices.Backward(p.entered[phi.Block()]) {
		if e.number >= number {
			continue
		}
		if _, ok := e.merged[phi]; !ok {
			if e.merged == nil {
				e.merged = map[*ssa.Phi]ssa.Value{}
			}
			e.merged[phi] = p.valueBefore(phi.Edges[lastIndex(phi.Block().Preds, e.from)], e.number)
		}
		return e.merged[phi]
	}
	return v
}

// lastIndex is that of the last edge, where both branches of a test lead to one block.
func lastIndex(preds []*ssa.BasicBlock, from *ssa.BasicBlock) int {
	i := len(preds) - 1
	for preds[i] != from {
		i--
	}
	return i
}

// NilTest is the value that cond compares with nil on the path, and whether cond says that it is
// nil; nil if it does not compare one.
func (p *Path) NilTest(cond ssa.Value) (v ssa.Value, isNil bool) {
	b, ok := cond.(*ssa.BinOp)
	if !ok || b.Op != token.EQL && b.Op != token.NEQ || !ssaquery.IsNil(b.Y) {
		return nil, false
	}
	return p.Value(b.X), b.Op == token.EQL
}

// NotNil reports whether a condition on the path says that v is not nil.
func (p *Path) NotNil(v ssa.Value) bool {
	v = p.Value(v)
	return p.notNil[v] || ssaquery.NeverNil(v)
}

// A Truth is what is known of a condition.
type Truth int

const (
	// Unknown: control may take both edges.
	Unknown Truth = iota
	// True and False: one of them.
	True
	False
	// Stop: the condition depends on what the walk cannot tell; no path goes on behind it.
	Stop
)

// Of is the truth of a condition that is known.
func Of(b bool) Truth {
	if b {
		return True
	}
	return False
}

// A Walk is a hypothesis, and who looks at what control comes to under it.
type Walk struct {
	// Holds says what the hypothesis says of a condition, which is no negation.
	Holds func(p *Path, cond ssa.Value) Truth
	// Visit looks at an instruction, and reports whether the path goes on behind it.
	Visit func(p *Path, i ssa.Instruction) bool
}

type edge struct{ from, to *ssa.BasicBlock }

// Behind follows the ways of control from i, which is not visited itself.
func (w Walk) Behind(i ssa.Instruction) {
	b := i.Block()
	for n, x := range b.Instrs {
		if x == i {
			w.block(newPath(), b, n+1, map[edge]bool{})
		}
	}
}

// From follows them from the beginning of fn, which has a body.
func (w Walk) From(fn *ssa.Function) {
	w.block(newPath(), fn.Blocks[0], 0, map[edge]bool{})
}

func (w Walk) block(p *Path, b *ssa.BasicBlock, from int, seen map[edge]bool) {
	for _, i := range b.Instrs[from:] {
		if !w.Visit(p, i) {
			return
		}
	}
	for n, to := range b.Succs {
		if e := (edge{b, to}); !seen[e] && w.may(p, b, n == 0) {
			seen[e] = true
			back := p.over(b, to)
			w.block(p, to, 0, seen)
			back()
		}
	}
}

// may reports whether control can leave b over its first edge, or over the other one.
func (w Walk) may(p *Path, b *ssa.BasicBlock, first bool) bool {
	test := ssaquery.Test(b)
	if test == nil {
		return true
	}
	switch w.truth(p, test.Cond) {
	case True:
		return first
	case False:
		return !first
	case Stop:
		return false
	}
	return true
}

func (w Walk) truth(p *Path, cond ssa.Value) Truth {
	negated := map[ssa.Value]bool{}
	for cond = p.Value(cond); !negated[cond]; cond = p.Value(cond.(*ssa.UnOp).X) {
		if u, ok := cond.(*ssa.UnOp); !ok || u.Op != token.NOT {
			t := w.affirmed(p, cond)
			if len(negated)%2 == 1 && (t == True || t == False) {
				return Of(t == False)
			}
			return t
		}
		negated[cond] = true
	}
	return Unknown // each round of a loop negates what the last one had
}

// affirmed is the truth of a condition that is no negation.
func (w Walk) affirmed(p *Path, cond ssa.Value) Truth {
	if c, ok := cond.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.Bool {
		return Of(constant.BoolVal(c.Value))
	}
	if v, isNil := p.NilTest(cond); v != nil && (ssaquery.IsNil(v) || p.NotNil(v)) {
		return Of(isNil == ssaquery.IsNil(v))
	}
	if t, ok := p.taken[cond]; ok {
		return Of(t)
	}
	return w.Holds(p, cond)
}

// isAskedAgain reports whether the truth of cond can matter behind its test: to another use of it,
// or to what it says of nil.
func (p *Path) isAskedAgain(cond ssa.Value) bool {
	if x, _ := p.NilTest(cond); x != nil {
		return true
	}
	refs := cond.Referrers()
	return refs != nil && len(*refs) > 1
}

func newPath() *Path {
	return &Path{entered: map[*ssa.BasicBlock][]*entry{}, taken: map[ssa.Value]bool{}, notNil: map[ssa.Value]bool{}}
}

// over goes on from b to its successor to; back undoes that. Copies of the path would make a long
// function quadratic.
func (p *Path) over(b, to *ssa.BasicBlock) (back func()) {
	var undo []func()
	if before := *p; to.Dominates(b) {
		p.taken, p.notNil = map[ssa.Value]bool{}, map[ssa.Value]bool{} // the next round of a loop
		undo = append(undo, func() { p.taken, p.notNil = before.taken, before.notNil })
	} else if test := ssaquery.Test(b); test != nil {
		if cond := p.Value(test.Cond); p.isAskedAgain(cond) {
			truth := b.Succs[0] == to
			undo = append(undo, put(p.taken, cond, truth))
			if x, isNil := p.NilTest(cond); x != nil && isNil != truth {
				undo = append(undo, put(p.notNil, x, true))
			}
		}
	}
	if _, ok := to.Instrs[0].(*ssa.Phi); ok {
		p.entries++
		p.entered[to] = append(p.entered[to], &entry{number: p.entries, from: b})
		undo = append(undo, func() { p.entered[to] = p.entered[to][:len(p.entered[to])-1] })
	}
	return func() {
		for _, f := range slices.Backward(undo) {
			f()
		}
	}
}

// put sets m[k]; back undoes that.
func put[K comparable, V any](m map[K]V, k K, v V) (back func()) {
	old, had := m[k]
	m[k] = v
	return func() {
		if had {
			m[k] = old
		} else {
			delete(m, k)
		}
	}
}
