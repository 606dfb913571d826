package watchflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
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
		if !advances && !readAfter(a, st) {
			out = append(out, st)
		}
	}
	return out
}

// readAfter reports whether the options a, or the version in them, are read after st, which sets the version.
func readAfter(a *ssa.Alloc, st *ssa.Store) bool {
	along := flow.Walk{Along: flow.Parts, Where: func(u flow.Use) bool {
		fa, part := u.At.(*ssa.FieldAddr)
		return !part || fa.Field == setsOptionsVersion(st).Field
	}}
	return !along.Only(a, func(u flow.Use) bool {
		load, ok := u.At.(*ssa.UnOp)
		return !ok || !ssaquery.RunsAfter(st, load)
	})
}
