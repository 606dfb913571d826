package watchflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file tells which watches that are kept in a field are the same ones as long as a
// loop runs.

// field is ofWatch of what lies in the field at fa: one that is set only where a struct is
// made. The struct is the same one in each round.
func (w *spin) field(fa *ssa.FieldAddr, channel bool) bool {
	if !ssaquery.IsGiven(fa.X) {
		return false
	}
	set, ok := w.setWhenMade(fa)
	return ok && len(set) > 0 && !slices.ContainsFunc(set, func(v ssa.Value) bool { return !w.ofWatch(v, channel) })
}

// setWhenMade returns what the field at fa is set to in the package; ok is false if that is
// not known, or if it is set in a struct that somebody may have already.
func (w *spin) setWhenMade(fa *ssa.FieldAddr) (set []ssa.Value, ok bool) {
	field, of := ssaquery.StructField(fa.X.Type(), fa.Field), ssaquery.Deref(fa.X.Type())
	if field.Exported() || field.Pkg() != w.pkg {
		return nil, false
	}
	for _, instr := range w.Instrs() {
		switch instr := instr.(type) {
		case *ssa.Store: // of a whole struct
			if _, local := instr.Addr.(*ssa.Alloc); types.Identical(instr.Val.Type(), of) && (!local || ssaquery.InLoop(instr.Block())) {
				return nil, false
			}
		case *ssa.FieldAddr:
			if ssaquery.StructField(instr.X.Type(), instr.Field) != field {
				continue
			}
			for _, r := range usesOf(instr) {
				if _, read := r.(*ssa.UnOp); read {
					continue
				}
				st, ok := r.(*ssa.Store)
				_, new := soleValue(w.code, instr.X).(*ssa.Alloc)
				if !ok || st.Addr != ssa.Value(instr) || !new || ssaquery.InLoop(st.Block()) {
					return nil, false
				}
				set = append(set, st.Val)
			}
		}
	}
	return set, true
}
