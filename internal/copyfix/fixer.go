package copyfix

import (
	"go/token"
	"slices"
)

// A fixer looks for the edit that fixes some writes. Each form of an edit has a
// method, in a file of its own.
type fixer struct {
	file *file
	w    Writes
}

// readers are those who may read the object after the writes.
func (f *fixer) readers() *readers { return &readers{f.file, f.w.Entry} }

// narrow leaves out the writes beyond the scope of the variable that the write at Of goes through: these
// have another one. It is not ok if that is not known.
func (f *fixer) narrow() bool {
	t := (&targets{f.file, f.w.Args}).at(f.w.Of)
	if t == nil || t.v.Parent() == nil {
		return false
	}
	f.w.At = slices.DeleteFunc(slices.Clone(f.w.At), func(at token.Pos) bool { return !t.v.Parent().Contains(at) })
	return len(f.w.At) > 0
}
