package deepequal

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/importedit"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/wording"
)

// spellings are the findings of category quantity in the condition of an if, or in what a return tells. The shape
// that is certain: the branch assigns one side of the comparison to the other, or what they are parts
// of, or sends the object of the other; the side that is replaced belongs to an object that this function
// reads from the API server, and what it gets is a custom resource's, or made of one, which has the spelling
// of a user. Or the branch tells the callers, all of which have two such objects and send one.
func (s scope) spellings(file *ast.File, stmt ast.Stmt) []report.Finding {
	var out []report.Finding
	var asks, does ast.Node = stmt, &ast.BlockStmt{}
	if branch, ok := stmt.(*ast.IfStmt); ok {
		asks, does = branch.Cond, branch.Body
	}
	ast.Inspect(asks, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			_, lit := n.(*ast.FuncLit)
			return !lit // which has statements of its own
		}
		c, ok := comparisonOf(s.pass, call)
		if !ok || c.Numeric || c.x.Type == nil || !holdsQuantity(c.x.Type, map[types.Type]bool{}) {
			return true
		}
		for _, o := range [][2]operand{{c.x, c.y}, {c.y, c.x}} {
			stored, wanted := o[0].Expr, o[1].Expr
			replaces := s.assigns(does, stored, wanted) || s.sends(does, s.object(wanted))
			if replaces && s.stored(stored, nil) && s.custom(wanted) || s.told(stmt, stored, wanted) {
				out = append(out, s.spelling(c, file, stored, wanted))
				break
			}
		}
		return true
	})
	return out
}

func (s scope) spelling(c comparison, file *ast.File, stored, wanted ast.Expr) report.Finding {
	f := report.Finding{Pos: c.call.Pos(), End: c.call.End(), Category: "quantity",
		Message: wording.Fit(wording.Max, func(l wording.Level) string {
			return fmt.Sprintf("%s compares the spelling of quantities: %s always differs from %s where a user writes 1024Mi for 1Gi; use equality.Semantic.DeepEqual",
				l.Name(c.name), l.Name(types.ExprString(stored)), l.Name(types.ExprString(wanted)))
		})}
	f.Fixes = s.semantic(c, file)
	return f
}

// semantic compares the amounts. A package that the file needs no more is not imported.
func (s scope) semantic(c comparison, file *ast.File) []analysis.SuggestedFix {
	name, edits := importedit.Name(s.pass, file, kube.EqualityPackage, "equality")
	sel, ok := c.call.Fun.(*ast.SelectorExpr)
	if name == "" || !ok {
		return nil
	}
	id, _ := sel.X.(*ast.Ident)
	pkg, ok := s.pass.TypesInfo.ObjectOf(id).(*types.PkgName)
	if !ok {
		return nil
	}
	others, same := s.uses(file, pkg)
	switch {
	case others > 0:
	case same > 1:
		return nil // each fix stands on its own, and the last would leave the import
	default:
		drop := importedit.Drop(s.pass, file, pkg.Imported().Path())
		if drop == nil || slices.ContainsFunc(edits, func(e analysis.TextEdit) bool { return drop[0].Pos <= e.Pos && e.Pos < drop[0].End }) {
			return nil
		}
		edits = append(edits, drop...)
	}
	edits = append(edits, analysis.TextEdit{Pos: c.call.Fun.Pos(), End: c.call.Fun.End(), NewText: []byte(name + ".Semantic.DeepEqual")})
	return []analysis.SuggestedFix{{Message: "Compare the amounts", TextEdits: edits}}
}

// uses counts the uses of pkg in file: same are those that compare what holds quantities, others the rest.
func (s scope) uses(file *ast.File, pkg *types.PkgName) (others, same int) {
	for n := range ast.Preorder(file) {
		switch n := n.(type) {
		case *ast.Ident:
			if s.pass.TypesInfo.Uses[n] == pkg {
				others++
			}
		case *ast.CallExpr:
			if c, ok := comparisonOf(s.pass, n); ok && c.x.Type != nil && holdsQuantity(c.x.Type, map[types.Type]bool{}) {
				others--
				same++
			}
		}
	}
	return others, same
}

// assigns reports whether to = from is a statement in n, or the same for what both are a part of. from
// may be copied or dereferenced, or its address taken.
func (s scope) assigns(n ast.Node, to, from ast.Expr) bool {
	for whole, value := range s.assignments(n, to) {
		if part, ok := strings.CutPrefix(place(to), place(whole)); ok && place(from) == place(value)+part {
			return true
		}
	}
	return false
}

// stored reports whether e is part of an object of a built-in kind that this function reads, or is given and
// updates. e may be read through a variable that points into the object; or each caller has read it.
func (s scope) stored(e ast.Expr, seen []*types.Func) bool {
	v := s.object(e)
	if v == nil || !kube.IsBuiltIn(v.Type()) {
		return false
	}
	return kube.IsObject(pointerTo(v.Type())) && (s.read(v) || s.parameter(v) && s.sends(s.decl, v)) || s.givenStored(v, seen)
}

// object is the variable that the path e begins with, or the one of the object that it points into.
func (s scope) object(e ast.Expr) *types.Var {
	v := s.root(e)
	if v != nil && !kube.IsObject(pointerTo(v.Type())) {
		if from := s.assigned(s.decl, beginning(e)); len(from) == 1 {
			return s.root(from[0])
		}
	}
	return v
}

// givenStored reports whether v is a pointer that the function is given, and all that call it are in this package and
// give it a part of what they have read.
func (s scope) givenStored(v *types.Var, seen []*types.Func) bool {
	f := s.function()
	i := parameterOf(f, v)
	if _, pointer := v.Type().(*types.Pointer); !pointer || i < 0 || slices.Contains(seen, f) {
		return false
	}
	return s.everyCall(f, func(in scope, call *ast.CallExpr) bool {
		return i < len(call.Args) && in.stored(call.Args[i], append(seen, f))
	})
}

// told reports whether stmt answers true or false to callers that are all in this package and send one
// of the two objects. They have read the object of stored, and have made the object of wanted of a
// custom resource.
func (s scope) told(stmt ast.Stmt, stored, wanted ast.Expr) bool {
	f := s.function()
	i, j := parameterOf(f, s.object(stored)), parameterOf(f, s.object(wanted))
	if i < 0 || j < 0 || i == j || !s.answers(stmt) {
		return false
	}
	return s.everyCall(f, func(in scope, call *ast.CallExpr) bool {
		if max(i, j) >= len(call.Args) || !in.stored(call.Args[i], []*types.Func{f}) || !in.custom(call.Args[j]) {
			return false
		}
		return in.sends(in.decl, in.root(call.Args[i])) || in.sends(in.decl, in.root(call.Args[j]))
	})
}

// answers reports whether stmt returns from the function itself what is asked there, or is a branch that ends with a
// return of true or false.
func (s scope) answers(stmt ast.Stmt) bool {
	for n := range ast.Preorder(s.decl) {
		if lit, ok := n.(*ast.FuncLit); ok && lit.Pos() < stmt.Pos() && stmt.End() < lit.End() {
			return false
		}
	}
	branch, ok := stmt.(*ast.IfStmt)
	if !ok || len(branch.Body.List) == 0 {
		return !ok
	}
	ret, ok := branch.Body.List[len(branch.Body.List)-1].(*ast.ReturnStmt)
	return ok && slices.ContainsFunc(ret.Results, func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		return ok && (id.Name == "true" || id.Name == "false")
	})
}

// function is the one that the scope is, nil if it is none or other packages may call it.
func (s scope) function() *types.Func {
	d, ok := s.decl.(*ast.FuncDecl)
	if !ok || d.Name.IsExported() {
		return nil
	}
	f, _ := s.pass.TypesInfo.Defs[d.Name].(*types.Func)
	return f
}

// everyCall reports whether f is used, only called, and each call is as is says.
func (s scope) everyCall(f *types.Func, is func(in scope, call *ast.CallExpr) bool) bool {
	uses, calls := 0, 0
	for _, file := range s.pass.Files {
		for _, d := range file.Decls {
			for n := range ast.Preorder(d) {
				switch n := n.(type) {
				case *ast.Ident:
					if s.pass.TypesInfo.Uses[n] == f {
						uses++
					}
				case *ast.CallExpr:
					if typeutil.Callee(s.pass.TypesInfo, n) == f && is(s.in(d), n) {
						calls++
					}
				}
			}
		}
	}
	return uses > 0 && uses == calls
}

// custom reports whether e is part of a custom resource that the function is given or
// reads, or has been assigned such a part in it, or is made of one.
func (s scope) custom(e ast.Expr) bool {
	if s.ofCustom(e) || slices.ContainsFunc(s.assigned(s.decl, e), s.ofCustom) {
		return true
	}
	return slices.ContainsFunc(append(s.assigned(s.decl, beginning(e)), beginning(e)), func(e ast.Expr) bool { return s.spelt(e) })
}
