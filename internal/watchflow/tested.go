package watchflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file tells where a version is used only after a test that it is not "".

// notEmpty reports whether control comes from the instruction from, which stores at l,
// or from the start of the function if from is in another one or nil, to at only past
// a test that l does not hold "".
func (rw *rewriting) notEmpty(from, at ssa.Instruction, l pointsto.Loc) bool {
	f := at.Parent()
	cut := map[ssaquery.Edge]bool{}
	inside := from != nil && from.Parent() == f
	for _, t := range rw.unsetTests(f) {
		if t.text != "" || t.edge.To == t.other.To || !rw.isTestOf(t, l) {
			continue
		}
		if !inside || from.Block() != t.read.Block() || rw.order.Dominates(from, t.read) {
			cut[t.other] = true
		}
	}
	switch {
	case len(cut) == 0:
		return false
	case !inside:
		return !ssaquery.Reachable(f.Blocks[0], at.Block(), cut)
	case from.Block() == at.Block() && rw.order.Dominates(from, at):
		return false
	}
	for _, b := range from.Block().Succs {
		if !cut[ssaquery.Edge{From: from.Block(), To: b}] && ssaquery.Reachable(b, at.Block(), cut) {
			return false
		}
	}
	return true
}

// isTestOf reports whether t tests what l holds, or a variable that was set to it once.
func (rw *rewriting) isTestOf(t unsetTest, l pointsto.Loc) bool {
	ls := rw.Locs(t.read.X)
	if len(ls) != 1 {
		return false
	}
	if ls[0] == l {
		return true
	}
	defs := rw.Defs(ls[0])
	if len(defs) != 1 || defs[0].Path != "" || defs[0].Store.Parent() != t.read.Parent() {
		return false
	}
	return slices.Contains(rw.ReadFrom(defs[0].Store.Val), l)
}
