package load

import (
	"errors"
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// A follower recognises errors that only follow from something missing: an unavailable
// package, or what was skipped in an imported one. The user sees the first error instead.
// They are those in declarations that mention something missing.
type follower struct {
	remnant
	users map[string]bool
	memo  map[ast.Node]bool
}

// followUps moves the errors that only follow from others from errs to follow.
func (d *Parsed) followUps(c *Checked, env Env, errs []error) (left, follow []error) {
	if d.bodies == OfTests || len(env.Unknown) == 0 && !slices.ContainsFunc(errs, isFailedImport) {
		return errs, nil
	}
	f := &follower{
		remnant: remnant{d: d, env: env, lost: d.lost, info: c.Info, pkg: c.Types, mentioned: make(map[types.Type]bool)},
		users:   env.Unknown.users(),
		memo:    make(map[ast.Node]bool),
	}
	if f.info == nil {
		f.pkg, f.info = d.typecheck(d.files, env.Sizes, env.Import, true, func(error) {})
	}
	for _, err := range errs {
		if f.follows(err) {
			follow = append(follow, err)
		} else {
			left = append(left, err)
		}
	}
	return left, follow
}

func isFailedImport(err error) bool {
	var te types.Error
	return errors.As(err, &te) && strings.HasPrefix(te.Msg, couldNotImport)
}

// couldNotImport begins what go/types says of an import that cannot be had.
const couldNotImport = "could not import "

// follows reports whether err is in a declaration that mentions something unknown.
func (f *follower) follows(err error) bool {
	var te types.Error
	if !errors.As(err, &te) || isFailedImport(err) {
		return false
	}
	for _, file := range f.d.files {
		if te.Pos < file.FileStart || te.Pos > file.FileEnd {
			continue
		}
		decl := declAt(file, te.Pos)
		if decl == nil {
			return false
		}
		var node ast.Node = decl
		if gen, ok := decl.(*ast.GenDecl); ok {
			for _, spec := range gen.Specs {
				if spec.Pos() <= te.Pos && te.Pos <= spec.End() {
					node = spec
				}
			}
		}
		is, ok := f.memo[node]
		if !ok {
			is = f.mentionsUnknown(node, f.failedNames(file))
			f.memo[node] = is
		}
		return is
	}
	return false
}

// failedNames are the names that the packages may have that file imports without a name
// and that cannot be had.
func (f *follower) failedNames(file *ast.File) map[string]bool {
	names := make(map[string]bool)
	for _, spec := range file.Imports {
		if p, ok := f.info.Implicits[spec].(*types.PkgName); ok && failed(p) {
			path, _ := strconv.Unquote(spec.Path.Value)
			for _, name := range customaryNames(path) {
				names[name] = true
			}
		}
	}
	return names
}

// failed reports whether go/types made up the package that p names.
func failed(p *types.PkgName) bool { return !p.Imported().Complete() && p.Imported().Path() != "C" }

// mentionsUnknown reports whether something that decl names is unknown, or of an unknown
// type. What it declares itself can be so because of its own errors.
func (f *follower) mentionsUnknown(decl ast.Node, failedNames map[string]bool) (is bool) {
	within := span{decl.Pos(), decl.End()}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			x, ok := n.X.(*ast.Ident)
			if !ok || f.info.Uses[n.Sel] != nil {
				break
			}
			p, ok := f.info.Uses[x].(*types.PkgName)
			is = is || ok && f.users[p.Imported().Path()] || f.info.Uses[x] == nil && failedNames[x.Name]
		case *ast.Ident:
			switch o := f.info.Uses[n].(type) {
			case *types.PkgName:
				is = is || failed(o)
			case *types.Var, *types.Const, *types.TypeName, *types.Func:
				is = is || !within.has(o.Pos()) && f.isMentioned(o.Type())
			}
		}
		return !is
	})
	return is
}
