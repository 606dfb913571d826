// Package importedit adds imports to files, for suggested fixes.
package importedit

import (
	"go/ast"
	"go/token"
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
	for _, spec := range file.Imports {
		if p, _ := strconv.Unquote(spec.Path.Value); p == path {
			if spec.Name == nil {
				return name, nil
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
	if last.Lparen.IsValid() && len(last.Specs) > 0 {
		at := last.Specs[len(last.Specs)-1].End()
		for _, s := range last.Specs {
			p, _ := strconv.Unquote(s.(*ast.ImportSpec).Path.Value)
			if strings.HasPrefix(p, "k8s.io/") && p < path {
				at = s.End()
			}
		}
		return name, []analysis.TextEdit{{Pos: at, End: at, NewText: []byte("\n" + indent.At(pass, last.Specs[0].Pos()).Outer + quoted)}}
	}
	return name, []analysis.TextEdit{{Pos: last.End(), End: last.End(), NewText: []byte("\nimport " + quoted)}}
}

// nameOf is the name by which a file knows the package that spec imports.
func nameOf(pass *analysis.Pass, spec *ast.ImportSpec) string {
	if name := pass.TypesInfo.PkgNameOf(spec); name != nil {
		return name.Name()
	}
	return ""
}
