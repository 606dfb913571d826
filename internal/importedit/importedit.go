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

// Drop removes the import of path from a group in parentheses, with its line. It returns nil where that cannot be
// done, because it is the only one, or shares its line with something else.
func Drop(pass *analysis.Pass, file *ast.File, path string) []analysis.TextEdit {
	lines := pass.Fset.File(file.Pos())
	line := func(p token.Pos) int { return lines.Line(p) }
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT || len(g.Specs) < 2 || !g.Lparen.IsValid() {
			continue
		}
		for i, spec := range g.Specs {
			spec := spec.(*ast.ImportSpec)
			if p, _ := strconv.Unquote(spec.Path.Value); p != path {
				continue
			}
			before, after := g.Lparen, g.Rparen
			if i > 0 {
				before = g.Specs[i-1].End()
			}
			if i+1 < len(g.Specs) {
				after = g.Specs[i+1].Pos()
			}
			at, next := line(spec.Pos()), line(spec.End())+1
			if spec.Doc != nil || spec.Comment != nil || line(before) == at || line(after) < next {
				return nil
			}
			if line(after) == next+1 && (i == 0 || line(before) < at-1) { // alone between blank lines
				next++
			} else if i+1 == len(g.Specs) { // a blank line before it goes with it
				at = line(before) + 1
			}
			return []analysis.TextEdit{{Pos: lines.LineStart(at), End: lines.LineStart(next)}}
		}
	}
	return nil
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

// Named is what name stands for at pos, nil if it is not declared there.
func Named(pass *analysis.Pass, pos token.Pos, name string) types.Object {
	scope := pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return nil
	}
	_, o := scope.LookupParent(name, pos)
	return o
}

// Means reports whether name is, at pos, that of a package; for one that is not yet imported,
// whether it would be.
func Means(pass *analysis.Pass, pos token.Pos, name string, imported bool) bool {
	o := Named(pass, pos, name)
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
