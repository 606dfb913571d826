// Package ssatest builds the SSA form of small sources that stand in tests. A part
// of an engine is tested in ten lines, without modules, network or driver.
//
// A source marks the values that a test asks about by calls of probe, which the
// package declares for it:
//
//	func f(m map[string]int) {
//		if m != nil {
//			probe("m", m)
//		}
//	}
package ssatest

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/token"
	"go/types"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Source is a package built from a text.
type Source struct {
	Fset  *token.FileSet
	Files []*ast.File
	Info  *types.Info
	Types *types.Package
	SSA   *ssa.Package

	t testing.TB
}

// The standard library is type-checked once for all sources, whose positions are in one set.
var (
	fset = token.NewFileSet()
	std  = importer.ForCompiler(fset, "source", nil)
	mu   sync.Mutex // held by who imports from std
)

// What is collected is small beside the standard library, which stays.
func init() { debug.SetGCPercent(400) }

// probe is added to each source. It is generic, so that its argument is the
// value itself and not one converted to an interface.
const probe = "\nfunc probe[T any](name string, v T) {}\n"

// Build type-checks and builds src, the text of a package behind its package
// clause. It can import the packages in imports, which are given by path with
// whole texts, and the standard library's; those in library it need not name.
func Build(t testing.TB, src string, imports map[string]string, library ...string) *Source {
	t.Helper()
	s := &Source{Fset: fset, t: t}
	im := &importing{s: s, texts: imports, done: map[string]*types.Package{}}
	head := "package p\n"
	for _, path := range library {
		head += fmt.Sprintf("import %q\n", path)
	}
	pass := im.check("example.com/p", head+src+probe)
	s.Types, s.Files, s.Info = pass.Pkg, pass.Files, pass.TypesInfo
	prog := ssa.NewProgram(s.Fset, ssa.BareInits)
	var create func(p *types.Package)
	seen := map[*types.Package]bool{}
	create = func(p *types.Package) {
		for _, q := range p.Imports() {
			if !seen[q] {
				seen[q] = true
				create(q)
				prog.CreatePackage(q, nil, nil, true)
			}
		}
	}
	create(s.Types)
	s.SSA = prog.CreatePackage(s.Types, s.Files, s.Info, false)
	s.SSA.Build()
	return s
}

// importing resolves what sources import.
type importing struct {
	s     *Source
	texts map[string]string
	done  map[string]*types.Package
}

func (im *importing) Import(path string) (*types.Package, error) {
	if p := im.done[path]; p != nil {
		return p, nil
	}
	text, ok := im.texts[path]
	if !ok {
		mu.Lock()
		defer mu.Unlock()
		return std.Import(path)
	}
	im.s.t.Helper()
	p := im.check(path, text).Pkg
	im.done[path] = p
	return p, nil
}

func (im *importing) check(path, text string) *analysis.Pass {
	im.s.t.Helper()
	return Check(im.s.t, im.s.Fset, path, im, map[string]string{path + "/file.go": text})
}

// Func returns the function or method (as "T.m") of that name.
func (s *Source) Func(name string) *ssa.Function {
	s.t.Helper()
	if typ, method, ok := strings.Cut(name, "."); ok {
		t := s.Types.Scope().Lookup(typ).Type()
		obj, _, _ := types.LookupFieldOrMethod(t, true, s.Types, method)
		if fn, ok := obj.(*types.Func); ok {
			return s.SSA.Prog.FuncValue(fn)
		}
	} else if fn := s.SSA.Func(name); fn != nil {
		return fn
	}
	s.t.Fatalf("no function %s", name)
	return nil
}

// Funcs returns the functions and methods that the source declares, each
// literal behind the function around it, in the order of the text.
func (s *Source) Funcs() []*ssa.Function {
	var out []*ssa.Function
	var add func(f *ssa.Function)
	add = func(f *ssa.Function) {
		out = append(out, f)
		for _, a := range f.AnonFuncs {
			add(a)
		}
	}
	for _, d := range s.Files[0].Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Name.Name != "probe" {
			add(s.SSA.Prog.FuncValue(s.Info.Defs[fd.Name].(*types.Func)))
		}
	}
	return out
}

// A Probe is a value that a source marks.
type Probe struct {
	Name  string
	Value ssa.Value
	Call  *ssa.Call // of probe: the place
}

// Probes returns the probes of fn, in the order of its blocks.
func Probes(fn *ssa.Function) []Probe {
	var out []Probe
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || c.Call.StaticCallee() == nil || !strings.HasPrefix(c.Call.StaticCallee().Name(), "probe") {
				continue
			}
			name := constant.StringVal(c.Call.Args[0].(*ssa.Const).Value)
			out = append(out, Probe{name, c.Call.Args[1], c})
		}
	}
	return out
}

// Probe returns the value that some function of s marks by that name.
func (s *Source) Probe(name string) Probe {
	s.t.Helper()
	for _, f := range s.Funcs() {
		for _, p := range Probes(f) {
			if p.Name == name {
				return p
			}
		}
	}
	s.t.Fatalf("no probe %q", name)
	return Probe{}
}

// String names p with its place, for messages of tests.
func (p Probe) String() string { return fmt.Sprintf("%s in %s", p.Name, p.Call.Parent()) }
