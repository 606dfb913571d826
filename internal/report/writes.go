package report

import (
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/visible"
)

// A Write is one of the writes of a finding that has several: what the finding
// says where it stands at this one.
type Write struct {
	Pos, End token.Pos
	Category string // "write", "call" or "option"
	Message  string // without a word of the other writes
	What     string // the expression that mutates
	Posn     string // where, as package/file.go:line
	Trace    []Step // the way to it
}

// step is the last step of w's way.
func (w Write) step() Step {
	return Step{Text: w.Posn + ": " + w.What + writesIt}
}

const (
	// writesIt ends the last step of the way to a write.
	writesIt = " writes it"
	// here begins the way to the write at which a finding stands.
	here = "written here"
)

// further begins the way to another write, by category.
var further = map[string]string{
	"write":  "also written here: ",
	"call":   "also written by this call: ",
	"option": "also made a write by this option: ",
}

// Mutates is the expression that mutates, if text is that of the last step of
// the way to a write.
func Mutates(text string) (what string, ok bool) {
	return strings.CutSuffix(text, writesIt)
}

// related are the ways to all writes in one list, as a diagnostic has no other
// place for them: each begins with a step at the write. [Writes] reads it.
func related(ws []Write) []analysis.RelatedInformation {
	var out []analysis.RelatedInformation
	for i, w := range ws {
		text := here
		if i > 0 {
			text = further[w.Category] + w.Message
		}
		out = append(out, analysis.RelatedInformation{Pos: w.Pos, End: w.End, Message: visible.Line(text)})
		for _, s := range append(slices.Clone(w.Trace), w.step()) {
			pos := s.Pos
			if !pos.IsValid() {
				pos = w.Pos
			}
			out = append(out, analysis.RelatedInformation{Pos: pos, Message: visible.Line(s.Text)})
		}
	}
	return out
}

// Writes takes d apart: a diagnostic for each of its writes, with the way to
// that one, none of which tells of the others. There are none if d is not about
// writes.
func Writes(fset *token.FileSet, d analysis.Diagnostic) []analysis.Diagnostic {
	if len(d.Related) == 0 || d.Related[0].Message != here {
		return nil
	}
	var out []analysis.Diagnostic
	for i, r := range d.Related {
		w := d
		w.Pos, w.End, w.Related = r.Pos, r.End, nil
		begins := i == 0
		for category, prefix := range further {
			if message, ok := strings.CutPrefix(r.Message, prefix); ok {
				w.Category, w.Message = category, message
				begins = true
			}
		}
		if begins {
			out = append(out, w)
		} else {
			last := &out[len(out)-1]
			last.Related = append(last.Related, r)
		}
	}
	places := make([]token.Position, len(out))
	for i, w := range out {
		places[i] = fset.Position(w.Pos)
	}
	out[0].Message = strings.TrimSuffix(d.Message, Also(places))
	return out
}

// byLine are the writes of each line.
func byLine(fset *token.FileSet, ws []Write) [][]Write {
	var out [][]Write
	index := make(map[token.Pos]int) // by the line's start
	for _, w := range ws {
		file := fset.File(w.Pos)
		line := file.LineStart(file.PositionFor(w.Pos, false).Line)
		i, ok := index[line]
		if !ok {
			i = len(out)
			index[line] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], w)
	}
	return out
}

// Also is what the message of a finding at the first of these places says of its
// further writes, at the others: the nearest, and how many more lines there are.
func Also(places []token.Position) string {
	type line struct {
		file string
		line int
	}
	seen := make(map[line]bool)
	nearest := ""
	more := 0
	for i, p := range places {
		l := line{p.Filename, p.Line}
		if seen[l] {
			continue
		}
		seen[l] = true
		switch {
		case i == 0:
		case nearest == "":
			nearest = fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
		default:
			more++
		}
	}
	nearest = visible.Line(nearest)
	switch {
	case nearest == "":
		return ""
	case more == 0:
		return "; also written at " + nearest
	case more == 1:
		return "; also written at " + nearest + " and 1 more place"
	}
	return fmt.Sprintf("; also written at %s and %d more places", nearest, more)
}
