package watchflow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Comparison is one of two resourceVersions for order, made by hand.
type Comparison struct {
	Pos token.Pos
	// Strings: compared as text, where "9" comes after "10".
	Strings bool
}

// comparisons lists the comparisons of versions as text, and those of the
// numbers that they were parsed to.
func comparisons(o *origins) []*Comparison {
	var out []*Comparison
	for _, instr := range o.Instrs() {
		b, ok := instr.(*ssa.BinOp)
		if !ok || !isOrderOp(b.Op) {
			continue
		}
		switch {
		case isKind(b.X.Type(), types.IsString):
			if o.isObjectVersion(b.X) && o.isObjectVersion(b.Y) {
				out = append(out, &Comparison{b.Pos(), true})
			}
		case isKind(b.X.Type(), types.IsInteger):
			if o.isParsedVersion(b.X) && o.isParsedVersion(b.Y) {
				out = append(out, &Comparison{b.Pos(), false})
			}
		}
	}
	return out
}
