package deepequal

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/wording"
)

// whole is the finding of category server-fills for a call that compares x with y. One must be an object that this
// function reads. The other is a new one, which has nothing of the first but its version.
func whole(s scope, call *ast.CallExpr, x, y ast.Expr) (report.Finding, bool) {
	for _, o := range [][2]ast.Expr{{x, y}, {y, x}} {
		stored, made := s.root(o[0]), s.root(o[1])
		if stored == nil || made == nil || stored == made || place(o[0]) != stored.Name() || place(o[1]) != made.Name() || !kube.IsObject(pointerTo(stored.Type())) {
			continue
		}
		p := &pairing{s, stored, made, call}
		if s.read(stored) && p.storedOnly(o[0]) && makesOnly(s, o[1]) && slices.ContainsFunc(s.assigned(s.decl, beginning(o[1])), notEmpty) && !p.touched() {
			return report.Finding{Pos: call.Pos(), End: call.End(), Category: "server-fills",
				Message: wording.Fit(wording.Max, func(l wording.Level) string {
					return fmt.Sprintf("%s is always false here: the API server gives each object a uid and a creationTimestamp, which %s has, and %s has none; compare what the program sets",
						l.Name(types.ExprString(call.Fun)), l.Name(stored.Name()), l.Name(made.Name()))
				})}, true
		}
	}
	return report.Finding{}, false
}

// storedOnly reports whether the function assigns to the variable e only what is read into, what a client has read, and
// what it creates.
func (p *pairing) storedOnly(e ast.Expr) bool {
	return !slices.ContainsFunc(p.assigned(p.decl, beginning(e)), func(value ast.Expr) bool {
		call, ok := original(value).(*ast.CallExpr)
		return ok && p.clientCall(call).Verb == kube.NoVerb && !(makes(p.scope, call) && len(p.creating(p.stored)) > 0)
	})
}

// notEmpty reports whether e is no empty object, of which a comparison may ask whether anything was read.
func notEmpty(e ast.Expr) bool {
	lit, ok := original(e).(*ast.CompositeLit)
	return !ok || len(lit.Elts) > 0
}

// touched reports whether, before the comparison or in its loop, the stored object is changed, or the new one gets
// something of it but its version, or is filled in.
func (p *pairing) touched() bool {
	if handedOn(p.scope, p.made, p.call.Pos()) {
		return true
	}
	of := map[*types.Var]bool{p.stored: true}
	for n := range ast.Preorder(p.decl) {
		if n == p.call {
			continue
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			e := []ast.Expr{n}
			if n.End() < p.call.Pos() && mentions(p.pass, e, of) && mentions(p.pass, e, map[*types.Var]bool{p.made: true}) {
				return true
			}
		case *ast.ForStmt, *ast.RangeStmt:
			if astspan.Within(n, p.call.Pos()) && !astspan.Within(n, p.made.Pos()) {
				return true
			}
		}
		to, values := astspan.Assigned(n)
		for _, lhs := range to {
			v := p.root(lhs)
			part := v != nil && place(lhs) != v.Name()
			version := part && place(lhs) == v.Name()+".ResourceVersion"
			if v == p.stored && part || v == p.made && !version && mentions(p.pass, values, of) {
				return true
			}
		}
	}
	return false
}
