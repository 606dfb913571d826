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

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership"
	"github.com/k8slint/k8slint/internal/report"
)

// finding words m.
func (m joined) finding(x *fixer) report.Finding {
	pass, opt, w := x.pass, m.opt, m.write
	// Drivers may hand on facts as they are, fields and all.
	if f := w.finding; f != nil && m.here {
		c := *opt.explains(f)
		c.Further = nil
		for _, w := range f.Further {
			c.Further = append(c.Further, opt.explains(w))
		}
		return x.finding(&c)
	}
	pos, end := opt.pos, opt.end
	what := opt.Field
	if opt.Type != "" {
		what += " of " + opt.Type[strings.LastIndexByte(opt.Type, '.')+1:]
	}
	if m.path != pass.Pkg.Path() {
		pos, end = importOf(pass, m.path)
		what += " at " + opt.Posn
	}
	var out report.Finding
	for _, at := range append([]WriteAt{w.WriteAt}, w.Further...) {
		out.Writes = append(out.Writes, report.Write{
			Pos: pos, End: end, Category: "option", What: subject(at.What), Posn: at.Posn,
			Message: fmt.Sprintf("%s makes what %s at %s%s reads shared with the informer cache, and %s at %s%s writes to it; make a DeepCopy before the first write",
				what, w.Read, w.ReadPosn, through(w.ReadVia), subject(at.What), at.Posn, through(at.Via)),
			Trace: []report.Step{
				{Text: fmt.Sprintf("%s: %s turns deep copies off", opt.Posn, opt.Field)},
				{Text: fmt.Sprintf("%s: %s reads the informer cache", w.ReadPosn, w.Read)},
			},
		})
	}
	out.Writes[0].Message += also(w)
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

// explains is f, with o as what makes the object shared.
func (o *Option) explains(f *ownership.Finding) *ownership.Finding {
	c, origin := *f, *f.Origin
	origin.What += ", which does not copy (" + o.Field + " at " + o.Posn + "),"
	c.Origin = &origin
	return &c
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
