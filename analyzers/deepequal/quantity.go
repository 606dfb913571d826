package deepequal

import (
	"fmt"
	"go/ast"
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/importedit"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/wording"
)

// spellings are the findings of category quantity in the condition of an if. The shape
// that is certain: the branch assigns one side of the comparison to the other, or what they are parts
// of, the side that is assigned belongs to an object that this function reads from the API server, and
// what it gets is a custom resource's, or made of one, which has the spelling of a user.
func spellings(pass *analysis.Pass, file *ast.File, decl ast.Decl, branch *ast.IfStmt) []report.Finding {
	var out []report.Finding
	for n := range ast.Preorder(branch.Cond) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		c, ok := comparisonOf(pass, call)
		if !ok || c.Numeric || c.x.Type == nil || !holdsQuantity(c.x.Type, map[types.Type]bool{}) {
			continue
		}
		s := scope{pass, decl}
		for _, o := range [][2]operand{{c.x, c.y}, {c.y, c.x}} {
			stored, wanted := o[0].Expr, o[1].Expr
			if s.assigns(branch.Body, stored, wanted) && s.stored(stored) && s.custom(wanted) {
				out = append(out, s.spelling(c, file, stored, wanted))
				break
			}
		}
	}
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

// holdsQuantity reports whether a resource.Quantity is part of a value of type t.
func holdsQuantity(t types.Type, seen map[types.Type]bool) bool {
	if t = types.Unalias(t); seen[t] {
		return false
	}
	seen[t] = true
	if kube.TypeName(t) == kube.Quantity {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return holdsQuantity(u.Elem(), seen)
	case *types.Slice:
		return holdsQuantity(u.Elem(), seen)
	case *types.Array:
		return holdsQuantity(u.Elem(), seen)
	case *types.Map:
		return holdsQuantity(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if holdsQuantity(f.Type(), seen) {
				return true
			}
		}
	}
	return false
}

// A scope is the declaration in which a comparison stands.
type scope struct {
	pass *analysis.Pass
	decl ast.Decl
}

// assigns reports whether to = from is a statement in n, or says so of what both are the same part of,
// whether or not from is copied, dereferenced or its address taken.
func (s scope) assigns(n ast.Node, to, from ast.Expr) bool {
	for whole, value := range s.assignments(n, to) {
		if part, ok := strings.CutPrefix(place(to), place(whole)); ok && place(from) == place(value)+part {
			return true
		}
	}
	return false
}

// assigned is what statements in n assign to the place to.
func (s scope) assigned(n ast.Node, to ast.Expr) []ast.Expr {
	var out []ast.Expr
	for lhs, value := range s.assignments(n, to) {
		if place(lhs) == place(to) {
			out = append(out, value)
		}
	}
	return out
}

// assignments are those in n to the variable that the path to begins with, and to its parts; of several results of a
// call, the first is meant.
func (s scope) assignments(n ast.Node, to ast.Expr) iter.Seq2[ast.Expr, ast.Expr] {
	return func(yield func(to, value ast.Expr) bool) {
		for n := range ast.Preorder(n) {
			a, ok := n.(*ast.AssignStmt)
			if !ok {
				continue
			}
			for i := range min(len(a.Lhs), len(a.Rhs)) {
				if s.root(a.Lhs[i]) == s.root(to) && !yield(a.Lhs[i], a.Rhs[i]) {
					return
				}
			}
		}
	}
}

// place is the text of e without what copies it or takes its address.
func place(e ast.Expr) string { return types.ExprString(original(e)) }

// original is e without what copies it, dereferences it or takes its address.
func original(e ast.Expr) ast.Expr {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.UnaryExpr:
			e = x.X
			continue
		case *ast.StarExpr:
			e = x.X
			continue
		case *ast.CallExpr:
			if f, ok := x.Fun.(*ast.SelectorExpr); ok && len(x.Args) == 0 && kube.CopiesReceiver(f.Sel.Name) {
				e = f.X
				continue
			}
		}
		return ast.Unparen(e)
	}
}

// beginning is what the path e of fields and elements begins with.
func beginning(e ast.Expr) ast.Expr {
	for {
		switch x := original(e).(type) {
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		default:
			return x
		}
	}
}

// root is the variable that the path e begins with, nil if it begins with something else.
func (s scope) root(e ast.Expr) *types.Var {
	id, _ := beginning(e).(*ast.Ident)
	v, _ := s.pass.TypesInfo.ObjectOf(id).(*types.Var)
	return v
}

// stored reports whether e is part of an object of a built-in kind that this function
// reads, or is given and updates, itself or through a variable that points into it.
func (s scope) stored(e ast.Expr) bool {
	v := s.root(e)
	if v != nil && !kube.IsObject(pointerTo(v.Type())) {
		if from := s.assigned(s.decl, beginning(e)); len(from) == 1 {
			v = s.root(from[0])
		}
	}
	return v != nil && kube.IsObject(pointerTo(v.Type())) && kube.IsBuiltIn(v.Type()) && (s.read(v) || s.parameter(v) && s.updates(v))
}

// custom reports whether e is part of a custom resource that the function is given or
// reads, or has been assigned such a part in it, or is made of one.
func (s scope) custom(e ast.Expr) bool {
	if s.ofCustom(e) || slices.ContainsFunc(s.assigned(s.decl, e), s.ofCustom) {
		return true
	}
	return slices.ContainsFunc(append(s.assigned(s.decl, beginning(e)), beginning(e)), func(e ast.Expr) bool { return s.spelt(e, map[*types.Func]bool{}) })
}

// spelt reports whether n, or a function of the package that it calls, copies quantities of a custom resource, or
// parses what the user wrote there.
func (s scope) spelt(n ast.Node, seen map[*types.Func]bool) bool {
	for n := range ast.Preorder(n) {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if t := s.pass.TypesInfo.TypeOf(n); t != nil && holdsQuantity(t, map[types.Type]bool{}) && s.ofCustom(n) {
				return true
			}
		case *ast.CallExpr:
			f, ok := typeutil.Callee(s.pass.TypesInfo, n).(*types.Func)
			switch {
			case !ok:
			case kube.ParsesQuantity(f) && s.ofCustom(n.Args[0]):
				return true
			case f.Pkg() == s.pass.Pkg && !seen[f.Origin()]:
				seen[f.Origin()] = true
				if d := s.declaration(f); d != nil && (scope{s.pass, d}).spelt(d, seen) {
					return true
				}
			}
		}
	}
	return false
}

// declaration is that of f, a function of the package.
func (s scope) declaration(f *types.Func) *ast.FuncDecl {
	_, path := astspan.Path(s.pass.Files, f.Origin().Pos())
	for _, n := range path {
		if d, ok := n.(*ast.FuncDecl); ok && d.Body != nil {
			return d
		}
	}
	return nil
}

func (s scope) ofCustom(e ast.Expr) bool {
	v := s.root(e)
	if v == nil || !strings.Contains(place(e), ".Spec") || kube.IsBuiltIn(v.Type()) || !kube.IsObject(pointerTo(v.Type())) {
		return false
	}
	return s.parameter(v) || s.read(v)
}

func (s scope) parameter(v *types.Var) bool { return v.Kind() == types.ParamVar }

// read reports whether the function reads v from the API server or a cache: it gives it to a
// client's Get, or v is the result of one.
func (s scope) read(v *types.Var) bool {
	for n := range ast.Preorder(s.decl) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if c := s.clientCall(n); c.Verb == kube.ReadInto && c.Obj < len(n.Args) && s.root(n.Args[c.Obj]) == v {
				return true
			}
		case *ast.AssignStmt:
			if call, ok := n.Rhs[0].(*ast.CallExpr); ok && s.root(n.Lhs[0]) == v {
				if c := s.clientCall(call); c.Verb == kube.ReadLive || c.Verb == kube.ReadCache {
					return true
				}
			}
		}
	}
	return false
}

// updates reports whether the function sends v to the API server, which has it then.
func (s scope) updates(v *types.Var) bool {
	for n := range ast.Preorder(s.decl) {
		if call, ok := n.(*ast.CallExpr); ok {
			if c := s.clientCall(call); (c.Verb == kube.Write || c.Verb == kube.WriteInto) && c.Obj < len(call.Args) && s.root(call.Args[c.Obj]) == v {
				return true
			}
		}
	}
	return false
}

func (s scope) clientCall(call *ast.CallExpr) kube.ClientCall {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return kube.ClientCall{}
	}
	f, ok := s.pass.TypesInfo.ObjectOf(sel.Sel).(*types.Func)
	if !ok {
		return kube.ClientCall{}
	}
	return kube.CallOf(f.Name(), f, f.Signature(), s.pass.TypesInfo.TypeOf(sel.X))
}

func pointerTo(t types.Type) types.Type {
	if _, ok := types.Unalias(t).(*types.Pointer); ok {
		return t
	}
	return types.NewPointer(t)
}
