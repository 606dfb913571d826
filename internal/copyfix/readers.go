package copyfix

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"unicode"
)

// This file asks who looks at an object after it was written: who would no
// longer see the writes if they went to a copy.

// bodyOf is the body of the innermost function around n.
func (m *fixer) bodyOf(n ast.Node) *ast.BlockStmt { return m.bodyAt(n.Pos()) }

func (m *fixer) bodyAt(pos token.Pos) *ast.BlockStmt {
	var body *ast.BlockStmt
	for _, x := range path(m.file, pos) {
		switch x := x.(type) {
		case *ast.FuncDecl:
			body = x.Body
		case *ast.FuncLit:
			if within(x.Body, pos) {
				body = x.Body
			}
		}
	}
	return body
}

// outerBody is the body of the declared function around n, or nil.
func (m *fixer) outerBody(n ast.Node) *ast.BlockStmt {
	for _, x := range path(m.file, n.Pos()) {
		if d, ok := x.(*ast.FuncDecl); ok {
			return d.Body
		}
	}
	return nil
}

// loopOf is the innermost loop around pos that does not contain the declaration
// of v, or nil. Without v, it is any loop of the innermost function.
func (m *fixer) loopOf(pos token.Pos, v *types.Var) ast.Node {
	var loop ast.Node
	for _, x := range path(m.file, pos) {
		switch x.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if v == nil || !within(x, v.Pos()) {
				loop = x
			}
		case *ast.FuncLit:
			if v == nil {
				loop = nil
			}
		}
	}
	return loop
}

// usedBehind reports whether v is used in body behind pos, but for len(v).
func (m *fixer) usedBehind(v *types.Var, pos token.Pos, body *ast.BlockStmt) bool {
	if body == nil {
		return true
	}
	used := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && (id.Name == "len" || id.Name == "cap") {
				return false
			}
		case *ast.Ident:
			used = used || n.Pos() >= pos && m.pass.TypesInfo.Uses[n] == v
		}
		return !used
	})
	return used
}

// looksAtElements reports whether somebody may look at the elements of the list
// or map e behind n, which took one: they would be without the writes to the
// copy.
func (m *fixer) looksAtElements(e ast.Expr, n ast.Node) bool {
	switch innermost(e).(type) {
	case *ast.CallExpr, *ast.CompositeLit:
		return false // nobody else has it
	}
	v := m.rootVar(e)
	if v == nil || m.isResult(v) {
		return true
	}
	end := n.End()
	if _, loop := n.(*ast.RangeStmt); !loop {
		// The rest of this round is about the same element.
		if l := m.loopOf(n.Pos(), v); l != nil {
			end = l.End()
		}
	}
	if out := m.loopOf(n.Pos(), v); out != nil && out != n && out.End() > end {
		return true
	}
	if m.usedBehind(v, end, m.outerBody(n)) {
		return true
	}
	if m.isParam(v) {
		return !m.entry && !m.callersDoNotLook(v)
	}
	// What a pointer leads to may be somebody else's as well.
	_, pointer := v.Type().Underlying().(*types.Pointer)
	return pointer && innermost(e) != ast.Unparen(e) && !m.fromCall(v)
}

// fromCall reports whether v is only set to what calls return, or to literals.
func (m *fixer) fromCall(v *types.Var) bool {
	n, calls := 0, 0
	ast.Inspect(m.file, func(node ast.Node) bool {
		as, ok := node.(*ast.AssignStmt)
		if !ok || !m.assigns(as, v) {
			return true
		}
		n++
		if len(as.Rhs) == 1 {
			switch x := ast.Unparen(as.Rhs[0]).(type) {
			case *ast.CallExpr:
				calls++
			case *ast.UnaryExpr:
				if _, ok := x.X.(*ast.CompositeLit); ok {
					calls++
				}
			}
		}
		return true
	})
	return n > 0 && n == calls
}

// signature is the type of the function that declares v in its parameters or
// results, or nil.
func (m *fixer) signature(v *types.Var) *ast.FuncType {
	for _, x := range path(m.file, v.Pos()) {
		if f, ok := x.(*ast.FuncType); ok {
			return f
		}
	}
	return nil
}

func (m *fixer) isParam(v *types.Var) bool {
	f := m.signature(v)
	return f != nil && m.declares(f, v)
}

func (m *fixer) isResult(v *types.Var) bool {
	f := m.signature(v)
	return f != nil && f.Results != nil && within(f.Results, v.Pos())
}

// callersDoNotLook reports whether v is a parameter of a function that is only
// called in this package, by its name, and no caller uses afterwards what he
// passes for v.
func (m *fixer) callersDoNotLook(v *types.Var) bool {
	fn, index := m.parameter(v)
	if fn == nil || fn.Exported() || fn.Signature().Recv() != nil && m.inInterface(fn.Name()) {
		return false
	}
	calls, uses := 0, 0
	for id, obj := range m.pass.TypesInfo.Uses {
		if obj == fn && id.Pos().IsValid() {
			uses++
		}
	}
	ok := true
	for _, file := range m.pass.Files {
		in := &fixer{pass: m.pass, file: file}
		ast.Inspect(file, func(n ast.Node) bool {
			call, isCall := n.(*ast.CallExpr)
			if !isCall {
				return true
			}
			if id := callee(call); id != nil && m.pass.TypesInfo.Uses[id] == fn && index < len(call.Args) {
				calls++
				ok = ok && !in.looksAtArgument(call, call.Args[index])
			}
			return true
		})
	}
	return ok && calls > 0 && calls == uses
}

// parameter is the declared function that v is a parameter of, and which one.
func (m *fixer) parameter(v *types.Var) (*types.Func, int) {
	for _, x := range path(m.file, v.Pos()) {
		d, ok := x.(*ast.FuncDecl)
		if !ok {
			continue
		}
		fn, _ := m.pass.TypesInfo.Defs[d.Name].(*types.Func)
		if fn == nil {
			return nil, 0
		}
		params := fn.Signature().Params()
		for i := range params.Len() {
			if params.At(i) == v && !(fn.Signature().Variadic() && i == params.Len()-1) {
				return fn, i
			}
		}
	}
	return nil, 0
}

// looksAtArgument reports whether the caller may use arg again.
func (m *fixer) looksAtArgument(call *ast.CallExpr, arg ast.Expr) bool {
	arg = ast.Unparen(arg)
	switch x := arg.(type) {
	case *ast.CallExpr:
		return false
	case *ast.TypeAssertExpr:
		arg = ast.Unparen(x.X)
	}
	id, ok := arg.(*ast.Ident)
	if !ok {
		return true
	}
	v, _ := m.pass.TypesInfo.Uses[id].(*types.Var)
	if v == nil || v.IsField() || v.Parent() == m.pass.Pkg.Scope() {
		return true
	}
	if m.usedBehind(v, call.End(), m.outerBody(call)) || m.loopOf(call.Pos(), v) != nil {
		return true
	}
	if m.isParam(v) {
		// Of an event handler: nobody's. The caller's callers' otherwise.
		iface, any := v.Type().Underlying().(*types.Interface)
		return !any || !iface.Empty()
	}
	// An element of a list is in the list as well.
	hit := false
	ast.Inspect(m.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			hit = hit || m.defines(n.Value, v) && m.looksAtElements(n.X, n)
		case *ast.AssignStmt:
			if x := container(n); x != nil && m.assigns(n, v) {
				hit = hit || m.looksAtElements(x, n)
			}
		}
		return !hit
	})
	return hit
}

// callee is the name by which call calls a function or method.
func callee(call *ast.CallExpr) *ast.Ident {
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return f
	case *ast.SelectorExpr:
		return f.Sel
	}
	return nil
}

// inInterface reports whether an interface of the package has a method of that
// name, so that calls may go through it.
func (m *fixer) inInterface(name string) bool {
	scope := m.pass.Pkg.Scope()
	for _, n := range scope.Names() {
		tn, ok := scope.Lookup(n).(*types.TypeName)
		if !ok {
			continue
		}
		if iface, ok := tn.Type().Underlying().(*types.Interface); ok {
			for i := range iface.NumMethods() {
				if iface.Method(i).Name() == name {
					return true
				}
			}
		}
	}
	return false
}

// assigned reports whether v is set again in body.
func (m *fixer) assigned(v *types.Var, body ast.Node) bool {
	hit := false
	ast.Inspect(body, func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok {
			for _, l := range as.Lhs {
				id, ok := ast.Unparen(l).(*ast.Ident)
				hit = hit || ok && m.pass.TypesInfo.Uses[id] == v
			}
		}
		return !hit
	})
	return hit
}

// freeName is a name for an object of type t that nothing around it has.
func (m *fixer) freeName(t types.Type, around ast.Node) string {
	name := "obj"
	if p, ok := t.(*types.Pointer); ok {
		if n, ok := types.Unalias(p.Elem()).(*types.Named); ok {
			name = lower(n.Obj().Name())
		}
	}
	taken := map[string]bool{}
	ast.Inspect(around, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			taken[id.Name] = true
		}
		return true
	})
	for taken[name] || token.IsKeyword(name) || types.Universe.Lookup(name) != nil || m.pass.Pkg.Scope().Lookup(name) != nil {
		name += "Copy"
	}
	return name
}

// lower puts the first word of a type's name in lower case: CronJob is
// cronJob, CSIDriver is csiDriver.
func lower(name string) string {
	if name == strings.ToUpper(name) {
		return strings.ToLower(name)
	}
	rs := []rune(name)
	for i := range rs {
		if unicode.IsLower(rs[i]) || i > 0 && i+1 < len(rs) && unicode.IsLower(rs[i+1]) {
			break
		}
		rs[i] = unicode.ToLower(rs[i])
	}
	return string(rs)
}
