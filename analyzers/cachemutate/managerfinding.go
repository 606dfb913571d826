package cachemutate

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/effect"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/wording"
)

// finding words m.
func (m joined) finding(x *fixer) report.Finding {
	pass, opt, w := x.pass, m.opt, m.write
	// Drivers may hand on facts as they are, fields and all.
	if f := w.finding; f != nil && m.here {
		return x.finding(f, opt)
	}
	pos, end := opt.pos, opt.end
	if m.path != pass.Pkg.Path() {
		pos, end = importOf(pass, m.path)
	}
	others := also(w)
	room := wording.Max - utf8.RuneCountInString(others)
	read, _ := effect.SplitWhat(w.Read)
	var out report.Finding
	for _, at := range append([]WriteAt{w.WriteAt}, w.Further...) {
		mutates, _ := effect.SplitWhat(at.What)
		out.Writes = append(out.Writes, report.Write{
			Pos: pos, End: end, Category: "option", What: mutates, Does: how(at.What), Posn: at.Posn,
			Message: bug{at, w.Read, w.ReadPosn, w.ReadVia, opt}.optionMessage(m.path == pass.Pkg.Path(), room),
			Trace: []report.Step{
				{Text: fmt.Sprintf("%s: %s turns deep copies off", opt.Posn, opt.Field)},
				{Text: fmt.Sprintf("%s: %s reads the informer cache", w.ReadPosn, read)},
			},
		})
	}
	out.Writes[0].Message += others
	return out
}

// also tells of the writes of w behind the first: they stand elsewhere than the
// option does.
func also(w *ManagedWrite) string {
	var places []token.Position
	for _, at := range append([]WriteAt{w.WriteAt}, w.Further...) {
		file, line, _ := strings.Cut(at.Posn, ":")
		n, _ := strconv.Atoi(line)
		places = append(places, token.Position{Filename: file, Line: n})
	}
	return report.Also(places)
}

// importOf is the first import of the package at path, or else of one that
// imports it.
func importOf(pass *analysis.Pass, path string) (pos, end token.Pos) {
	var specs []*ast.ImportSpec
	for _, f := range pass.Files {
		specs = append(specs, f.Imports...)
	}
	slices.SortStableFunc(specs, func(a, b *ast.ImportSpec) int {
		p, q := pass.Fset.Position(a.Pos()), pass.Fset.Position(b.Pos())
		return cmp.Or(cmp.Compare(p.Filename, q.Filename), cmp.Compare(p.Line, q.Line))
	})
	find := func(ok func(p *types.Package) bool) bool {
		for _, s := range specs {
			name, err := strconv.Unquote(s.Path.Value)
			if err != nil {
				continue
			}
			for _, p := range pass.Pkg.Imports() {
				if kube.Unvendored(p.Path()) == name && ok(p) {
					pos, end = s.Pos(), s.End()
					return true
				}
			}
		}
		return false
	}
	if !find(func(p *types.Package) bool { return p.Path() == path }) {
		find(func(p *types.Package) bool { return imports(p, kube.Unvendored(path)) })
	}
	return pos, end
}

// imports reports whether pkg imports a package of the given path, directly or
// through others.
func imports(pkg *types.Package, path string) bool {
	seen := map[*types.Package]bool{}
	var visit func(p *types.Package) bool
	visit = func(p *types.Package) bool {
		if kube.Unvendored(p.Path()) == path {
			return true
		}
		if seen[p] {
			return false
		}
		seen[p] = true
		return slices.ContainsFunc(p.Imports(), visit)
	}
	return slices.ContainsFunc(pkg.Imports(), visit)
}
