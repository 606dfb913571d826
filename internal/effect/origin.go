package effect

import (
	"go/token"
)

// An Origin is a read of the informer cache.
type Origin struct {
	What string // "serviceLister.Get"
	Posn string // where, as package/file.go:line
	Typ  string // dynamic type of the object, "" if unknown
	Via  []Hop  // the getters it came through, outermost first
	// Managed says that this is a read of the cache's memory only under some
	// manager; nil if it always is.
	Managed *Managed
	// Lister is the number of the parameter that is read, counted from 1; 0 if none is.
	// A function that is given nil in its place reads something else.
	Lister int

	pos token.Pos // where it came into the function under analysis
}

// Pos is where o came into the function that is analysed. Other packages do not get it.
func (o *Origin) Pos() token.Pos { return o.pos }

// SetPos sets what Pos returns.
func (o *Origin) SetPos(pos token.Pos) { o.pos = pos }

// Through is o, handed on by the call h.
func (o *Origin) Through(h Hop) *Origin {
	c := *o
	c.Via = AddHop(h, o.Via)
	return &c
}

// A Managed read is one through the client of a controller-runtime manager. It
// copies what it reads, unless the cache options of the manager turn deep
// copies off. The program that makes the manager knows that; the package that reads does
// not. Such reads are followed like any other, apart from them: Result.Conditional has
// what they lead to.
type Managed struct {
	// Type is the type of the objects read, as package path and name, "" if
	// it is not known.
	Type string
	// Client is the field (or variable) that holds the client, "" if it is
	// neither.
	Client string
	// Given says that the function was given the client, so that it may belong to no
	// manager.
	Given bool
}
