package load

import (
	"fmt"
	"go/constant"
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

// usesUnknown reports whether a package names a declaration of another one of which
// the type or value is not known: only C knows it, as the declarations of dependencies
// are read without the C compiler, or the dependency is broken.
func usesUnknown(c *Checked) bool {
	if c.Info == nil {
		return false
	}
	for _, obj := range c.Info.Uses {
		if obj.Pkg() != nil && obj.Pkg() != c.Types && hasUnknownType(obj) {
			return true
		}
	}
	return false
}

// hasUnknownType reports whether the type of obj, or its value if it is a constant, is not
// known.
func hasUnknownType(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Const:
		return isInvalid(obj.Type()) || obj.Val() == nil || obj.Val().Kind() == constant.Unknown
	case *types.Var:
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
