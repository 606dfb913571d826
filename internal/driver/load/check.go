package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"io"
	"os"
	"strconv"
)

// A Checked is a package with its types, and, if it was checked whole, with
// what an analyzer needs.
type Checked struct {
	Types *types.Package
	Files []*ast.File
	Info  *types.Info
	// Errors says what is wrong with the package, in the order of the source.
	Errors []Error
	// Unreadable tells that a file could not be read.
	Unreadable bool
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

// Check type-checks p from source. If whole is false, function bodies are left
// out, and so are syntax and Info.
//
// It goes on after errors: Types is never nil.
func Check(fset *token.FileSet, p *Package, sizes types.Sizes, imp Importer, read func(string) ([]byte, error), whole bool) *Checked {
	c := new(Checked)
	conf := &types.Config{
		Importer:         imp,
		Sizes:            sizes,
		IgnoreFuncBodies: !whole,
		FakeImportC:      true,
		Error:            func(err error) { c.typeError(fset, err) },
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		conf.GoVersion = "go" + p.Module.GoVersion
	}
	mode := parser.SkipObjectResolution
	if whole {
		mode |= parser.ParseComments | parser.AllErrors
		c.Info = &types.Info{
			Types:        make(map[ast.Expr]types.TypeAndValue),
			Defs:         make(map[*ast.Ident]types.Object),
			Uses:         make(map[*ast.Ident]types.Object),
			Implicits:    make(map[ast.Node]types.Object),
			Instances:    make(map[*ast.Ident]types.Instance),
			Scopes:       make(map[ast.Node]*types.Scope),
			Selections:   make(map[*ast.SelectorExpr]*types.Selection),
			FileVersions: make(map[*ast.File]string),
		}
	}
	var files []*ast.File
	for _, name := range p.Files {
		src, err := read(name)
		if err != nil {
			c.Errors = append(c.Errors, Error{Pos: token.Position{Filename: name}, Msg: fileError(err)})
			c.Unreadable = true
			continue
		}
		if !whole {
			src = Strip(src)
		}
		f, err := parser.ParseFile(fset, name, src, mode)
		if err != nil {
			c.syntaxError(name, err)
		}
		if f == nil {
			continue
		}
		if whole && importsC(f) {
			c.Cgo = true
		}
		files = append(files, f)
	}
	c.Types, _ = conf.Check(p.Path, fset, files, c.Info) // errors came to conf.Error
	if whole {
		c.Files = files
	}
	return c
}

// ReadFile reads a file of known size in one piece, and nothing that is too
// large to be a source.
func ReadFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if st.IsDir() {
		return nil, errors.New("is a folder")
	}
	buf := make([]byte, st.Size())
	n, err := io.ReadFull(f, buf)
	if err != nil && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	return buf[:n], nil
}

func (c *Checked) typeError(fset *token.FileSet, err error) {
	var te types.Error
	if errors.As(err, &te) {
		c.Errors = append(c.Errors, Error{Pos: fset.Position(te.Pos), Msg: te.Msg})
		return
	}
	c.Errors = append(c.Errors, Error{Msg: err.Error()})
}

func (c *Checked) syntaxError(name string, err error) {
	var list scanner.ErrorList
	if errors.As(err, &list) {
		for _, e := range list {
			c.Errors = append(c.Errors, Error{Pos: e.Pos, Msg: e.Msg})
		}
		return
	}
	c.Errors = append(c.Errors, Error{Pos: token.Position{Filename: name}, Msg: err.Error()})
}

// fileError is the message of an error of reading a file, without its name.
func fileError(err error) string {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return "cannot read file: " + pe.Err.Error()
	}
	return "cannot read file: " + err.Error()
}

func importsC(f *ast.File) bool {
	for _, s := range f.Imports {
		if path, _ := strconv.Unquote(s.Path.Value); path == "C" {
			return true
		}
	}
	return false
}
