package copyfix

// A fixer looks for the edit that fixes some writes. Each form of an edit has a
// method, in a file of its own.
type fixer struct {
	file *file
	w    Writes
}

// readers are those who may read the object after the writes.
func (f *fixer) readers() *readers { return &readers{f.file, f.w.Entry} }
