package attempt

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// isSettled reports whether p can end because nothing more comes of the write that was refused on it. Control does not come
// back to that write, and nothing holds the conflict, which a test could ask for before another write. What else happens, the
// path shows on which the write went well. In a retry no write is settled.
func isSettled(m *memory, fr *machine.Frame, p *path) bool {
	h := p.h
	if h.failed == nil || h.region != nil || h.tested || h.resent != nil || comesBack(fr, p.Block, h.failed.Site) {
		return false
	}
	for _, v := range p.env.all() {
		if leadsToConflict(m, v) {
			return false
		}
	}
	for _, v := range h.cells.all() { // sweep has dropped those that cannot be reached
		if leadsToConflict(m, v) {
			return false
		}
	}
	for _, d := range p.defers {
		if leadsToConflict(m, d.fn) || slices.ContainsFunc(d.args, func(v value) bool { return leadsToConflict(m, v) }) {
			return false
		}
	}
	return true
}

// comesBack reports whether control may come to site again from the block at, in fr. For a site outside the outermost
// function it is assumed to.
func comesBack(fr *machine.Frame, at *ssa.BasicBlock, site ssa.CallInstruction) bool {
	for ; fr.Up != nil; fr = fr.Up {
		at = fr.Call.Block()
	}
	return fr.Fn != site.Parent() || ssaquery.LeadsOn(at, site.Block())
}

// leadsToConflict reports whether v is the conflict, or made of it.
func leadsToConflict(m *memory, v value) bool {
	switch v.kind {
	case conflict, errText, status:
		return true
	case function:
		return slices.ContainsFunc(m.funcs[v.obj].binds, func(b value) bool { return leadsToConflict(m, b) })
	}
	return false
}
