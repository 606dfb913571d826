package cachemutate

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/ownership"
	"github.com/k8slint/k8slint/internal/posn"
)

// Managing is what a package does with managers and their clients. Its
// slices are sorted.
type Managing struct {
	Options  []Option
	Uncached []string // types whose objects are never read from the cache
	Live     []string // fields and variables with clients that are no manager's
	Writes   []ManagedWrite
	// Joined are pairs of packages, one with options and one with writes,
	// that this package has reported on.
	Joined []string
}

// A ManagedWrite is a write to what a manager's client read.
type ManagedWrite struct {
	Type, Client   string // as in ownership.Managed
	Read, ReadPosn string
	ReadVia        []string // functions that the object came through
	WriteAt
	Further []WriteAt // the other writes of the object

	finding *ownership.Finding
}

// A WriteAt is one write.
type WriteAt struct {
	What, Posn string
	Via        []string // functions that lead to it
	At         string   // the write or the call that leads to it: file, line and column
}

func writeAt(pass *analysis.Pass, f *ownership.Finding) WriteAt {
	return WriteAt{What: f.What, Posn: f.Posn, Via: names(f.Via), At: posn.Exactly(pass, f.Pos)}
}

func managedWrite(pass *analysis.Pass, f *ownership.Finding) ManagedWrite {
	m := f.Origin.Managed
	out := ManagedWrite{
		Type: m.Type, Client: m.Client,
		Read: f.Origin.What, ReadPosn: f.Origin.Posn, ReadVia: names(f.Origin.Via),
		WriteAt: writeAt(pass, f),
		finding: f,
	}
	for _, w := range f.Further {
		out.Further = append(out.Further, writeAt(pass, w))
	}
	return out
}

func names(via []effect.Hop) []string {
	var out []string
	for _, h := range via {
		out = append(out, h.Func)
	}
	return out
}

// maxManaged bounds the writes that a package tells others of, in the order of
// the source, and the findings of a package that come from options. It is more
// than anybody reads, and keeps the facts small that every importing package
// loads.
const maxManaged = 200

// An Option is what a program tells the cache of a controller-runtime manager
// about deep copies.
type Option struct {
	Field string // "DefaultUnsafeDisableDeepCopy"
	Type  string // the objects it is about, as package path and name; "" for all
	Off   bool   // it asks for copies
	Posn  string // where, as package/file.go:line

	pos, end token.Pos
}
