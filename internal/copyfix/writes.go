package copyfix

import (
	"go/token"
)

// Writes are the writes to one object of the cache, in one function.
type Writes struct {
	// At are the places of the writes, and of the calls that lead to one, in
	// the order of the source; there is at least one.
	At []token.Pos
	// Args are the numbers of the arguments that carry the object, for the
	// calls in At where that is known: 1 is the first, 0 the
	// receiver, and less that none of them does.
	Args map[token.Pos]int
	// Source is where the object comes in: the call that gets it, or (Entry) a
	// function that a framework calls with it, and that it then forgets.
	Source token.Pos
	Entry  bool
	// Of is one of At, where it is enough to fix the writes through the variable that this one goes
	// through, and others in its scope.
	Of token.Pos
}

// first is the place of the first write.
func (w Writes) first() token.Pos { return w.At[0] }

// last is the place of the last write.
func (w Writes) last() token.Pos { return w.At[len(w.At)-1] }
