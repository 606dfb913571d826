// Package bound notes where an analysis stopped before the end. Each engine bounds
// its work, and code can be larger than a bound: then a finding can be missing,
// and the user is told where. The driver prints how many functions that concerns,
// and with -debug which and why; analyzer directive does not say that a comment
// silences nothing where a finding can be missing.
//
// A bound that only makes a message shorter, or that makes analyzers report more,
// is not noted.
package bound

import (
	"cmp"
	"fmt"
	"go/token"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Analyzer provides the *Log of a package. Whatever has bounds requires it.
var Analyzer = &analysis.Analyzer{
	Name:             "k8slintbounds",
	Doc:              "note where an analysis stops before the end",
	Run:              func(pass *analysis.Pass) (any, error) { return New(pass.Fset, pass.Pkg.Path()), nil },
	ResultType:       reflect.TypeFor[*Log](),
	RunDespiteErrors: true,
}

// Of returns the log of pass's package, nil if the pass's analyzer does not require
// Analyzer.
func Of(pass *analysis.Pass) *Log {
	l, _ := pass.ResultOf[Analyzer].(*Log)
	return l
}

// A Log holds the bounds that were reached in a package. All that has bounds
// shares it, at the same time. The nil Log keeps nothing.
type Log struct {
	fset *token.FileSet
	path string // of the package

	mu  sync.Mutex
	met map[Reached]bool
}

// Reached is one bound that was reached.
type Reached struct {
	// Name is the function that is analysed in part, or "package p".
	Name string
	// Posn is where the function stands, as folder/file:line; empty for a package.
	Posn string
	// What was left out, and why.
	What string
}

func (r Reached) String() string {
	if r.Posn == "" {
		return fmt.Sprintf("%s: %s", r.Name, r.What)
	}
	return fmt.Sprintf("%s (%s): %s", r.Name, r.Posn, r.What)
}

// Compare orders by name, place and what was left out.
func Compare(a, b Reached) int {
	return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Posn, b.Posn), cmp.Compare(a.What, b.What))
}

// New returns an empty log for the package at path.
func New(fset *token.FileSet, path string) *Log {
	return &Log{fset: fset, path: path, met: map[Reached]bool{}}
}

// In notes that something was left out of fn. Of an instance, it is the generic
// function; nil stands for the package.
func (l *Log) In(fn *ssa.Function, what string) {
	if fn == nil {
		l.InPackage(what)
		return
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	l.At(fn.String(), fn.Pos(), what)
}

// Past reports whether n is more than most, and notes then that something was left out of fn.
func (l *Log) Past(n, most int, fn *ssa.Function, what string) bool {
	if n > most {
		l.In(fn, what)
	}
	return n > most
}

// At notes that something was left out of the function name, which stands at pos.
func (l *Log) At(name string, pos token.Pos, what string) {
	if l == nil {
		return
	}
	r := Reached{Name: name, What: what}
	if pos.IsValid() {
		p := l.fset.Position(pos)
		r.Posn = fmt.Sprintf("%s/%s:%d", path.Base(l.path), filepath.Base(p.Filename), p.Line)
	}
	l.add(r)
}

// InPackage notes that something was left out of the whole package.
func (l *Log) InPackage(what string) {
	if l != nil {
		l.add(Reached{Name: "package " + l.path, What: what})
	}
}

func (l *Log) add(r Reached) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.met[r] = true
}

// All returns the bounds that were reached, sorted.
func (l *Log) All() []Reached {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]Reached, 0, len(l.met))
	for r := range l.met {
		out = append(out, r)
	}
	slices.SortFunc(out, Compare)
	return out
}
