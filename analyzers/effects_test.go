package analyzers_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/ownership"
)

// withEffects makes cachemutate report the effect of each function that states it where it is
// declared:
//
//	func setLabel(pod *v1.Pod) { // want setLabel:`^\Qwrite $0/Labels/*/[] pod.Labels["a"]\E$`
//
// so that a test fails at the function whose effect is wrong, and not only at
// the findings that follow from it.
func withEffects(a *analysis.Analyzer) {
	engine := a.Requires[slices.IndexFunc(a.Requires, func(r *analysis.Analyzer) bool { return r.Name == "ownership" })]
	run := a.Run
	a.Run = func(pass *analysis.Pass) (any, error) {
		reportStated(pass, pass.ResultOf[engine].(*ownership.Result))
		return run(pass)
	}
}

// reportStated reports the effects of the functions that state them.
func reportStated(pass *analysis.Pass, res *ownership.Result) {
	for _, file := range pass.Files {
		line := func(pos token.Pos) int { return pass.Fset.Position(pos).Line }
		states := map[int]string{} // by line
		for _, g := range file.Comments {
			for _, c := range g.List {
				states[line(c.Pos())] = c.Text
			}
		}
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || !strings.Contains(states[line(decl.Name.Pos())], decl.Name.Name+":`") {
				continue
			}
			f := pass.TypesInfo.Defs[decl.Name].(*types.Func)
			drivertest.ReportFact(pass, f, withoutPositions(res.Effect(f)).String())
		}
	}
}

// withoutPositions is s without the lines that it names, which move whenever a
// case is added.
func withoutPositions(s *effect.Summary) *effect.Summary {
	if s == nil {
		return nil
	}
	out := *s
	hops := func(via []effect.Hop) []effect.Hop {
		via = slices.Clone(via)
		for i := range via {
			via[i].Posn = ""
		}
		return via
	}
	out.Writes = slices.Clone(s.Writes)
	for i := range out.Writes {
		out.Writes[i].Posn, out.Writes[i].Via = "", hops(out.Writes[i].Via)
	}
	out.Origins = slices.Clone(s.Origins)
	for i := range out.Origins {
		out.Origins[i].Posn, out.Origins[i].Via = "", hops(out.Origins[i].Via)
	}
	return &out
}
