package deepequal

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A scope is the declaration in which a comparison stands.
type scope struct {
	pass  *analysis.Pass
	decl  ast.Decl
	roles map[*types.Func]*role // of functions of the package, as far as known
}

// in is the scope of another declaration.
func (s scope) in(d ast.Decl) scope { return scope{s.pass, d, s.roles} }

// A role is what a function does with the objects that it is given, which it tells other packages.
type role struct {
	Reads, Updates []fact.Param // the parameters that it has a client fill, or send
	// Spells tells that it copies quantities of a custom resource, or parses what the user wrote there.
	Spells bool
	Makes  bool // it returns only new objects
}

// export tells other packages the role of the function that is declared here, if it is given an object.
func (s scope) export() {
	d, ok := s.decl.(*ast.FuncDecl)
	if !ok || d.Body == nil {
		return
	}
	f, ok := s.pass.TypesInfo.Defs[d.Name].(*types.Func)
	if !ok || !slices.ContainsFunc(slices.Collect(f.Signature().Params().Variables()), func(v *types.Var) bool { return kube.IsObject(pointerTo(v.Type())) || kube.IsObject(v.Type()) }) {
		return
	}
	if r := s.role(f); len(r.Reads)+len(r.Updates) > 0 || r.Spells || r.Makes {
		fact.Tell(s.pass, f, *r)
	}
}

// role is that of f, which has none if it is not known.
func (s scope) role(f *types.Func) *role {
	f = f.Origin()
	if f.Pkg() != s.pass.Pkg {
		r, _ := fact.Of[role](s.pass, f)
		return &r
	}
	if r := s.roles[f]; r != nil {
		return r
	}
	r := &role{}
	s.roles[f] = r // for recursive functions
	if d := astspan.Decl(s.pass.Files, f.Pos()); d != nil {
		in := s.in(d)
		for n := range ast.Preorder(d.Body) {
			if call, ok := n.(*ast.CallExpr); ok {
				reads, sends := in.does(call)
				r.Reads, r.Updates = in.parameters(f, r.Reads, reads), in.parameters(f, r.Updates, sends)
			}
		}
		r.Spells = in.spelt(d)
		r.Makes = returnsNew(in, d)
	}
	return r
}

// parameters adds those of f that objects begin with.
func (s scope) parameters(f *types.Func, have []fact.Param, objects []ast.Expr) []fact.Param {
	for _, e := range objects {
		if i := fact.Param(parameterOf(f, s.root(e))); i >= 0 && !slices.Contains(have, i) {
			have = append(have, i)
		}
	}
	return have
}

// parameterOf is which parameter of f v is, -1 if none.
func parameterOf(f *types.Func, v *types.Var) int {
	if f == nil || v == nil {
		return -1
	}
	return slices.Index(slices.Collect(f.Signature().Params().Variables()), v)
}

// does are the objects that call has a client fill, and those that it sends, itself or in the function that is called.
func (s scope) does(call *ast.CallExpr) (reads, sends []ast.Expr) {
	if c := s.clientCall(call); c.Verb != kube.NoVerb {
		switch {
		case c.Obj >= len(call.Args):
		case c.Verb == kube.ReadInto:
			reads = call.Args[c.Obj : c.Obj+1]
		case c.Verb == kube.Write || c.Verb == kube.WriteInto:
			sends = call.Args[c.Obj : c.Obj+1]
		}
		return reads, sends
	}
	f, ok := typeutil.Callee(s.pass.TypesInfo, call).(*types.Func)
	if !ok {
		return nil, nil
	}
	r := s.role(f)
	at := func(params []fact.Param) (out []ast.Expr) {
		for _, i := range params {
			if int(i) < len(call.Args) {
				out = append(out, call.Args[i])
			}
		}
		return out
	}
	return at(r.Reads), at(r.Updates)
}

// root is the variable that the path e begins with, nil if it begins with something else.
func (s scope) root(e ast.Expr) *types.Var {
	id, _ := beginning(e).(*ast.Ident)
	v, _ := s.pass.TypesInfo.ObjectOf(id).(*types.Var)
	return v
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
			if of, name := astspan.Method(x); kube.CopiesReceiver(name) {
				e = of
				continue
			}
		}
		return ast.Unparen(e)
	}
}

// place is the text of e without what copies it or takes its address.
func place(e ast.Expr) string { return types.ExprString(original(e)) }

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

// spelt reports whether n, or a function that it calls, copies quantities of a custom resource, or
// parses what the user wrote there. Other fields beside the quantities are none.
func (s scope) spelt(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			t := s.pass.TypesInfo.TypeOf(n)
			if t == nil || s.root(n) == nil {
				break
			}
			if _, method := t.(*types.Signature); method {
				break
			}
			found = found || s.ofCustom(n) && holdsQuantity(t, map[types.Type]bool{})
			return false
		case *ast.CallExpr:
			if f, ok := typeutil.Callee(s.pass.TypesInfo, n).(*types.Func); ok {
				found = found || kube.ParsesQuantity(f) && s.ofCustom(n.Args[0]) || s.role(f).Spells
			}
		}
		return !found
	})
	return found
}

// returnsNew reports whether the function d, which the scope is, returns as its first result only new objects.
func returnsNew(s scope, d *ast.FuncDecl) bool {
	f, _ := s.pass.TypesInfo.Defs[d.Name].(*types.Func)
	if f == nil || f.Signature().Results().Len() == 0 || !kube.IsObject(pointerTo(f.Signature().Results().At(0).Type())) {
		return false
	}
	isNew, other := false, false
	ast.Inspect(d.Body, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			_, lit := n.(*ast.FuncLit)
			return !lit
		}
		if len(ret.Results) == 0 {
			other = true
			return false
		}
		e := original(ret.Results[0])
		_, lit := e.(*ast.CompositeLit)
		v := s.root(e)
		switch {
		case s.pass.TypesInfo.Types[e].IsNil():
		case lit, v != nil && place(e) == v.Name() && makesOnly(s, e) && !handedOn(s, v, d.End()):
			isNew = true
		default:
			other = true
		}
		return false
	})
	return isNew && !other
}

// makesOnly reports whether the function assigns to the variable e only new objects.
func makesOnly(s scope, e ast.Expr) bool {
	values := s.assigned(s.decl, beginning(e))
	return len(values) > 0 && !s.read(s.root(e)) && !slices.ContainsFunc(values, func(value ast.Expr) bool {
		switch value := original(value).(type) {
		case *ast.CompositeLit:
			return false
		case *ast.CallExpr:
			return !makes(s, value)
		}
		return true
	})
}

// makes reports whether call is of a function that returns only new objects.
func makes(s scope, call *ast.CallExpr) bool {
	f, ok := typeutil.Callee(s.pass.TypesInfo, call).(*types.Func)
	return ok && s.role(f).Makes
}

// handedOn reports whether the function gives v, before the place, to code that may have a client, by which the server fills
// it in.
func handedOn(s scope, v *types.Var, before token.Pos) bool {
	for n := range ast.Preorder(s.decl) {
		if call, ok := n.(*ast.CallExpr); ok && call.Pos() < before && gives(s, call, v) && (s.clientCall(call).Verb != kube.NoVerb || mayFill(s.pass, call)) {
			return true
		}
	}
	return false
}

// gives reports whether call gets v, or a part of it.
func gives(s scope, call *ast.CallExpr, v *types.Var) bool {
	return slices.ContainsFunc(call.Args, func(e ast.Expr) bool { return s.root(e) == v })
}

// mayFill reports whether call is of a function of the program that may have a client, by which the server fills in what it
// is given.
func mayFill(pass *analysis.Pass, call *ast.CallExpr) bool {
	f, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
	if !ok || f.Pkg() == nil {
		return !ok && pass.TypesInfo.Types[call.Fun].IsValue()
	}
	if kube.Repository(f.Pkg().Path()) != kube.Repository(pass.Pkg.Path()) {
		return false
	}
	return f.Signature().Recv() != nil || slices.ContainsFunc(slices.Collect(f.Signature().Params().Variables()), func(v *types.Var) bool { return ssaquery.IsContext(v.Type()) })
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
			all, values := astspan.Assigned(n)
			for i := range min(len(all), len(values)) {
				if s.root(all[i]) == s.root(to) && !yield(all[i], values[i]) {
					return
				}
			}
		}
	}
}

// ofCustom reports whether e is part of the Spec of a custom resource that the function is given or reads, or that a
// field of its receiver or of a parameter holds.
func (s scope) ofCustom(e ast.Expr) bool {
	v := s.root(e)
	if v == nil {
		return false
	}
	if isCustom(v.Type()) {
		return strings.Contains(place(e), ".Spec") && (s.parameter(v) || s.read(v))
	}
	for {
		x, ok := original(e).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		if t := s.pass.TypesInfo.TypeOf(x.X); x.Sel.Name == "Spec" && t != nil && isCustom(t) {
			return s.parameter(v) || v.Kind() == types.RecvVar
		}
		e = x.X
	}
}

// isCustom reports whether values of type t, or what they point to, are custom resources.
func isCustom(t types.Type) bool {
	return !types.IsInterface(t) && !kube.IsBuiltIn(t) && kube.IsObject(pointerTo(t))
}

func (s scope) parameter(v *types.Var) bool { return v.Kind() == types.ParamVar }

// read reports whether the function reads v from the API server or a cache: it gives it to a
// client's Get, itself or through a helper, or v is the result of one.
func (s scope) read(v *types.Var) bool {
	for n := range ast.Preorder(s.decl) {
		if call, ok := n.(*ast.CallExpr); ok {
			if reads, _ := s.does(call); slices.ContainsFunc(reads, func(e ast.Expr) bool { return s.root(e) == v }) {
				return true
			}
		}
		if to, values := astspan.Assigned(n); len(values) > 0 && s.root(to[0]) == v {
			if call, ok := values[0].(*ast.CallExpr); ok {
				if c := s.clientCall(call); c.Verb == kube.ReadLive || c.Verb == kube.ReadCache {
					return true
				}
			}
		}
	}
	return false
}

// sends reports whether n sends v to the API server, which has it then.
func (s scope) sends(n ast.Node, v *types.Var) bool {
	for n := range ast.Preorder(n) {
		if call, ok := n.(*ast.CallExpr); ok {
			if _, sends := s.does(call); v != nil && slices.ContainsFunc(sends, func(e ast.Expr) bool { return s.root(e) == v }) {
				return true
			}
		}
	}
	return false
}

// creating are the calls by which the function creates v.
func (s scope) creating(v *types.Var) (calls []*ast.CallExpr) {
	for n := range ast.Preorder(s.decl) {
		if call, ok := n.(*ast.CallExpr); ok {
			if c := s.clientCall(call); c.Verb == kube.Create && c.Obj < len(call.Args) && s.root(call.Args[c.Obj]) == v {
				calls = append(calls, call)
			}
		}
	}
	return calls
}

// clientCall is what call has a client do.
func (s scope) clientCall(call *ast.CallExpr) kube.ClientCall {
	return apicalls.InSource(s.pass.TypesInfo, call)
}

func pointerTo(t types.Type) types.Type {
	if _, ok := types.Unalias(t).(*types.Pointer); ok {
		return t
	}
	return types.NewPointer(t)
}
