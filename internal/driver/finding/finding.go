// Package finding holds a finding with resolved positions: the form that is
// cached, compared and printed.
package finding

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/visible"
)

// A Pos is a place in a file. Line and Col count from 1, Col in bytes.
type Pos struct {
	File string
	Line int
	Col  int
}

func (p Pos) String() string {
	s := p.File
	if p.Line > 0 {
		s += ":" + strconv.Itoa(p.Line)
		if p.Col > 0 {
			s += ":" + strconv.Itoa(p.Col)
		}
	}
	if s == "" {
		return "-"
	}
	return s
}

// Valid reports whether p names a line.
func (p Pos) Valid() bool { return p.Line > 0 }

// A Step is one step of a finding's trace.
type Step struct {
	// Pos has a File that is not absolute if the step lies in a dependency.
	Pos, End Pos
	Real     Pos // as that of a Finding
	Text     string
}

// An Edit replaces the bytes [Start, End) of a file.
type Edit struct {
	File       string
	Start, End int
	New        string
}

// A Fix is one way to fix a finding.
type Fix struct {
	Message string
	Edits   []Edit
}

// A Finding is a diagnostic with its positions resolved.
type Finding struct {
	Analyzer string
	Category string
	Pos, End Pos
	// Real is where Pos lies in the file that was analysed, if a //line
	// directive says that it is elsewhere, and otherwise zero.
	Real    Pos
	Message string
	URL     string
	// Severity is what the user's configuration says, zero where nobody asked.
	Severity claim.Severity
	Trace    []Step
	Fixes    []Fix
	// Writes, of a finding that is about writes, are all of them in the order
	// in which the program comes to them, the first at Pos. It is empty for
	// findings that are about something else.
	Writes []Write
}

// A Write is one of the writes of a cause: what a finding says that stands at
// this one.
type Write struct {
	Pos, End Pos // the write, or the call that leads to it
	Real     Pos // as that of a Finding
	Category string
	Message  string // without a word of the other writes
	What     string // the expression that mutates, as its author wrote it
	Func     string // the function that Pos is in: "sync", "(*Controller).sync"
	Trace    []Step // the way to it
	// There is the write itself, if Pos is what makes it one in another package.
	There *There
}

// A There is where a write is, and what is said of it there. Pos has a File that is not absolute
// as that of a Step.
type There struct {
	Pos     Pos
	Message string
}

// AtWrites is f at the writes themselves, if f stands elsewhere.
func (f Finding) AtWrites() (Finding, bool) {
	ws := slices.Clone(f.Writes)
	for i, w := range ws {
		if w.There == nil {
			return f, false
		}
		ws[i].Pos, ws[i].End, ws[i].Real, ws[i].Message, ws[i].There = w.There.Pos, Pos{}, Pos{}, w.There.Message, nil
	}
	if len(ws) == 0 {
		return f, false
	}
	f.Fixes = nil
	return f.WithWrites(ws), true
}

// ID is the name of f's kind: cachemutate/write.
func (f Finding) ID() string { return claim.ID(f.Analyzer, f.Category) }

// WithWrites is f without any of its writes but ws, at the first of them.
func (f Finding) WithWrites(ws []Write) Finding {
	var places []token.Position
	for _, w := range ws {
		places = append(places, token.Position{Filename: w.Pos.File, Line: w.Pos.Line})
	}
	w := ws[0]
	f.Pos, f.End, f.Real, f.Category, f.Trace = w.Pos, w.End, w.Real, w.Category, w.Trace
	f.Message = w.Message + report.Also(places)
	f.Writes = ws
	return f
}

// Without is f without the writes that are known, at the first of the others;
// false if nothing is left. A finding that is not about writes counts as one.
func (f Finding) Without(known []bool) (Finding, bool) {
	if len(f.Writes) == 0 {
		return f, !known[0]
	}
	var left []Write
	for i, w := range f.Writes {
		if !known[i] {
			left = append(left, w)
		}
	}
	switch len(left) {
	case 0:
		return f, false
	case len(f.Writes):
		return f, true
	}
	return f.WithWrites(left), true
}

// AlsoWritten begins the text of the step at a further write.
const AlsoWritten = "also written here: "

// Further tells of the writes of f behind the first: for each a step at the
// write, and those of its way that are not told at its place or of the first one.
func (f Finding) Further() []Step {
	var out []Step
	for i, w := range f.Writes {
		if i == 0 {
			continue
		}
		out = append(out, Step{Pos: w.Pos, End: w.End, Real: w.Real, Text: AlsoWritten + w.What})
		way := f.Way(w)
		if n := len(way) - 1; n == 0 && w.Category == "write" {
			way = nil // it is the write
		}
		out = append(out, way...)
	}
	return out
}

// Way is the way to w, one of the writes of f, without the steps that it begins
// with as that to the first write does.
func (f Finding) Way(w Write) []Step {
	way := w.Trace
	for k := 0; len(way) > 0 && k < len(f.Trace) && way[0] == f.Trace[k]; k++ {
		way = way[1:]
	}
	return way
}

// Steps are the steps of f and of all its writes.
func (f *Finding) Steps() []*Step {
	var out []*Step
	for i := range f.Trace {
		out = append(out, &f.Trace[i])
	}
	for k := range f.Writes {
		for i := range f.Writes[k].Trace {
			out = append(out, &f.Writes[k].Trace[i])
		}
	}
	return out
}

// foreignStep is how package report writes a step in a dependency.
var foreignStep = regexp.MustCompile(`^([^\s:]+\.go):(\d+)(?::(\d+))?: `)

// New resolves the positions of d, which a reported in a package of files. A fix
// that does not lie within files of fset, as they are written, is left out.
func New(fset *token.FileSet, files []*ast.File, a *analysis.Analyzer, d analysis.Diagnostic) Finding {
	f := Finding{
		Analyzer: a.Name,
		Category: d.Category,
		Pos:      resolve(fset, d.Pos),
		End:      resolve(fset, d.End),
		Message:  visible.Line(d.Message),
		URL:      cmp.Or(d.URL, a.URL),
	}
	f.Real = real(fset, d.Pos, f.Pos)
	for _, w := range report.Each(fset, d) {
		f.Writes = append(f.Writes, newWrite(fset, files, w))
	}
	if len(f.Writes) > 0 {
		f.Trace = f.Writes[0].Trace
	} else {
		f.Trace = newTrace(fset, d.Related)
	}
	for _, sf := range d.SuggestedFixes {
		if fix, ok := newFix(fset, sf); ok {
			f.Fixes = append(f.Fixes, fix)
		}
	}
	return f
}

// newWrite is the write that d alone is about.
func newWrite(fset *token.FileSet, files []*ast.File, d analysis.Diagnostic) Write {
	w := Write{
		Pos:      resolve(fset, d.Pos),
		End:      resolve(fset, d.End),
		Category: d.Category,
		Message:  visible.Line(d.Message),
		Func:     funcAt(files, d.Pos),
		Trace:    newTrace(fset, d.Related),
	}
	w.Real = real(fset, d.Pos, w.Pos)
	if len(w.Trace) > 0 {
		if message, ok := report.Elsewhere(w.Trace[0].Text); ok {
			w.There = &There{Pos: w.Trace[0].Pos, Message: message}
			w.Trace = w.Trace[1:]
		}
	}
	if n := len(w.Trace); n > 0 {
		w.What, _ = report.Mutates(w.Trace[n-1].Text)
	}
	return w
}

func newTrace(fset *token.FileSet, related []analysis.RelatedInformation) []Step {
	var trace []Step
	for _, r := range related {
		s := Step{Pos: resolve(fset, r.Pos), End: resolve(fset, r.End), Text: visible.Line(r.Message)}
		if m := foreignStep.FindStringSubmatch(s.Text); m != nil {
			line, _ := strconv.Atoi(m[2])
			col, _ := strconv.Atoi(m[3])
			s = Step{Pos: Pos{File: m[1], Line: line, Col: col}, Text: s.Text[len(m[0]):]}
		} else {
			s.Real = real(fset, r.Pos, s.Pos)
		}
		trace = append(trace, s)
	}
	return trace
}

// funcAt names the function that pos is in, the one that is declared: "" outside
// of any.
func funcAt(files []*ast.File, pos token.Pos) string {
	for _, f := range files {
		if pos < f.FileStart || f.FileEnd < pos {
			continue
		}
		i, found := slices.BinarySearchFunc(f.Decls, pos, func(d ast.Decl, pos token.Pos) int {
			switch {
			case d.End() <= pos:
				return -1
			case pos < d.Pos():
				return 1
			}
			return 0
		})
		if found {
			if fn, ok := f.Decls[i].(*ast.FuncDecl); ok {
				return FuncName(fn)
			}
		}
	}
	return ""
}

// FuncName names a declared function as a Write does.
func FuncName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	typ := ast.Unparen(fn.Recv.List[0].Type)
	star := ""
	if p, ok := typ.(*ast.StarExpr); ok {
		star, typ = "*", ast.Unparen(p.X)
	}
	switch x := typ.(type) {
	case *ast.IndexExpr:
		typ = x.X
	case *ast.IndexListExpr:
		typ = x.X
	}
	id, ok := typ.(*ast.Ident)
	if !ok {
		return fn.Name.Name
	}
	return "(" + star + id.Name + ")." + fn.Name.Name
}

func newFix(fset *token.FileSet, sf analysis.SuggestedFix) (Fix, bool) {
	fix := Fix{Message: visible.Line(sf.Message)}
	for _, e := range sf.TextEdits {
		file := fset.File(e.Pos)
		end := e.End
		if !end.IsValid() {
			end = e.Pos
		}
		if file == nil || fset.File(end) != file || end < e.Pos || fset.Position(e.Pos).Filename != file.Name() {
			return Fix{}, false
		}
		fix.Edits = append(fix.Edits, Edit{File: file.Name(), Start: file.Offset(e.Pos), End: file.Offset(end), New: string(e.NewText)})
	}
	return fix, len(fix.Edits) > 0
}

func resolve(fset *token.FileSet, pos token.Pos) Pos {
	if !pos.IsValid() {
		return Pos{}
	}
	p := fset.Position(pos)
	return Pos{File: p.Filename, Line: p.Line, Col: p.Column}
}

// real is where pos lies in its file, if that is not said.
func real(fset *token.FileSet, pos token.Pos, said Pos) Pos {
	p := fset.PositionFor(pos, false)
	if !p.IsValid() || p.Filename == said.File && p.Line == said.Line && p.Column == said.Col {
		return Pos{}
	}
	return Pos{File: p.Filename, Line: p.Line, Col: p.Column}
}

// Compare orders findings as they are printed.
func Compare(a, b Finding) int {
	return cmp.Or(
		strings.Compare(a.Pos.File, b.Pos.File),
		cmp.Compare(a.Pos.Line, b.Pos.Line),
		cmp.Compare(a.Pos.Col, b.Pos.Col),
		strings.Compare(a.Analyzer, b.Analyzer),
		strings.Compare(a.Message, b.Message),
		strings.Compare(a.Real.File, b.Real.File), // of two in one place of //line
		cmp.Compare(a.Real.Line, b.Real.Line),
		slices.CompareFunc(a.Trace, b.Trace, compareSteps), // a message does not tell all
	)
}

func compareSteps(a, b Step) int {
	return cmp.Or(strings.Compare(a.Pos.String(), b.Pos.String()), strings.Compare(a.Text, b.Text))
}

// Sort sorts findings and drops repeats: a file is in a package and in its
// test variant.
func Sort(fs []Finding) []Finding {
	slices.SortStableFunc(fs, Compare)
	return slices.CompactFunc(fs, func(a, b Finding) bool { return Compare(a, b) == 0 })
}

// String is the finding's line, with the file as it is known to the driver.
func (f Finding) String() string {
	return fmt.Sprintf("%s: %s: %s", f.Pos, f.Analyzer, f.Message)
}

// Place reads the place of a step of a trace from its text, if it is told there:
// the file's name with the last elements of its package's path, and the line.
func Place(text string) (name string, line int, ok bool) {
	m := foreignStep.FindStringSubmatch(text)
	if m == nil {
		return "", 0, false
	}
	line, err := strconv.Atoi(m[2])
	return m[1], line, err == nil && line > 0
}
