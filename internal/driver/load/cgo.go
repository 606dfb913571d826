package load

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// CgoFiles asks the go command for the files of p as cgo writes them, in which
// C names have become Go ones. It needs a C compiler, so that only packages
// that are analysed are asked for.
func CgoFiles(cfg Config, p *Package) ([]string, error) {
	pcfg := &packages.Config{
		Context: cfg.Context,
		Dir:     cfg.Dir,
		Tests:   p.ForTest != "",
		Mode:    packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles,
	}
	if cfg.Tags != "" {
		pcfg.BuildFlags = []string{"-tags=" + cfg.Tags}
	}
	if cfg.OverlayFile != "" {
		pcfg.BuildFlags = append(pcfg.BuildFlags, "-overlay="+cfg.OverlayFile)
	}
	path := p.Path
	if p.ForTest != "" {
		path = p.ForTest
	}
	found, err := packages.Load(pcfg, path)
	if err != nil {
		return nil, err
	}
	for _, q := range found {
		if q.ID != p.ID {
			continue
		}
		for _, e := range q.Errors {
			return nil, fmt.Errorf("%s", strings.Join(strings.Fields(e.Msg), " "))
		}
		var files []string
		for _, f := range q.CompiledGoFiles {
			if strings.HasSuffix(f, ".go") || !strings.Contains(f, ".") || strings.HasSuffix(f, "-d") {
				files = append(files, f)
			}
		}
		if len(files) > 0 {
			return files, nil
		}
	}
	return nil, fmt.Errorf("the go command does not list the files that cgo generates")
}

// A line is one of a source file.
type line struct {
	file   string
	number int
}

// usesOfC returns the lines of a package that name a declaration of another one whose
// type or value only C knows: the declarations of dependencies are read without
// the C compiler. What is on these lines is left out, and no error.
func (d *Parsed) usesOfC(c *Checked) map[line]bool {
	if c.Info == nil {
		return nil
	}
	var at map[line]bool
	cgo := map[*types.Package]bool{nil: false, c.Types: false}
	for id, obj := range c.Info.Uses {
		is, known := cgo[obj.Pkg()]
		if !known {
			is = importsCgo(obj.Pkg())
			cgo[obj.Pkg()] = is
		}
		if !is || !isOfC(obj) {
			continue
		}
		if at == nil {
			at = make(map[line]bool)
		}
		at[d.line(id.Pos())] = true
	}
	return at
}

// isOfC reports whether the type of obj, a declaration that was type-checked without
// errors, is not known.
func isOfC(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Const, *types.Var:
		return isInvalid(obj.Type())
	case *types.Func:
		sig := obj.Signature()
		for _, vars := range []*types.Tuple{sig.Params(), sig.Results()} {
			for v := range vars.Variables() {
				if isInvalid(v.Type()) {
					return true
				}
			}
		}
	}
	return false
}

// importsCgo reports whether a file of p imports "C".
func importsCgo(p *types.Package) bool {
	return slices.ContainsFunc(p.Imports(), func(i *types.Package) bool { return i.Path() == "C" })
}

// isInvalid reports whether t is no type, or refers to none.
func isInvalid(t types.Type) bool {
	for {
		switch u := t.(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Basic:
			return u.Kind() == types.Invalid
		default:
			return false
		}
	}
}

// lineOf is the line of a type error.
func (d *Parsed) lineOf(err error) line {
	var te types.Error
	if errors.As(err, &te) {
		return d.line(te.Pos)
	}
	return line{}
}

func (d *Parsed) line(pos token.Pos) line {
	p := d.fset.PositionFor(pos, false)
	return line{p.Filename, p.Line}
}
