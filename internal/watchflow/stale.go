package watchflow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A StaleList is a watch that starts in each round of a loop from the version of
// a list that was made before the loop, whatever came since.
type StaleList struct {
	Sink *Sink
	// List is where the list is made.
	List token.Pos
}

// staleLists lists the watches that go back to a list of before their loop.
//
// Each round then gets again what came since the list, and once its version has
// expired each watch fails. Positions that an event moves, that unknown functions
// may set, or that lie in fields are left out. So are loops over data, which start
// one watch for each element.
func staleLists(o *origins, sinks []*Sink, received []receive) []*StaleList {
	var out []*StaleList
	for _, s := range sinks {
		if s.streaming || s.byHand || !s.onlyListed || !receivesAfter(o.code, received, s) {
			continue
		}
		list := token.NoPos
		for i, v := range s.listed {
			pos := soleList(o, v)
			if !pos.IsValid() || i > 0 && pos != list {
				list = token.NoPos
				break
			}
			list = pos
		}
		if list.IsValid() && comesWithoutList(o.code, s.Instr) {
			out = append(out, &StaleList{Sink: s, List: list})
		}
	}
	return out
}

// receivesAfter reports whether the function that starts s receives events
// behind it, or calls one that does: then the next round is the same watch once
// more. What starts several watches leaves them to others.
func receivesAfter(c *code, received []receive, s *Sink) bool {
	return slices.ContainsFunc(received, func(r receive) bool {
		if r.at.Parent() == s.Instr.Parent() {
			return ssaquery.RunsAfter(s.Instr, r.at)
		}
		return slices.ContainsFunc(c.Callers(r.at.Parent()), func(call ssa.CallInstruction) bool {
			_, now := call.(*ssa.Call)
			return now && call.Parent() == s.Instr.Parent() && ssaquery.RunsAfter(s.Instr, call)
		})
	})
}

// soleList returns where the list is made whose version v reads, if the variable
// that holds it never holds another.
func soleList(o *origins, v ssa.Value) token.Pos {
	obj, ok := versionOf(v)
	if !ok {
		return token.NoPos
	}
	for fa, ok := obj.(*ssa.FieldAddr); ok; fa, ok = obj.(*ssa.FieldAddr) {
		obj = fa.X
	}
	from := func(v ssa.Value) []ssa.Value {
		if call := ssaquery.ResultOf(v); call != nil && !o.code.isListCall(call) {
			return o.code.returned(v)
		}
		return o.code.heldBy(v)
	}
	list := token.NoPos
	for v := range flow.Origins(obj, from) {
		if ssaquery.IsNil(v) {
			continue
		}
		call := ssaquery.ResultOf(v)
		if call == nil || !o.code.isListCall(call) {
			return token.NoPos
		}
		if !list.IsValid() {
			list = call.Pos()
		}
	}
	return list
}

// comesWithoutList reports whether control comes back to at only to try again, and
// nothing lists in between: in a loop of its function, or of one that leads to that.
func comesWithoutList(c *code, at ssa.Instruction) bool {
	// fromStart reports whether control comes to at from the start of its function without a list, once a call.
	fromStart := func(at ssa.Instruction) bool {
		cut, first := listing(c, at.Parent())
		return !first && !ssaquery.InLoop(at.Block()) && ssaquery.Reachable(at.Parent().Blocks[0], at.Block(), cut)
	}
	callers := func(at ssa.Instruction) []ssa.Instruction {
		if !fromStart(at) {
			return nil
		}
		return slices.DeleteFunc(c.calledFrom(at), func(call ssa.Instruction) bool { _, now := call.(*ssa.Call); return !now })
	}
	return flow.Any(at, callers, func(at ssa.Instruction) bool {
		if ssaquery.InLoop(at.Block()) {
			cut, _ := listing(c, at.Parent())
			return !iterates(at.Block()) && slices.ContainsFunc(at.Block().Succs, func(b *ssa.BasicBlock) bool {
				return !cut[ssaquery.Edge{From: at.Block(), To: b}] && ssaquery.Reachable(b, at.Block(), cut)
			})
		}
		again := func(h pointsto.Handing) bool { return repeats(h.Call, at.Parent()) == kube.Always }
		return slices.ContainsFunc(c.Handed(at.Parent()), again) && fromStart(at)
	})
}

// listing returns the edges of f into blocks that list, or call what lists, and
// whether the first block does.
func listing(c *code, f *ssa.Function) (cut map[ssaquery.Edge]bool, first bool) {
	cut = map[ssaquery.Edge]bool{}
	for _, b := range f.Blocks {
		if !slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
			call, ok := instr.(ssa.CallInstruction)
			return ok && (c.isListCall(call) || slices.ContainsFunc(c.Callees(call), func(g *ssa.Function) bool { return lists(c, g) }))
		}) {
			continue
		}
		first = first || b == f.Blocks[0]
		for _, p := range b.Preds {
			cut[ssaquery.Edge{From: p, To: b}] = true
		}
	}
	return cut, first
}

// iterates reports whether the loop around b goes through data: each round is for
// another element, or the rounds are counted.
func iterates(b *ssa.BasicBlock) bool {
	for _, x := range b.Parent().Blocks {
		i := ssaquery.Test(x)
		if i == nil || !x.Dominates(b) || !ssaquery.LeadsOn(b, x) {
			continue
		}
		switch x.Comment {
		case "rangeindex.loop", "rangeiter.loop", "rangeint.loop":
			return true
		}
		if testsCounter(i.Cond) {
			return true
		}
		if e, ok := i.Cond.(*ssa.Extract); ok {
			if u, ok := e.Tuple.(*ssa.UnOp); ok && u.Op == token.ARROW && !kube.EventChan(u.X.Type()) {
				return true
			}
		}
	}
	return false
}
