package watchflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// deadStores lists the stores of an event's version into watch options that
// nothing reads afterwards: options that were passed by value, so that the
// caller's loop goes on from where it was.
func deadStores(l *loops) []*ssa.Store {
	var out []*ssa.Store
	for _, instr := range l.code.Instrs() {
		st, ok := instr.(*ssa.Store)
		if !ok || setsOptionsVersion(st) == nil {
			continue
		}
		a, ok := setsOptionsVersion(st).X.(*ssa.Alloc)
		if !ok || l.code.Escapes(a) || !l.origins.isEventVersion(st.Val) {
			continue
		}
		advances := slices.ContainsFunc(l.advances, func(x *Advance) bool { return x.Site == ssa.Instruction(st) })
		if !advances && !readAfter(a, st) && watchedWith(l, a) {
			out = append(out, st)
		}
	}
	return out
}

// readAfter reports whether the options a, or the version in them, are read after
// st, which sets the version.
func readAfter(a *ssa.Alloc, st *ssa.Store) bool {
	set := setsOptionsVersion(st)
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
			if ssaquery.RunsAfter(st, r) {
				return true
			}
		case *ssa.FieldAddr:
			if r.Field != set.Field || r == set {
				continue
			}
			for _, rr := range *r.Referrers() {
				if u, ok := rr.(*ssa.UnOp); ok && ssaquery.RunsAfter(st, u) {
					return true
				}
			}
		}
	}
	return false
}

// watchedWith reports whether a watch is started with the options a.
func watchedWith(l *loops, a *ssa.Alloc) bool {
	return slices.ContainsFunc(*a.Referrers(), func(r ssa.Instruction) bool {
		u, ok := r.(*ssa.UnOp)
		return ok && slices.ContainsFunc(l.sinks, func(s *Sink) bool { return s.value == ssa.Value(u) })
	})
}
