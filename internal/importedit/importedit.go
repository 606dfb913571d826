// Package importedit adds imports to files, for suggested fixes.
package importedit

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/indent"
)

// Name returns the name by which file knows the package at path, whose own name is name,
// and the edit that imports it where the file does not yet. It returns "" where that
// cannot be done, because the package declares something of that name, or the file imports it.
func Name(pass *analysis.Pass, file *ast.File, path, name string) (string, []analysis.TextEdit) {
	return As(pass, file, path, name, name)
}

// As is Name for a package that is imported by another name than its own where the file does
// not yet import it.
func As(pass *analysis.Pass, file *ast.File, path, own, name string) (string, []analysis.TextEdit) {
	for _, spec := range file.Imports {
		if p, _ := strconv.Unquote(spec.Path.Value); p == path {
			if spec.Name == nil {
				return own, nil
			}
			if spec.Name.Name == "_" || spec.Name.Name == "." {
				return "", nil
			}
			return spec.Name.Name, nil
		}
	}
	if pass.Pkg.Scope().Lookup(name) != nil || slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool { return nameOf(pass, spec) == name }) {
		return "", nil
	}
	// Behind the last import of a group in parentheses, else on its own.
	var last *ast.GenDecl
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			last = g
		}
	}
	if last == nil {
		return "", nil
	}
	quoted := strconv.Quote(path)
	if name != own {
		quoted = name + " " + quoted
	}
	if last.Lparen.IsValid() && len(last.Specs) > 0 {
		at := last.Specs[len(last.Specs)-1].End()
		for _, s := range last.Specs {
			p, _ := strconv.Unquote(s.(*ast.ImportSpec).Path.Value)
			if group := groupOf(path); group != "" && groupOf(p) == group && p < path {
				at = s.End()
			}
		}
		return name, []analysis.TextEdit{{Pos: at, End: at, NewText: []byte("\n" + indent.At(pass, last.Specs[0].Pos()).Outer + quoted)}}
	}
	return name, []analysis.TextEdit{{Pos: last.End(), End: last.End(), NewText: []byte("\nimport " + quoted)}}
}

// groupOf is the group of imports that people keep together: "std", "k8s.io", or "" for others.
func groupOf(path string) string {
	first, _, _ := strings.Cut(path, "/")
	switch {
	case !strings.Contains(first, "."):
		return "std"
	case first == "k8s.io" || first == "sigs.k8s.io":
		return "k8s.io"
	}
	return ""
}

// Means reports whether name is, at pos, that of a package; for one that is not yet imported,
// whether it would be.
func Means(pass *analysis.Pass, pos token.Pos, name string, imported bool) bool {
	scope := pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return false
	}
	_, o := scope.LookupParent(name, pos)
	if !imported {
		return o == nil
	}
	_, ok := o.(*types.PkgName)
	return ok
}

// nameOf is the name by which a file knows the package that spec imports.
func nameOf(pass *analysis.Pass, spec *ast.ImportSpec) string {
	if name := pass.TypesInfo.PkgNameOf(spec); name != nil {
		return name.Name()
	}
	return ""
}
