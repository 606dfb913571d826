package attempt

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// isSettled reports whether nothing can come any more of the write that was refused on p: control does not come back to it,
// and nobody holds the conflict, to test it before another write. So p ends here; all else is asked of the path on which the
// write went well. It is not so in a retry.
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
	for _, v := range h.cells.all() { // what nobody can reach is swept
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

// comesBack reports whether control may come from the block at, in fr, to site again. It is taken to, unless site lies in the
// function that all began with.
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
