package suppress

import (
	"cmp"
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/wording"
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
	mu   sync.Mutex
	at   map[line][]*Entry   // those that cover few lines
	long map[string][]*Entry // by file, those that cover more
	list []*Entry
}

// A line of a file.
type line struct {
	file   string
	number int
}

// few is how many lines a directive covers that is kept with each of them.
const few = 16

// An Entry is a directive at its place.
type Entry struct {
	Directive
	Pos, End token.Pos
	file     string
	from, to int             // the lines it covers
	last     int             // the last line of the comments that it is among
	used     map[string]bool // those of Names that silenced something
}

// New reads the directives of files.
func New(fset *token.FileSet, files []*ast.File) *Set {
	s := &Set{at: make(map[line][]*Entry), long: make(map[string][]*Entry)}
	for _, f := range files {
		var found []*Entry
		for _, group := range f.Comments {
			last := fset.PositionFor(group.End(), false).Line
			for _, c := range group.List {
				if d, ok := Parse(c.Text); ok {
					at := fset.PositionFor(c.Pos(), false)
					found = append(found, &Entry{Directive: d, Pos: c.Pos(), End: c.End(), file: at.Filename, from: at.Line, to: at.Line, last: last, used: make(map[string]bool)})
				}
			}
		}
		if len(found) > 0 {
			extend(fset, f, found)
			s.list = append(s.list, found...)
		}
	}
	for _, e := range s.list {
		if e.to-e.from >= few {
			s.long[e.file] = append(s.long[e.file], e)
			continue
		}
		for n := e.from; n <= e.to; n++ {
			s.at[line{e.file, n}] = append(s.at[line{e.file, n}], e)
		}
	}
	return s
}

// covering are the directives that cover a place, in the order of the source.
func (s *Set) covering(at token.Position) []*Entry {
	out := slices.Clone(s.at[line{at.Filename, at.Line}])
	for _, e := range s.long[at.Filename] {
		if e.from <= at.Line && at.Line <= e.to {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b *Entry) int { return cmp.Compare(a.Pos, b.Pos) })
	return out
}

// extend makes each entry cover the whole of the largest node that starts on its line. For
// an entry that stands alone or among remarks, the node starts on the next line in its
// column.
func extend(fset *token.FileSet, f *ast.File, entries []*Entry) {
	type place struct{ line, col int }
	alone := make(map[place][]*Entry)
	behind := make(map[int]*Entry)
	for _, e := range entries {
		behind[e.from] = e
		at := place{e.last + 1, fset.PositionFor(e.Pos, false).Column}
		alone[at] = append(alone[at], e)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		}
		start := fset.PositionFor(n.Pos(), false)
		covering := alone[place{start.Line, start.Column}]
		if e := behind[start.Line]; e != nil && n.Pos() < e.Pos {
			covering = []*Entry{e}
		}
		for _, e := range covering {
			e.to = max(e.to, fset.PositionFor(n.End(), false).Line)
		}
		return true
	})
}

// Silences reports whether a directive covers pos for findings of the analyzer's
// category, and notes that it did. With no category, it says so of any of them, and
// notes only what covers all.
func (s *Set) Silences(fset *token.FileSet, analyzer, category string, pos token.Pos) bool {
	at := fset.PositionFor(pos, false)
	s.mu.Lock()
	defer s.mu.Unlock()
	silenced := false
	for _, e := range s.covering(at) {
		if e.Blank {
			continue
		}
		for _, name := range e.Names {
			if e.covers(name, analyzer, category) {
				silenced = true
				if category != "" || !strings.Contains(name, "/") {
					e.used[name] = true
				}
			}
		}
	}
	return silenced
}

// covers reports whether name, one of e's, stands for the analyzer's findings of the
// category.
func (e *Entry) covers(name, analyzer, category string) bool {
	if name == Suite || name == analyzer {
		return true
	}
	base, its, ok := strings.Cut(name, "/")
	return e.Own && ok && base == analyzer && (category == "" || category == its)
}

// WhyNot says why a directive that covers pos, and looks as if it silenced the
// analyzer's finding of the category, does not. It is "" if there is no such directive.
func (s *Set) WhyNot(fset *token.FileSet, analyzer, category string, pos token.Pos) string {
	at := fset.PositionFor(pos, false)
	for _, e := range s.covering(at) {
		if e.Pos == pos { // the finding is about the comment
			continue
		}
		if e.Idle != "" {
			return e.Idle
		}
		for _, name := range e.Names {
			if why := e.whyNot(name, analyzer, category); why != "" {
				return why
			}
		}
	}
	return ""
}

// whyNot is WhyNot for one of the names of e.
func (e *Entry) whyNot(name, analyzer, category string) string {
	base, its, whole := strings.Cut(name, "/")
	switch {
	case e.Blank && e.covers(name, analyzer, category):
		return "a blank after the slashes makes this no directive; write " + e.Text(name)
	case base == analyzer && whole && !e.Own:
		return "//nolint takes no category; write " + Ignore + " " + name
	case base == analyzer && whole && its != category:
		return NoSuch(name)
	case !whole || e.Own:
		if near := wording.Nearest(base, []string{analyzer, Suite}); near != "" && near != base {
			return noAnalyzer(base, near)
		}
	}
	return ""
}

// NoSuch says that there is no analyzer or category with the ID name, and which may be
// meant: "" if there is one.
func NoSuch(name string) string {
	analyzer, category, ok := strings.Cut(name, "/")
	switch known := claim.Of(analyzer); {
	case name == Suite:
		return ""
	case len(known) == 0:
		return noAnalyzer(analyzer, wording.Nearest(analyzer, append(claim.Analyzers(), Suite)))
	case !ok:
		return ""
	default:
		var names []string
		for _, c := range known {
			names = append(names, c.Category)
		}
		if slices.Contains(names, category) {
			return ""
		}
		return analyzer + " has no category " + category + meant(wording.Nearest(category, names))
	}
}

func noAnalyzer(name, near string) string { return "no analyzer " + name + meant(near) }

func meant(near string) string {
	if near == "" {
		return ""
	}
	return "; did you mean " + near + "?"
}

// Entries returns the directives in the order of the source.
func (s *Set) Entries() []*Entry { return s.list }

// Silenced reports whether e silenced a finding that name, one of its Names, stands for.
func (e *Entry) Silenced(name string) bool { return e.used[name] }
