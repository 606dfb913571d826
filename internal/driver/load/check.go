package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/k8slint/k8slint/internal/driver/source"
)

// A Checked is a package with its types, and, if it was checked whole, with
// what an analyzer needs.
type Checked struct {
	Types *types.Package
	Files []*ast.File
	Info  *types.Info
	// Errors says what is wrong with the package, in the order of the source.
	Errors []Error
	// FollowUps are errors that only follow from what is not known: of what was left
	// out of packages below, or of an import among Errors.
	FollowUps []Error
	// Unreadable tells that a file could not be read.
	Unreadable bool
	// Hopeless tells that nothing could be made of the package because of its
	// errors. Otherwise Types, Files and Info have none: what has, and what
	// depends on it, is left out of them.
	Hopeless bool
	// Left names what was left out, in the order of the source.
	Left []string
	// Unknown is what the package's importers must know of.
	Unknown Unknown
	quiet   *quiet
	// unknown tells that it uses a declaration of unknown type of another package.
	unknown bool
	// Cgo tells that a file imports "C", so that what is named through it has
	// no types: see CgoFiles.
	Cgo bool
}

// An Error is one thing that is wrong with a package.
type Error struct {
	Pos token.Position
	Msg string
}

func (e Error) Error() string {
	if !e.Pos.IsValid() {
		return e.Msg
	}
	return fmt.Sprintf("%s: %s", e.Pos, e.Msg)
}

// Importer resolves an import path in the source of one package.
type Importer func(path string) (*types.Package, error)

// Import implements types.Importer.
func (f Importer) Import(path string) (*types.Package, error) { return f(path) }

// Bodies says which function bodies of a package are read.
type Bodies int

const (
	// None keeps no syntax and no Info either.
	None Bodies = iota
	// OfTests is for a package with its tests if that without them has been
	// checked: what is wrong with the other files was said of it.
	OfTests
	All
)

// A Parsed is a package that was read and parsed.
type Parsed struct {
	fset   *token.FileSet
	pkg    *Package
	bodies Bodies
	whole  bool // some bodies are kept
	size   int  // of the files whose bodies are, in bytes
	files  []*ast.File
	named  []map[string]bool // of a package reduced to its outline: see reduce
	lost   *source.Lost
	// What Checked will say.
	errs       []Error
	unreadable bool
	cgo        bool
}

// An Env is what type-checking a package needs of other packages.
type Env struct {
	Sizes  types.Sizes
	Import Importer
	// Unknown is what was left out of the packages that this one imports, by
	// any path.
	Unknown Unknown
}

// Check type-checks p from source, with function bodies.
//
// It goes on after errors: see Checked.
func Check(fset *token.FileSet, p *Package, env Env, read func(string) ([]byte, error)) *Checked {
	return Parse(fset, p, read, All).Check(env)
}

// CheckTests type-checks p, a package with its tests, if nothing is wrong with it
// without them: the bodies of functions outside of tests are not read, and Files
// are those of tests. It is false if it cannot tell what is wrong: then Check can.
func CheckTests(fset *token.FileSet, p *Package, env Env, read func(string) ([]byte, error)) (*Checked, bool) {
	d := Parse(fset, p, read, OfTests)
	if d.cgo || len(env.Unknown) > 0 {
		return nil, false
	}
	c := d.Check(env)
	if len(c.Errors) > 0 || c.Unreadable || c.unknown {
		return nil, false
	}
	c.Files = slices.DeleteFunc(c.Files, func(f *ast.File) bool { return !IsTest(fset.File(f.FileStart).Name()) })
	return c, true
}

// IsTest reports whether name is that of a file of tests.
func IsTest(name string) bool { return strings.HasSuffix(name, "_test.go") }

// Parse reads and parses p.
func Parse(fset *token.FileSet, p *Package, read func(string) ([]byte, error), bodies Bodies) *Parsed {
	d := &Parsed{fset: fset, pkg: p, bodies: bodies, whole: bodies != None, lost: source.NewLost()}
	for _, name := range p.Files {
		whole := bodies == All || bodies == OfTests && IsTest(name)
		mode := parser.SkipObjectResolution
		if whole {
			mode |= parser.ParseComments
		}
		src, err := read(name)
		if err != nil {
			d.errs = append(d.errs, Error{Pos: token.Position{Filename: name}, Msg: source.FileError(err)})
			d.unreadable = true
			continue
		}
		if whole {
			d.size += len(src)
		} else {
			src = source.Strip(src)
		}
		f, err := source.Parse(fset, name, src, mode, d.lost)
		if err != nil {
			d.errs = append(d.errs, syntaxErrors(name, err)...)
		}
		if f == nil {
			continue
		}
		if d.whole && importsC(f) {
			d.cgo = true
		}
		d.files = append(d.files, f)
	}
	if bodies == None && p.Role == Types && len(d.errs) == 0 {
		d.named = reduce(d.files)
	}
	return d
}

// Needs returns the packages that declarations can refer to. An import that
// only function bodies name is not one of them: a reader of the declarations alone cannot
// tell it from an empty package.
//
// The rule is coarse, so that it can be wrong in one direction only: any name
// in the file that could be that of an import counts, whatever it stands for.
func (d *Parsed) Needs() []*Package {
	var needed []*Package
	for i, f := range d.files {
		named := d.namedIn(i)
		for _, spec := range f.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			dep := d.pkg.Imports[path]
			if dep == nil {
				continue
			}
			name := dep.Name
			if spec.Name != nil {
				name = spec.Name.Name
			}
			if name == "." || name == "" || named[name] {
				needed = append(needed, dep)
			}
		}
	}
	return needed
}

// namedIn returns all identifiers in the declarations of a file.
func (d *Parsed) namedIn(file int) map[string]bool {
	if d.named != nil {
		return d.named[file]
	}
	named := make(map[string]bool)
	for _, decl := range d.files[file].Decls {
		if g, ok := decl.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			continue
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				named[id.Name] = true
			}
			return true
		})
	}
	return named
}

// Check type-checks d. It goes on after errors: Types is never nil.
func (d *Parsed) Check(env Env) *Checked {
	c := &Checked{Errors: d.errs, Unreadable: d.unreadable, Cgo: d.cgo, Files: d.files}
	var errs []error
	c.Types, c.Info = d.typecheck(env, func(err error) {
		if !d.forBlanks(err) {
			errs = append(errs, err)
		}
	})
	c.unknown = usesUnknown(c)
	if d.bodies == OfTests {
		c.Errors = append(c.Errors, typeErrors(d.fset, errs)...)
		return c
	}
	if len(d.errs) > 0 || len(errs) > 0 || len(env.Unknown) > 0 || c.unknown {
		d.salvage(c, env, errs)
	}
	if c.Hopeless || len(c.Left) == 0 {
		c.Errors, c.FollowUps = append(c.Errors, c.FollowUps...), nil
	}
	if !d.whole {
		c.Files = nil
	}
	return c
}

// forBlanks reports whether err says no more than that a body was not read: that
// an import is not used, or a result not returned.
func (d *Parsed) forBlanks(err error) bool {
	var te types.Error
	if d.bodies != OfTests || !errors.As(err, &te) || !te.Soft && te.Msg != "missing return" {
		return false
	}
	f := d.fset.File(te.Pos) // and not what //line says
	return f != nil && !IsTest(f.Name())
}

// salvage makes what can be made of a package with errors, or of one that
// depends on what was left out of others.
func (d *Parsed) salvage(c *Checked, env Env, errs []error) {
	defer func() {
		if p := recover(); p != nil {
			c.Hopeless = true
			c.Errors = append(c.Errors, Error{Msg: fmt.Sprintf("k8slint cannot take the package apart: %v", p)})
		}
	}()
	s := newSalvage(d, env, c)
	if len(d.files) == 0 || d.cgo && d.whole {
		c.Hopeless = true
		c.Errors = append(c.Errors, typeErrors(d.fset, errs)...)
		return
	}
	s.find(errs)
	for _, err := range errs {
		to := &c.Errors
		if at := s.codeOf(err); at != nil && at.ofC {
			continue // only C knows
		} else if at != nil && at.unknown {
			to = &c.FollowUps
		}
		*to = append(*to, typeError(d.fset, err))
	}
	t := s.touch()
	s.emptyTypes()
	c.Unknown = s.exported()
	if len(c.Errors) > 0 || len(c.FollowUps) > 0 || s.dependsOnBroken() {
		c.Left = s.names()
	}
	if d.whole {
		c.quiet = s.quiet(t)
		s.leaveOut()
	}
	c.Files = d.files
}

// typecheck type-checks d. It keeps what analyzers need, if the package is whole.
func (d *Parsed) typecheck(env Env, report func(error)) (*types.Package, *types.Info) {
	conf := &types.Config{
		Importer:         env.Import,
		Sizes:            env.Sizes,
		IgnoreFuncBodies: !d.whole,
		FakeImportC:      true,
		Error:            report,
	}
	if m := d.pkg.Module; m != nil && m.GoVersion != "" {
		conf.GoVersion = "go" + m.GoVersion
	}
	var info *types.Info
	if size := d.size; d.whole {
		// Growing them from nothing takes long: three packages of four have
		// more than this of each.
		info = &types.Info{
			Types:        make(map[ast.Expr]types.TypeAndValue, size/32),
			Defs:         make(map[*ast.Ident]types.Object, size/160),
			Uses:         make(map[*ast.Ident]types.Object, size/40),
			Implicits:    make(map[ast.Node]types.Object),
			Instances:    make(map[*ast.Ident]types.Instance),
			Scopes:       make(map[ast.Node]*types.Scope),
			Selections:   make(map[*ast.SelectorExpr]*types.Selection),
			FileVersions: make(map[*ast.File]string),
		}
	}
	pkg, _ := conf.Check(d.pkg.Path, d.fset, d.files, info) // errors came to report
	return pkg, info
}

func typeErrors(fset *token.FileSet, errs []error) []Error {
	var out []Error
	for _, err := range errs {
		out = append(out, typeError(fset, err))
	}
	return out
}

func typeError(fset *token.FileSet, err error) Error {
	var te types.Error
	if errors.As(err, &te) {
		return Error{Pos: fset.Position(te.Pos), Msg: shortened(te.Msg)}
	}
	return Error{Msg: err.Error()}
}

// maxMessage bounds a message of the type checker, which spells types out, in bytes.
// No finding is lost, only a text.
const maxMessage = 1000

// shortened leaves out the middle of a long message.
func shortened(msg string) string {
	if len(msg) <= maxMessage {
		return msg
	}
	return strings.ToValidUTF8(msg[:maxMessage/2], "") + "…" + strings.ToValidUTF8(msg[len(msg)-maxMessage/2:], "")
}

func syntaxErrors(name string, err error) []Error {
	var list scanner.ErrorList
	if !errors.As(err, &list) {
		return []Error{{Pos: token.Position{Filename: name}, Msg: err.Error()}}
	}
	var errs []Error
	for _, e := range list {
		errs = append(errs, Error{Pos: e.Pos, Msg: e.Msg})
	}
	return errs
}

func importsC(f *ast.File) bool {
	for _, s := range f.Imports {
		if path, _ := strconv.Unquote(s.Path.Value); path == "C" {
			return true
		}
	}
	return false
}
