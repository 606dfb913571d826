package report

import (
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/visible"
	"github.com/k8slint/k8slint/internal/wording"
)

// A Write is one of the writes of a finding that has several: what the finding
// says where it stands at this one.
type Write struct {
	Pos, End token.Pos
	Category string // "write", "call" or "option"
	Message  string // without the other writes
	What     string // the expression that mutates
	Does     Does   // how it does
	Posn     string // where, as package/file.go:line
	Trace    []Step // the path to it
	// There is where the write itself is, if the finding stands elsewhere, in another package.
	There *There
}

// A There is what a driver that sees the whole program says of a write of another package than
// the one that shows it to be wrong.
type There struct {
	Posn    string // file, line and column
	Message string
}

// Does is how an expression mutates.
type Does int

const (
	// Writes: a call writes the object.
	Writes Does = iota
	// IsWritten: the expression is assigned to.
	IsWritten
	// Decodes: a call sends a request, and decodes the response into the object.
	Decodes
)

// does ends the last step of the path to a write.
var does = [...]string{Writes: " writes it", IsWritten: " is written", Decodes: " decodes the response into it"}

// step is the last step of w's path.
func (w Write) step() Step {
	return Step{Text: w.Posn + ": " + w.What + does[w.Does]}
}

// here begins the path to the write at which a finding stands.
const here = "written here"

// further begins the path to another write, by category.
var further = map[string]string{
	"write":  "also written here: ",
	"call":   "also written by this call: ",
	"option": "also made a write by this option: ",
}

// there stands behind the place of a There.
const there = ": the write itself: "

// Elsewhere is the message of a There, if step is one as related information.
func Elsewhere(step string) (message string, ok bool) { return strings.CutPrefix(step, there[2:]) }

// Mutates is the expression that mutates, if text is that of the last step of
// the path to a write.
func Mutates(text string) (what string, ok bool) {
	for _, d := range does {
		if what, ok := strings.CutSuffix(text, d); ok {
			return what, true
		}
	}
	return text, false
}

// related are the paths to all writes in one list, as a diagnostic has no other
// place for them: each begins with a step at the write. [Each] reads it.
func related(ws []Write) []analysis.RelatedInformation {
	var out []analysis.RelatedInformation
	for i, w := range ws {
		text := here
		if i > 0 {
			text = further[w.Category] + w.Message
		}
		out = append(out, analysis.RelatedInformation{Pos: w.Pos, End: w.End, Message: visible.Line(text)})
		if t := w.There; t != nil {
			out = append(out, analysis.RelatedInformation{Pos: w.Pos, Message: visible.Line(t.Posn + there + t.Message)})
		}
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

// Each takes d apart: a diagnostic for each of its writes, with the way to
// that one, none of which tells of the others. There are none if d is not about
// writes.
func Each(fset *token.FileSet, d analysis.Diagnostic) []analysis.Diagnostic {
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
	further := lines(places)
	if len(further) == 0 {
		return ""
	}
	return alsoAt(further[0], len(further)-1)
}

// Rooms are how many characters there are for the message of a finding at each of these
// places, whichever of the places behind it Also tells of.
func Rooms(places []token.Position) []int {
	out := make([]int, len(places))
	seen := make(map[line]bool)
	var longest, second line // by name, of those seen
	for i, p := range slices.Backward(places) {
		l := lineOf(p)
		if n := l.length(); !seen[l] && n > longest.length() {
			longest, second = l, longest
		} else if !seen[l] && n > second.length() {
			second = l
		}
		seen[l] = true
		other := longest
		if other == l {
			other = second
		}
		out[i] = wording.Max
		if len(seen) > 1 {
			out[i] -= utf8.RuneCountInString(alsoAt("", len(seen)-2)) + other.length()
		}
	}
	return out
}

// maxFile bounds the name of a file that Also names: there is room for a message before it.
const maxFile = 30

// A line is one that a message can name; the zero line is none.
type line struct {
	file string
	line int
}

func lineOf(p token.Position) line { return line{p.Filename, p.Line} }

// from is how a message at a place in the file near names l.
func (l line) from(near string) string {
	if l.file == near {
		return fmt.Sprintf("line %d", l.line)
	}
	return l.String()
}

// String is how a message at a place in another file names l.
func (l line) String() string {
	if file := filepath.Base(l.file); utf8.RuneCountInString(visible.Line(file)) <= maxFile {
		return fmt.Sprintf("%s:%d", file, l.line)
	}
	return "another place"
}

// length is that of the longest name of l, 0 if it has none.
func (l line) length() int {
	if l == (line{}) {
		return 0
	}
	return max(utf8.RuneCountInString(visible.Line(l.String())), len(l.from(l.file)))
}

// lines are the lines of places but for that of the first, each once, as a message
// names them.
func lines(places []token.Position) []string {
	seen := make(map[line]bool)
	var out []string
	for i, p := range places {
		if l := lineOf(p); !seen[l] {
			seen[l] = true
			if i > 0 {
				out = append(out, l.from(places[0].Filename))
			}
		}
	}
	return out
}

func alsoAt(nearest string, more int) string {
	switch more {
	case 0:
		return "; also written at " + nearest
	case 1:
		return "; also written at " + nearest + " and 1 more place"
	}
	return fmt.Sprintf("; also written at %s and %d more places", nearest, more)
}
