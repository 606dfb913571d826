package copyfix

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A target is what a write goes through and what a copy can be assigned to: a
// variable, or a field or element of one.
type target struct {
	v    *types.Var
	text string // "pod", "e.ObjectNew", "pods[i]"
	typ  types.Type
	// index is the variable that says which element, if it is one.
	index *types.Var
	// since is where something in the object got a name of its own, if the
	// write goes through that: a := pod.Annotations.
	since token.Pos
}

// written is the target of the write, or of the call that leads to one, at pos;
// nil if that is not clear.
func (m *fixer) written(pos token.Pos) *target {
	if call := m.callAt(pos); call != nil {
		return m.callTarget(call, pos)
	}
	if e := m.exprAt(pos); e != nil {
		return m.targetOf(e, 0)
	}
	return nil
}

// callAt is the call that starts, or opens its arguments, at pos.
func (m *fixer) callAt(pos token.Pos) *ast.CallExpr {
	nodes := path(m.file, pos)
	for i := len(nodes) - 1; i >= 0; i-- {
		switch n := nodes[i].(type) {
		case *ast.CallExpr:
			if n.Lparen == pos || n.Pos() == pos {
				return n
			}
		case *ast.AssignStmt, *ast.IncDecStmt, *ast.BlockStmt, *ast.FuncLit:
			return nil
		}
	}
	return nil
}

// exprAt is the left side of the assignment at pos that is written.
func (m *fixer) exprAt(pos token.Pos) ast.Expr {
	nodes := path(m.file, pos)
	for i := len(nodes) - 1; i >= 0; i-- {
		switch n := nodes[i].(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if l.Pos() <= pos && pos < l.End() {
					return l
				}
			}
			return nil
		case *ast.IncDecStmt:
			return n.X
		case *ast.BlockStmt, *ast.FuncLit:
			return nil
		}
	}
	return nil
}

// callTarget is the target behind the argument (or receiver) of a call that
// carries the object; where that is not known, the one that there is.
func (m *fixer) callTarget(call *ast.CallExpr, pos token.Pos) *target {
	if n, ok := m.args[pos]; ok && n > 0 {
		if n > len(call.Args) {
			return nil
		}
		return m.targetOf(call.Args[n-1], 0)
	} else if ok {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			return m.targetOf(sel.X, 0)
		}
		return nil
	}
	var found *target
	n := 0
	consider := func(e ast.Expr) {
		if t := m.targetOf(e, 0); t != nil && (found == nil || t.text != found.text) {
			found = t
			n++
		}
	}
	for _, arg := range call.Args {
		consider(arg)
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		consider(sel.X)
	}
	if n != 1 {
		return nil
	}
	return found
}

// targetOf is the target that the expression goes through: the object nearest
// to its root that can be copied and is no list.
func (m *fixer) targetOf(e ast.Expr, depth int) *target {
	var chain []ast.Expr // from e to its root
	for x := ast.Unparen(e); x != nil; x = inner(x) {
		chain = append(chain, x)
	}
	v := m.rootVar(e)
	if v == nil {
		return nil
	}
	if copiable(v.Type()) {
		return &target{v: v, text: v.Name(), typ: v.Type()}
	}
	for i := len(chain) - 2; i >= 0; i-- {
		t := m.pass.TypesInfo.TypeOf(chain[i])
		switch x := chain[i].(type) {
		case *ast.SelectorExpr:
			// A field of a struct of our own: an event, a task.
			if _, ok := m.pass.TypesInfo.TypeOf(x.X).Underlying().(*types.Struct); !ok {
				return m.alias(v, depth)
			}
			if copiable(t) {
				return &target{v: v, text: types.ExprString(x), typ: t}
			}
		case *ast.IndexExpr:
			// An element of a list that is our own.
			id, ok := ast.Unparen(x.Index).(*ast.Ident)
			if !ok || !copiable(t) || !m.ownList(x.X) {
				return m.alias(v, depth)
			}
			index, _ := m.pass.TypesInfo.Uses[id].(*types.Var)
			if index == nil {
				return nil
			}
			return &target{v: v, text: types.ExprString(x), typ: t, index: index}
		default:
			return m.alias(v, depth)
		}
	}
	return m.alias(v, depth)
}

// alias is the target that the variable v was taken out of: the object of
// a := pod.Annotations.
func (m *fixer) alias(v *types.Var, depth int) *target {
	if depth > 1 {
		return nil
	}
	var from ast.Expr
	since := token.NoPos
	ast.Inspect(m.file, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != len(as.Rhs) {
			return true
		}
		for i, l := range as.Lhs {
			if !m.is(l, v) || makes(as.Rhs[i]) {
				continue
			}
			if since = as.Pos(); from != nil {
				since = token.NoPos
			}
			from = as.Rhs[i]
		}
		return true
	})
	if !since.IsValid() {
		return nil
	}
	if _, ok := ast.Unparen(from).(*ast.Ident); ok {
		return nil
	}
	t := m.targetOf(from, depth+1)
	if t != nil && !t.since.IsValid() {
		t.since = since
	}
	return t
}

// makes reports whether e makes something new: map[string]string{}, make(...).
func makes(e ast.Expr) bool {
	switch x := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.Ident:
		return x.Name == "nil"
	case *ast.CallExpr:
		id, ok := x.Fun.(*ast.Ident)
		return ok && (id.Name == "make" || id.Name == "new")
	}
	return false
}

// filledBehind reports whether something that is written is put into its place
// behind pos: the copy would be too early.
func (m *fixer) filledBehind(pos token.Pos) bool {
	hit := false
	for _, at := range m.at {
		e := m.exprAt(at)
		if e == nil {
			continue
		}
		written := types.ExprString(e)
		ast.Inspect(m.file, func(n ast.Node) bool {
			as, ok := n.(*ast.AssignStmt)
			if !ok || as.Pos() < pos || as.End() > at || len(as.Lhs) != len(as.Rhs) {
				return true
			}
			for i, l := range as.Lhs {
				if _, name := ast.Unparen(l).(*ast.Ident); name || makes(as.Rhs[i]) {
					continue
				}
				rest, ok := strings.CutPrefix(written, types.ExprString(l))
				hit = hit || ok && (rest != "" && strings.ContainsAny(rest[:1], ".[")) && m.rootVar(l) == m.rootVar(e)
			}
			return true
		})
	}
	return hit
}

// ownList reports whether e is a slice that the function got from a call that
// makes a new one each time, as List of a lister does.
func (m *fixer) ownList(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, _ := m.pass.TypesInfo.Uses[id].(*types.Var)
	if v == nil {
		return false
	}
	n, own := 0, 0
	ast.Inspect(m.file, func(node ast.Node) bool {
		as, ok := node.(*ast.AssignStmt)
		if !ok || !m.assigns(as, v) {
			return true
		}
		n++
		if call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr); ok && m.is(as.Lhs[0], v) && len(as.Rhs) == 1 {
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
				switch sel.Sel.Name {
				case "List", "ByIndex", "Index":
					own++
				}
			}
		}
		return true
	})
	return n == 1 && own == 1
}

// is reports whether e is the variable v.
func (m *fixer) is(e ast.Expr, v *types.Var) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && (m.pass.TypesInfo.Defs[id] == v || m.pass.TypesInfo.Uses[id] == v)
}

// inner is what the expression e selects from, or nil.
func inner(e ast.Expr) ast.Expr {
	var x ast.Expr
	switch e := e.(type) {
	case *ast.SelectorExpr:
		x = e.X
	case *ast.IndexExpr:
		x = e.X
	case *ast.SliceExpr:
		x = e.X
	case *ast.StarExpr:
		x = e.X
	case *ast.UnaryExpr:
		if e.Op != token.AND {
			return nil
		}
		x = e.X
	case *ast.CallExpr:
		// x.GetObjectKind().SetGroupVersionKind(...)
		sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		if !ok || !strings.HasPrefix(sel.Sel.Name, "Get") || len(e.Args) > 0 {
			return nil
		}
		x = sel.X
	default:
		return nil
	}
	return ast.Unparen(x)
}

// innermost is the root of a chain of selectors.
func innermost(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	for x := inner(e); x != nil; x = inner(x) {
		e = x
	}
	return e
}

// rootVar is the local variable at the root of e, or nil.
func (m *fixer) rootVar(e ast.Expr) *types.Var {
	id, ok := innermost(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := m.pass.TypesInfo.Uses[id].(*types.Var)
	if v == nil || v.IsField() || v.Parent() == m.pass.Pkg.Scope() {
		return nil
	}
	return v
}

// copier is the method of t that makes a deep copy, or nil.
func copier(t types.Type) *types.Func {
	for _, name := range []string{"DeepCopy", "DeepCopyObject"} {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if fn, ok := obj.(*types.Func); ok {
			if s := fn.Signature(); s.Params().Len() == 0 && s.Results().Len() == 1 {
				return fn
			}
		}
	}
	return nil
}

// copiable reports whether t has a deep copy and is no list of objects, which
// is too much to copy for one of them.
func copiable(t types.Type) bool { return copier(t) != nil && !isList(t) }

// pointerCopy reports whether the DeepCopy of a t is a t.
func pointerCopy(t types.Type) bool {
	if t == nil {
		return false
	}
	fn := copier(t)
	return fn != nil && fn.Name() == "DeepCopy" && types.Identical(fn.Signature().Results().At(0).Type(), t)
}

func isList(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == "Items" {
			return true
		}
	}
	return false
}

// copyOf is the expression that copies text, of type t, in a form that can be
// assigned to it at pos.
func (m *fixer) copyOf(text string, t types.Type, pos token.Pos) (string, bool) {
	fn := copier(t)
	res := fn.Signature().Results().At(0).Type()
	call := text + "." + fn.Name() + "()"
	if types.AssignableTo(res, t) {
		return call, true
	}
	if p, ok := res.(*types.Pointer); ok && types.Identical(p.Elem(), t) {
		return "*" + call, true
	}
	if !types.IsInterface(res) {
		return "", false
	}
	name, ok := m.typeName(t, pos)
	return call + ".(" + name + ")", ok
}

// typeName is how the file names t at pos, if it can.
func (m *fixer) typeName(t types.Type, pos token.Pos) (string, bool) {
	scope := m.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return "", false
	}
	known := true
	name := types.TypeString(t, func(p *types.Package) string {
		if p == m.pass.Pkg {
			return ""
		}
		for _, imp := range m.file.Imports {
			pn := m.pass.TypesInfo.PkgNameOf(imp)
			if pn == nil || pn.Imported() != p {
				continue
			}
			if _, obj := scope.LookupParent(pn.Name(), pos); obj == pn {
				return pn.Name()
			}
		}
		known = false
		return ""
	})
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() == m.pass.Pkg {
		if _, obj := scope.LookupParent(n.Obj().Name(), pos); obj != n.Obj() {
			known = false
		}
	}
	return name, known
}

func fileAt(pass *analysis.Pass, pos token.Pos) *ast.File {
	for _, f := range pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return f
		}
	}
	return nil
}

// path lists the nodes around pos, innermost last.
func path(file *ast.File, pos token.Pos) []ast.Node {
	var out []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || n.Pos() > pos || pos >= n.End() {
			return false
		}
		out = append(out, n)
		return true
	})
	return out
}
