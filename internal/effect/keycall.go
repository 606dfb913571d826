package effect

import (
	"cmp"
	"fmt"
	"go/token"
)

// A KeyCall says that functions known by Key are called with cached memory.
type KeyCall struct {
	Key  string
	Args [][]Ref
	// Origins and Heap are what Args refer to, as in a Summary.
	Origins []Origin
	Heap    []Cell

	Local bool // within the package under analysis

	from string
	pos  token.Pos
}

// Equal reports whether two calls do the same.
func (kc KeyCall) Equal(other KeyCall) bool {
	return kc.Local == other.Local && CompareKeyCalls(kc, other) == 0 && fmt.Sprint(kc.Heap) == fmt.Sprint(other.Heap)
}

// From is the path of the package that makes the call, "" if that is the one under
// analysis or a row of the tables says so.
func (kc *KeyCall) From() string { return kc.from }

// OfPackage is kc, which the package at path makes.
func (kc KeyCall) OfPackage(path string) KeyCall {
	kc.from, kc.pos = path, token.NoPos
	return kc
}

// Pos is where the package under analysis makes the call, invalid if another one does.
func (kc *KeyCall) Pos() token.Pos { return kc.pos }

// AtPos is kc, which the package under analysis makes at pos.
func (kc KeyCall) AtPos(pos token.Pos) KeyCall {
	kc.pos = pos
	return kc
}

// CompareKeyCalls orders calls by their keys, and then by what they are given.
func CompareKeyCalls(a, b KeyCall) int {
	return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(fmt.Sprint(a.Origins, a.Args), fmt.Sprint(b.Origins, b.Args)))
}
