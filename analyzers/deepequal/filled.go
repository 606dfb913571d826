package deepequal

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/wording"
)

// fills says what the API server adds to each object of a kind: to the part that is compared. The verbs of the text are
// those of an object that has it and one that has not.
var fills = map[kube.GroupKind]map[string]string{
	{Group: "batch", Kind: "Job"}: {
		"Spec":          "gives each Job a selector, which %s has, and %s has none",
		"Spec.Template": "adds labels to the template of each Job, which %s has, and %s has not",
	},
	kube.PodKind: {"Spec": "fills in the spec of each Pod, as that of %s, and not that of %s"},
}

// filled is the finding of category server-fills for a call that compares x with y. One must be part of an object that
// this function reads. The other is the same part of an object that it creates on another way, and has nothing of the
// first.
func (s scope) filled(call *ast.CallExpr, x, y ast.Expr) (report.Finding, bool) {
	for _, o := range [][2]ast.Expr{{x, y}, {y, x}} {
		stored, text := s.filledPart(o[0])
		made, same := s.filledPart(o[1])
		p := &pairing{s, stored, made, call}
		if text == "" || text != same || stored == made || !s.read(stored) || s.read(made) || !p.created() || p.mixed() || selectsByHand(s.pass) {
			continue
		}
		return report.Finding{Pos: call.Pos(), End: call.End(), Category: "server-fills",
			Message: wording.Fit(wording.Max, func(l wording.Level) string {
				return fmt.Sprintf("%s is always false here: the API server "+text+"; compare what the program sets", l.Name(types.ExprString(call.Fun)), l.Name(stored.Name()), l.Name(made.Name()))
			})}, true
	}
	return report.Finding{}, false
}

// filledPart is the variable of which e is the part that the API server adds something to, and what; it is nil for others.
func (s scope) filledPart(e ast.Expr) (*types.Var, string) {
	v := s.root(e)
	if v == nil {
		return nil, ""
	}
	kind, _ := kube.KindOf(v.Type())
	part, _ := strings.CutPrefix(place(e), v.Name()+".")
	return v, fills[kind][part]
}

// A pairing compares an object that the API server has stored with one that the program has made.
type pairing struct {
	scope
	stored, made *types.Var
	call         ast.Node // that compares them
}

// created reports whether the function creates the object that was made, and no way leads from there to the comparison.
func (p *pairing) created() bool {
	calls := p.creating(p.made)
	return len(calls) > 0 && !slices.ContainsFunc(calls, func(call *ast.CallExpr) bool { return !p.apart(call) })
}

// apart reports whether no way leads from call to the comparison on which the object that was made is the same.
func (p *pairing) apart(call ast.Node) bool {
	_, path := astspan.Path(p.pass.Files, call.Pos())
	is, clause := call.Pos() > p.call.Pos(), false
	for _, around := range path {
		within, declared := astspan.Within(around, p.call.Pos()), astspan.Within(around, p.made.Pos())
		switch x := around.(type) {
		case *ast.BlockStmt:
			is = is || !within && goesAway(x.List) || within && clause
			clause = false
		case *ast.CaseClause:
			is, clause = is || !within && goesAway(x.Body), !within
		case *ast.IfStmt:
			is = is || x.Else != nil && astspan.Within(x.Body, call.Pos()) && astspan.Within(x.Else, p.call.Pos())
		case *ast.ForStmt, *ast.RangeStmt:
			if within && !declared {
				return false
			}
		case *ast.FuncLit:
			return is && within && declared
		}
	}
	return is
}

// goesAway reports whether control goes on elsewhere behind the statements.
func goesAway(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	branch, ok := list[len(list)-1].(*ast.BranchStmt)
	_, returns := list[len(list)-1].(*ast.ReturnStmt)
	return returns || ok && branch.Tok == token.CONTINUE
}

// mixed reports whether the object that was made may have something of the stored one, or that has something of it before
// the comparison.
func (p *pairing) mixed() bool {
	from := map[*types.Var]bool{p.stored: true}
	for more := true; more; {
		more = false
		for n := range ast.Preorder(p.decl) {
			early := n.Pos() < p.call.Pos()
			if call, ok := n.(*ast.CallExpr); ok && early && gives(p.scope, call, p.made) && (gives(p.scope, call, p.stored) || mayFill(p.pass, call)) {
				return true
			}
			to, values := astspan.Assigned(n)
			for _, lhs := range to {
				v := p.root(lhs)
				if v == p.stored && early && mentions(p.pass, values, map[*types.Var]bool{p.made: true}) {
					return true
				}
				beside := v == p.made && place(lhs) != v.Name() && !strings.HasPrefix(place(lhs), v.Name()+".Spec")
				if v != nil && !from[v] && !beside && mentions(p.pass, values, from) {
					from[v], more = true, true
				}
			}
		}
	}
	return from[p.made]
}

// mentions reports whether one of the variables stands in values.
func mentions(pass *analysis.Pass, values []ast.Expr, vars map[*types.Var]bool) bool {
	return slices.ContainsFunc(values, func(e ast.Expr) bool {
		for _, o := range astspan.Names(pass.TypesInfo, e) {
			if v, ok := o.(*types.Var); ok && vars[v] {
				return true
			}
		}
		return false
	})
}

// selectsByHand reports whether the package gives Jobs selectors of its own.
func selectsByHand(pass *analysis.Pass) bool {
	for _, obj := range pass.TypesInfo.Uses {
		if v, ok := obj.(*types.Var); ok && v.IsField() && v.Name() == "ManualSelector" {
			return true
		}
	}
	return false
}
