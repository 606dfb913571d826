package effect

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Write says that a function writes memory of its caller.
type Write struct {
	At   Ref
	What string // "Labels[...] =", "SetLabels": for the message
	Posn string // where the write itself stands
	Via  []Hop  // the calls that lead to it, outermost first

	site Site
}

// FromTable reports whether w comes from a row of the tables: then it stands where
// the call stands.
func (w *Write) FromTable() bool { return w.Posn == "" }

// Site is where w stands in the function that is analysed.
func (w *Write) Site() Site { return w.site }

// A statement that writes, in this function or in one that it calls.
type statement struct {
	posn string
	pos  token.Pos // of the call that the tables know, if it is one
}

func (w *Write) statement() statement {
	if w.FromTable() {
		return statement{pos: w.site.Pos}
	}
	return statement{posn: w.Posn}
}

// AtSite is w, which stands at s.
func (w Write) AtSite(s Site) Write {
	w.site = s
	return w
}

// A Site is where a write stands in the function that is analysed. It is not
// part of what is exported to other packages.
type Site struct {
	Pos  token.Pos // the write, or the call that leads to it
	Inst ssa.Instruction
	// Through is the operand of Inst that the write goes through, nil if that
	// is not one.
	Through ssa.Value
	// Callee is the memory that the callee writes, in its own terms; zero if Pos is
	// not a call that leads to the write.
	Callee Ref
	// Arg is the number of the argument of the call at Pos that carries the
	// object, the receiver being 0; -1 if there is no such call.
	Arg int
}

// TrimWrites keeps, in their order, the first perPlace writes of each place, and at
// most max: the first of each place before the second ones; of these one place of each
// statement before further ones, which a function that calls itself has many of; and
// of these the first in the source, as what comes later may be reached only through
// them. It reports whether there were more than max.
func TrimWrites(ws []Write, perPlace, max int) (out []Write, cut bool) {
	nth := make([]int, len(ws))   // the number of ws[i] among those of its place
	again := make([]int, len(ws)) // and among those that its statement writes
	written := map[statement]int{}
	var kept []int
	for i, w := range ws {
		if i > 0 && w.At == ws[i-1].At {
			nth[i] = nth[i-1] + 1
		}
		if nth[i] < perPlace {
			kept = append(kept, i)
			again[i] = written[w.statement()]
			written[w.statement()]++
		}
	}
	cut = len(kept) > max
	if cut {
		slices.SortStableFunc(kept, func(i, j int) int {
			return cmp.Or(cmp.Compare(nth[i], nth[j]), cmp.Compare(again[i], again[j]), cmp.Compare(ws[i].Site().Pos, ws[j].Site().Pos))
		})
		kept = kept[:max]
		slices.Sort(kept)
	}
	for _, i := range kept {
		out = append(out, ws[i])
	}
	return out, cut
}

// A Hop is one step of the way from a call to the write it leads to, or from a
// call to the read of the cache behind it.
type Hop struct {
	Func  string // the function called (or field read), as a reader would write it
	Posn  string // where, as package/file.go:line
	Field bool   // Func is a field
}

// AddHop is the way via with h before it; of a way that is too long the inner end
// is left out.
func AddHop(h Hop, via []Hop) []Hop {
	out := make([]Hop, 0, len(via)+1)
	out = append(out, h)
	out = append(out, via...)
	if len(out) > MaxVia {
		out = out[:MaxVia]
	}
	return out
}

// MaxVia bounds the calls that a way names: a message with more is not read.
const MaxVia = 6
