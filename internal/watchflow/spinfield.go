package watchflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file tells which fields keep the watch that was put into them when their struct was
// made.

// setWhenMade returns what the field at fa is set to in the package; ok is false if that is
// not known, or if it is set in a struct that somebody may have already.
func setWhenMade(c *code, fa *ssa.FieldAddr) (set []ssa.Value, ok bool) {
	field, of := ssaquery.StructField(fa.X.Type(), fa.Field), ssaquery.Deref(fa.X.Type())
	if field.Exported() || field.Pkg() != c.pkg {
		return nil, false
	}
	for _, instr := range c.Instrs() {
		switch instr := instr.(type) {
		case *ssa.Store: // of a whole struct
			if _, local := instr.Addr.(*ssa.Alloc); types.Identical(instr.Val.Type(), of) && (!local || ssaquery.InLoop(instr.Block())) {
				return nil, false
			}
		case *ssa.FieldAddr:
			if ssaquery.StructField(instr.X.Type(), instr.Field) != field {
				continue
			}
			for _, r := range *instr.Referrers() {
				if _, read := r.(*ssa.UnOp); read {
					continue
				}
				st, ok := r.(*ssa.Store)
				_, new := soleValue(c, instr.X).(*ssa.Alloc)
				if !ok || st.Addr != ssa.Value(instr) || !new || ssaquery.InLoop(st.Block()) {
					return nil, false
				}
				set = append(set, st.Val)
			}
		}
	}
	return set, true
}
