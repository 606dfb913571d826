package copyfix

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// Writes are the writes to one object of the cache, in one function.
type Writes struct {
	// At are the places of the writes, and of the calls that lead to one, in
	// the order of the source; there is at least one.
	At []token.Pos
	// Args are the numbers of the arguments that carry the object, for the
	// calls in At where that is known: 1 is the first, 0 the receiver.
	Args map[token.Pos]int
	// Source is where the object comes in: the call that gets it, or (Entry) a
	// function that a framework calls with it, and that it then forgets.
	Source token.Pos
	Entry  bool
}

// first is the place of the first write.
func (w Writes) first() token.Pos { return w.At[0] }

// last is the place of the last write.
func (w Writes) last() token.Pos { return w.At[len(w.At)-1] }

// Find returns the edit that fixes w, in the package of pass, or nothing if no
// single copy does it without a change of meaning. See the package
// documentation for the places that it considers and their order.
func Find(pass *analysis.Pass, w Writes) []analysis.SuggestedFix {
	syntax := fileAt(pass, w.first())
	if syntax == nil || ast.IsGenerated(syntax) {
		return nil
	}
	f := &fixer{file: &file{pass, syntax}, w: w}
	for _, form := range []func() *analysis.SuggestedFix{f.copyVariable, f.copyArgument, f.nameAssertion} {
		if fix := form(); fix != nil {
			return []analysis.SuggestedFix{*fix}
		}
	}
	return nil
}

// A fixer looks for the edit that fixes some writes. Each form of an edit has a
// method, in a file of its own.
type fixer struct {
	file *file
	w    Writes
}

// readers are those who may read the object after the writes.
func (f *fixer) readers() *readers { return &readers{f.file, f.w.Entry} }
