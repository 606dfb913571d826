package flow

import (
	"golang.org/x/tools/go/ssa"
)

// Names are the values of a function and its literals that are one of vs, or hold it: what it is converted to,
// variables, and structs, slices and arguments made of it. Parts of it are not among them.
func Names(vs ...ssa.Value) map[ssa.Value]bool {
	return Walk{Along: Converted | Represented | Asserted | Merged | Loaded | Kept | Gathered | Sliced}.Names(vs...)
}

// Variable is the function's own variable, or the struct or array that it makes, in which the address at lies;
// nil if it lies behind a pointer.
func Variable(at ssa.Value) *ssa.Alloc {
	for {
		switch x := at.(type) {
		case *ssa.Alloc:
			return x
		case *ssa.FieldAddr:
			at = x.X
		case *ssa.IndexAddr:
			at = x.X
		default:
			return nil
		}
	}
}
