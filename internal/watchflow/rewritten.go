package watchflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file tells where a version is forwarded only if it names no version: a
// server that forwards "0" and replaces all others by "" forgets where its clients
// resume, though what they asked for reaches the watch.

// A rewriting tells where a version is forwarded only if it is "" or "0".
type rewriting struct {
	lending
	order *ssaquery.Order
	tests map[*ssa.Function][]unsetTest // of those that were asked for
}

// An unsetTest is a test whether a version is "" or "0".
type unsetTest struct {
	read        *ssa.UnOp     // of what is tested
	text        string        // "" or "0"
	edge, other ssaquery.Edge // that is taken if it is, and if it is not
}

func newRewriting(l lending) *rewriting {
	return &rewriting{l, ssaquery.NewOrder(), map[*ssa.Function][]unsetTest{}}
}

// forwardsUnset reports whether what from stores at l, or what l holds at the start
// of the function if from is nil, is seen by at only where it is "" or "0", and nobody
// else is asked what happened since that version.
func (rw *rewriting) forwardsUnset(from *ssa.Store, at ssa.Instruction, l pointsto.Loc) bool {
	f := at.Parent()
	// A store in a loop puts other values there in each round.
	if from != nil && (from.Parent() != f || ssaquery.InLoop(from.Block())) {
		return false
	}
	cut := rw.unsetEdges(from, f, l)
	if len(cut) == 0 {
		return false
	}
	start := f.Blocks[0]
	if from != nil {
		start = from.Block()
	}
	for _, d := range rw.Defs(l) {
		b := d.Store.Block()
		switch {
		case d.Store == from:
			continue
		case d.Store.Parent() != f, b == start:
			return false
		case len(rw.Locs(d.Store.Addr)) != 1:
			continue // it may store elsewhere, and leave l as it is
		case b == at.Block():
			if !rw.order.Dominates(d.Store, at) {
				return false
			}
		}
		for _, p := range b.Preds {
			cut[ssaquery.Edge{From: p, To: b}] = true
		}
	}
	return !ssaquery.Reachable(start, at.Block(), cut) && !rw.servedOtherwise(from, at, l)
}

// unsetEdges returns the edges of f that are taken where the value at l, which from
// stored or the start of f found there, is "" or "0".
func (rw *rewriting) unsetEdges(from *ssa.Store, f *ssa.Function, l pointsto.Loc) map[ssaquery.Edge]bool {
	edges := map[ssaquery.Edge]bool{}
	for _, t := range rw.unsetTests(f) {
		if from != nil && !rw.order.Dominates(from, t.read) {
			continue
		}
		if ls := rw.Locs(t.read.X); len(ls) == 1 && ls[0] == l {
			edges[t.edge] = true
		}
	}
	return edges
}

// unsetTests returns the tests in f.
func (rw *rewriting) unsetTests(f *ssa.Function) []unsetTest {
	tests, ok := rw.tests[f]
	if ok {
		return tests
	}
	for _, b := range f.Blocks {
		i := ssaquery.Test(b)
		if i == nil {
			continue
		}
		cond, ok := i.Cond.(*ssa.BinOp)
		if !ok || cond.Op != token.EQL && cond.Op != token.NEQ || !isUnsetConst(cond.Y) {
			continue
		}
		u, ok := cond.X.(*ssa.UnOp)
		if !ok || u.Op != token.MUL {
			continue
		}
		is, isNot := b.Succs[0], b.Succs[1]
		if cond.Op == token.NEQ {
			is, isNot = isNot, is
		}
		tests = append(tests, unsetTest{u, stringConst(cond.Y), ssaquery.Edge{From: b, To: is}, ssaquery.Edge{From: b, To: isNot}})
	}
	rw.tests[f] = tests
	return tests
}

// isUnsetConst reports whether v is "" or "0".
func isUnsetConst(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && isKind(c.Type(), types.IsString) && noVersion(stringConst(c))
}

// servedOtherwise reports whether the function of at passes the version at l, or from
// where from took it, to a function that returns something: what happened since that
// version, as far as can be told. Then the watch need not start from there.
func (rw *rewriting) servedOtherwise(from *ssa.Store, at ssa.Instruction, l pointsto.Loc) bool {
	places := []pointsto.Loc{l}
	if from != nil {
		places = append(places, rw.ReadFrom(from.Val)...)
	}
	isVersion := func(arg ssa.Value) bool {
		arg = pointsto.Unwrap(arg)
		// What at reads goes to the watch.
		if instr, ok := arg.(ssa.Instruction); ok && instr == at {
			return false
		}
		return slices.ContainsFunc(rw.ReadFrom(arg), func(read pointsto.Loc) bool { return slices.Contains(places, read) })
	}
	for _, b := range at.Parent().Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if ok && rw.answers(call) && slices.ContainsFunc(explicitArgs(&call.Call), isVersion) {
				return true
			}
		}
	}
	return false
}

// answers reports whether call can find out what happened since a version that it is
// given: it starts no watch from it, and does not just convert, check or log it.
func (rw *rewriting) answers(call *ssa.Call) bool {
	c := &call.Call
	_, builtin := c.Value.(*ssa.Builtin)
	return !builtin && c.Signature().Results().Len() > 0 && rw.sinkAt[call] == nil && !formats(c) && !kube.IsLogCall(calleeName(c))
}
