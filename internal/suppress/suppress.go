package suppress

import (
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// Analyzer reads the directives of a package. Its result is a *Set, in which
// the analyzers that require it note what they silenced; analyzer directive,
// which requires them all, then tells which directives did nothing.
var Analyzer = &analysis.Analyzer{
	Name:       "k8slintnolint",
	Doc:        "read //nolint directives",
	Run:        func(pass *analysis.Pass) (any, error) { return New(pass.Fset, pass.Files), nil },
	ResultType: reflect.TypeFor[*Set](),
	// What it has read does not depend on types.
	RunDespiteErrors: true,
}

// A Set is the directives of a package.
type Set struct {
	mu     sync.Mutex
	byFile map[string][]*Entry
	list   []*Entry
}

// An Entry is a directive at its place.
type Entry struct {
	Directive
	Pos, End token.Pos
	file     string
	from, to int             // the lines it covers
	used     map[string]bool // analyzers that it silenced
}

// New reads the directives of files.
func New(fset *token.FileSet, files []*ast.File) *Set {
	s := &Set{byFile: make(map[string][]*Entry)}
	for _, f := range files {
		var found []*Entry
		for _, group := range f.Comments {
			for _, c := range group.List {
				if d, ok := Parse(c.Text); ok {
					at := fset.PositionFor(c.Pos(), false)
					found = append(found, &Entry{Directive: d, Pos: c.Pos(), End: c.End(), file: at.Filename, from: at.Line, to: at.Line, used: make(map[string]bool)})
				}
			}
		}
		if len(found) > 0 {
			extend(fset, f, found)
			s.list = append(s.list, found...)
			s.byFile[found[0].file] = found
		}
	}
	return s
}

// extend makes each entry cover the whole of the largest node that starts on
// its line, or, for one that stands alone, on the next line in its column.
func extend(fset *token.FileSet, f *ast.File, entries []*Entry) {
	type place struct{ line, col int }
	alone := make(map[place]*Entry)
	behind := make(map[int]*Entry)
	for _, e := range entries {
		behind[e.from] = e
		alone[place{e.from + 1, fset.PositionFor(e.Pos, false).Column}] = e
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		}
		start := fset.PositionFor(n.Pos(), false)
		e := behind[start.Line]
		if e == nil || n.Pos() > e.Pos {
			e = alone[place{start.Line, start.Column}]
		}
		if e != nil {
			e.to = max(e.to, fset.PositionFor(n.End(), false).Line)
		}
		return true
	})
}

// Silences reports whether a directive covers pos for the named analyzer, and
// notes that it did.
func (s *Set) Silences(fset *token.FileSet, analyzer string, pos token.Pos) bool {
	at := fset.PositionFor(pos, false)
	s.mu.Lock()
	defer s.mu.Unlock()
	silenced := false
	for _, e := range s.byFile[at.Filename] {
		if e.from <= at.Line && at.Line <= e.to && e.names(analyzer) {
			e.used[analyzer] = true
			silenced = true
		}
	}
	return silenced
}

// WhyNot says why a directive that covers pos, and looks as if it silenced the named
// analyzer, does not: it names no linter, all of them, or an analyzer's name misspelt.
// It is "" if there is no such directive.
func (s *Set) WhyNot(fset *token.FileSet, analyzer string, pos token.Pos) string {
	at := fset.PositionFor(pos, false)
	for _, e := range s.byFile[at.Filename] {
		if at.Line < e.from || e.to < at.Line {
			continue
		}
		if e.Idle != "" {
			return e.Idle
		}
		for _, name := range e.Names {
			for _, known := range []string{analyzer, Suite} {
				if misspells(name, known) {
					return "no analyzer " + name + "; did you mean " + known + "?"
				}
			}
		}
	}
	return ""
}

// misspells reports whether name is known with one letter changed, added or left out, or
// in another case.
func misspells(name, known string) bool {
	name, known = strings.ToLower(name), strings.ToLower(known)
	if len(name) > len(known) {
		name, known = known, name
	}
	if len(known)-len(name) > 1 {
		return false
	}
	i := 0
	for i < len(name) && name[i] == known[i] {
		i++
	}
	if len(name) == len(known) {
		return i == len(name) || name[i+1:] == known[i+1:]
	}
	return name[i:] == known[i+1:]
}

func (e *Entry) names(analyzer string) bool {
	return slices.Contains(e.Names, analyzer) || slices.Contains(e.Names, Suite)
}

// Entries returns the directives in the order of the source.
func (s *Set) Entries() []*Entry { return s.list }

// Silenced reports whether e silenced a finding that name (an analyzer's, or
// Suite) stands for.
func (e *Entry) Silenced(name string) bool {
	if name == Suite {
		return len(e.used) > 0
	}
	return e.used[name]
}
