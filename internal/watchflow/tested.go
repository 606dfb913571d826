package watchflow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file tells where a version is used only after a test that it is not "".

// A tested finds such tests.
type tested struct {
	code  *code
	order *ssaquery.Order
	tests map[*ssa.Function][]emptyTest // of those that were asked for
}

func newTested(c *code) *tested {
	return &tested{c, ssaquery.NewOrder(), map[*ssa.Function][]emptyTest{}}
}

// An emptyTest is a test whether a version is "".
type emptyTest struct {
	read        *ssa.UnOp     // of what is tested
	edge, other ssaquery.Edge // that is taken if it is, and if it is not
}

// notEmpty reports whether control comes from the instruction from, which stores at l,
// or from the start of the function if from is in another one or nil, to at only past
// a test that l does not hold "".
func (t *tested) notEmpty(from, at ssa.Instruction, l pointsto.Loc) bool {
	f := at.Parent()
	cut := map[ssaquery.Edge]bool{}
	inside := from != nil && from.Parent() == f
	for _, u := range t.emptyTests(f) {
		if u.edge.To == u.other.To || !t.isTestOf(u, l) {
			continue
		}
		if !inside || from.Block() != u.read.Block() || t.order.Dominates(from, u.read) {
			cut[u.other] = true
		}
	}
	switch {
	case len(cut) == 0:
		return false
	case !inside:
		return !ssaquery.Reachable(f.Blocks[0], at.Block(), cut)
	case from.Block() == at.Block() && t.order.Dominates(from, at):
		return false
	}
	return !slices.ContainsFunc(from.Block().Succs, func(b *ssa.BasicBlock) bool {
		return !cut[ssaquery.Edge{From: from.Block(), To: b}] && ssaquery.Reachable(b, at.Block(), cut)
	})
}

// isTestOf reports whether u tests what l holds, or a variable that was set to it once.
func (t *tested) isTestOf(u emptyTest, l pointsto.Loc) bool {
	ls := t.code.Locs(u.read.X)
	if len(ls) != 1 {
		return false
	}
	if ls[0] == l {
		return true
	}
	defs := t.code.Defs(ls[0])
	if len(defs) != 1 || defs[0].Path != "" || defs[0].Store.Parent() != u.read.Parent() {
		return false
	}
	return slices.Contains(t.code.ReadFrom(defs[0].Store.Val), l)
}

// emptyTests returns the tests in f.
func (t *tested) emptyTests(f *ssa.Function) []emptyTest {
	tests, ok := t.tests[f]
	if ok {
		return tests
	}
	for _, b := range f.Blocks {
		i := ssaquery.Test(b)
		if i == nil {
			continue
		}
		cond, ok := i.Cond.(*ssa.BinOp)
		if !ok || cond.Op != token.EQL && cond.Op != token.NEQ || !ssaquery.IsEmptyString(cond.Y) {
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
		tests = append(tests, emptyTest{u, ssaquery.Edge{From: b, To: is}, ssaquery.Edge{From: b, To: isNot}})
	}
	t.tests[f] = tests
	return tests
}
