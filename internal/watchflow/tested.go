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

// An emptyTest is a test whether the version v is "".
type emptyTest struct {
	v           ssa.Value
	edge, other ssaquery.Edge // that is taken if it is, and if it is not
}

// at reports whether control comes to at only past a test that path of the register v is
// not "".
func (t *tested) at(at ssa.Instruction, v ssa.Value, path string) bool {
	from, _ := v.(ssa.Instruction)
	return ssaquery.IsRegister(v) && v.Parent() == at.Parent() && t.notEmpty(from, at, func(x ssa.Value) bool {
		if x == v {
			return path == ""
		}
		ls := t.code.ReadFrom(x)
		if len(ls) != 1 {
			return false
		}
		defs := t.code.Defs(ls[0])
		return len(defs) == 1 && defs[0].Val == v && defs[0].Path == path
	})
}

// holds reports whether control comes from the instruction from, which stores at l,
// or from the start of the function if from is in another one or nil, to at only past
// a test that l does not hold "".
func (t *tested) holds(from, at ssa.Instruction, l pointsto.Loc) bool {
	return t.notEmpty(from, at, func(x ssa.Value) bool { return slices.Equal(t.code.ReadFrom(x), []pointsto.Loc{l}) })
}

// notEmpty reports whether control comes from the instruction from, or from the start of the
// function if from is in another one or nil, to at only past a test that a value is not "" of
// which about is true.
func (t *tested) notEmpty(from, at ssa.Instruction, about func(ssa.Value) bool) bool {
	f := at.Parent()
	cut := map[ssaquery.Edge]bool{}
	inside := from != nil && from.Parent() == f
	for _, u := range t.emptyTests(f) {
		if u.edge.To == u.other.To || !about(u.v) {
			continue
		}
		read, _ := u.v.(ssa.Instruction)
		if !inside || read == nil || from.Block() != read.Block() || from == read || t.order.Dominates(from, read) {
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
		is, isNot := b.Succs[0], b.Succs[1]
		if cond.Op == token.NEQ {
			is, isNot = isNot, is
		}
		tests = append(tests, emptyTest{cond.X, ssaquery.Edge{From: b, To: is}, ssaquery.Edge{From: b, To: isNot}})
	}
	t.tests[f] = tests
	return tests
}
