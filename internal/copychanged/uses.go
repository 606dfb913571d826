package copychanged

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A kind is what a use of a copy does.
type kind int

const (
	read kind = iota
	write
	// escape: others can read the copy, or all of it is assigned.
	escape
)

// A use of a variable.
type use struct {
	id   *ast.Ident
	kind kind
	// path are the fields from the variable to what is used.
	path []*types.Var
	// lhs is what is assigned, and stmt the statement, of a write.
	lhs  ast.Expr
	stmt ast.Stmt
}

// overlap reports whether one of the paths leads to a part of the other's end.
func overlap(a, b []*types.Var) bool {
	n := min(len(a), len(b))
	return slices.Equal(a[:n], b[:n])
}

// A function is a declared function with what is asked of its syntax.
type function struct {
	pass   *analysis.Pass
	decl   *ast.FuncDecl
	parent map[ast.Node]ast.Node
	uses   map[*types.Var][]use // without their kinds and paths
	// pointers are the variables that point to a copy, and are never changed.
	pointers map[types.Object]bool
}

func newFunction(pass *analysis.Pass, decl *ast.FuncDecl) *function {
	f := &function{pass: pass, decl: decl, parent: map[ast.Node]ast.Node{}, uses: map[*types.Var][]use{}, pointers: map[types.Object]bool{}}
	var outer []ast.Node
	ast.Inspect(decl, func(n ast.Node) bool {
		if n == nil {
			outer = outer[:len(outer)-1]
			return false
		}
		if len(outer) > 0 {
			f.parent[n] = outer[len(outer)-1]
		}
		outer = append(outer, n)
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := pass.TypesInfo.Uses[id].(*types.Var); ok && !v.IsField() {
				f.uses[v] = append(f.uses[v], use{id: id})
			}
		}
		return true
	})
	return f
}

// usesOf are the uses of v, by the pointers to it that are never changed, too: p := &v.
func (f *function) usesOf(v *types.Var) []use {
	var out []use
	for _, u := range f.uses[v] {
		if p := f.pointer(u.id); p != nil {
			f.pointers[p] = true
			out = append(out, f.uses[p]...)
		} else {
			out = append(out, u)
		}
	}
	return out
}

// pointer is the variable that is declared with the address of id, if it is never changed; nil elsewhere.
func (f *function) pointer(id *ast.Ident) *types.Var {
	addr, ok := f.parent[id].(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND {
		return nil
	}
	a, ok := f.parent[addr].(*ast.AssignStmt)
	if !ok || a.Tok != token.DEFINE || len(a.Lhs) != 1 {
		return nil
	}
	p := defined(f.pass, a.Lhs[0])
	if p == nil || f.isAssignedAnywhere(p) {
		return nil
	}
	return p
}

// around yields the nodes around n, the innermost first.
func (f *function) around(n ast.Node) func(yield func(ast.Node) bool) {
	return func(yield func(ast.Node) bool) {
		for p := f.parent[n]; p != nil && yield(p); p = f.parent[p] {
		}
	}
}

// scopeOf is the node in which c lives: it is made anew each time that runs.
func (f *function) scopeOf(c copied) ast.Node {
	if _, ok := c.made.(*ast.AssignStmt); !ok {
		return c.made
	}
	for n := range f.around(c.made) {
		switch n.(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			return n
		}
	}
	return f.decl
}

// repeatedFrom is where the part of scope begins that can run after id: id itself, or the
// outermost loop around it.
func (f *function) repeatedFrom(id *ast.Ident, scope ast.Node) token.Pos {
	from := id.Pos()
	for n := range f.around(id) {
		if n == scope {
			break
		}
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			from = n.Pos()
		}
	}
	return from
}

// use says what the use id of c is.
func (f *function) use(c copied, id *ast.Ident) use {
	u := use{id: id}
	for n := range f.around(id) {
		if _, ok := n.(*ast.FuncLit); ok && n.Pos() > c.v.Pos() {
			u.kind = escape
			return u
		}
	}
	path, end, ref := f.climb(id, c.alone())
	u.path = path
	if len(path) == 0 && f.pass.TypesInfo.Uses[id] != c.v { // the pointer to it goes on
		u.kind = escape
		return u
	}
	switch p := f.parent[end].(type) {
	case *ast.AssignStmt:
		if slices.Contains(p.Lhs, end) && p.Tok != token.DEFINE {
			f.assigned(&u, c, p, end, ref)
		}
	case *ast.IncDecStmt:
		f.assigned(&u, c, p, end, ref)
	case *ast.UnaryExpr:
		if p.Op == token.AND {
			u.kind = escape
		}
	case *ast.RangeStmt:
		if p.Key == end || p.Value == end {
			u.kind = escape
		}
	case *ast.CallExpr:
		if fn, ok := typeutil.Callee(f.pass.TypesInfo, p).(*types.Func); ok && len(path) == 0 && kube.DiffPatch(fn) {
			u.kind = escape // the patch keeps it
		}
	case *ast.SelectorExpr:
		f.method(&u, c, p)
	case *ast.SliceExpr:
		if _, ok := f.pass.TypesInfo.TypeOf(end).Underlying().(*types.Array); ok {
			u.kind = escape
		}
	}
	return u
}

// assigned tells of u that it is assigned.
func (f *function) assigned(u *use, c copied, s ast.Stmt, lhs ast.Expr, ref bool) {
	switch {
	case lhs == ast.Expr(u.id) && c.form == ofResult:
		u.kind = write // of a value that is the variable's alone, too
	case lhs == ast.Expr(u.id):
		u.kind = escape // to another copy
	case ref && !c.alone():
		// The memory is the element's, and the way to it is read.
	default:
		u.kind, u.lhs, u.stmt = write, lhs, s
	}
}

// method tells what the method sel, which is called of the copy or of a part of it, does.
func (f *function) method(u *use, c copied, sel *ast.SelectorExpr) {
	m, ok := f.pass.TypesInfo.Uses[sel.Sel].(*types.Func)
	if !ok || m.Signature().Recv() == nil {
		return
	}
	call, called := f.parent[sel].(*ast.CallExpr)
	stmt, alone := f.parent[call].(*ast.ExprStmt)
	switch field, sets := kube.MetadataOf(m); {
	case field != "" && called && (c.alone() || kube.IsObjectMeta(ssaquery.Deref(m.Signature().Recv().Type()))):
		u.path = metadata(f.pass, u.path, sel, field)
		if sets && alone {
			u.kind, u.lhs, u.stmt = write, sel, stmt
		}
	case c.alone() || isPointer(m.Signature().Recv().Type()):
		u.kind = escape
	}
}

func isPointer(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}

// metadata is the path to the field of the ObjectMeta that the method sel is of, as far as it can
// be said.
func metadata(pass *analysis.Pass, path []*types.Var, sel *ast.SelectorExpr, field string) []*types.Var {
	s := pass.TypesInfo.Selections[sel]
	if s == nil {
		return path
	}
	index := s.Index()
	path, _, t := appendFields(path, s.Recv(), index[:len(index)-1])
	if o, _, _ := types.LookupFieldOrMethod(t, true, pass.Pkg, field); o != nil {
		if v, ok := o.(*types.Var); ok {
			path = append(path, v)
		}
	}
	return path
}

// climb follows the fields that are selected from id. end is the expression of the last one.
// ref tells that a pointer, a map or a slice is on the way; with beyond, the elements of those
// are on the path as well.
func (f *function) climb(id *ast.Ident, beyond bool) (path []*types.Var, end ast.Expr, ref bool) {
	end = id
	for {
		switch p := f.parent[end].(type) {
		case *ast.ParenExpr:
			end = p
			continue
		case *ast.SelectorExpr:
			s := f.pass.TypesInfo.Selections[p]
			if s == nil || s.Kind() != types.FieldVal {
				return path, end, ref
			}
			var through bool
			recv := s.Recv()
			if end == ast.Expr(id) && f.pointers[f.pass.TypesInfo.Uses[id]] {
				recv = ssaquery.Deref(recv)
			}
			path, through, _ = appendFields(path, recv, s.Index())
			ref, end = ref || through, p
			continue
		case *ast.IndexExpr:
			if p.X != end {
				return path, end, ref
			}
			if _, ok := f.pass.TypesInfo.TypeOf(p.X).Underlying().(*types.Array); !ok {
				ref = true
			}
			end = p
			if beyond || f.isAssigned(p) {
				continue
			}
		}
		return path, end, ref
	}
}

// isAssigned reports whether e, or a part of it, is on the left of an assignment.
func (f *function) isAssigned(e ast.Expr) bool {
	var at ast.Node = e
	for n := range f.around(e) {
		switch n := n.(type) {
		case *ast.ParenExpr, *ast.SelectorExpr:
		case *ast.IndexExpr:
			if n.X != at {
				return false
			}
		case *ast.AssignStmt:
			return slices.ContainsFunc(n.Lhs, func(l ast.Expr) bool { return ast.Node(l) == at })
		case *ast.IncDecStmt:
			return true
		default:
			return false
		}
		at = n
	}
	return false
}

// appendFields appends the fields of t that index leads through, as that of a types.Selection
// does. through tells that one of them is behind a pointer; end is the type of the last.
func appendFields(path []*types.Var, t types.Type, index []int) (_ []*types.Var, through bool, end types.Type) {
	path = slices.Clip(path)
	for _, i := range index {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t, through = p.Elem(), true
		}
		field := t.Underlying().(*types.Struct).Field(i)
		path, t = append(path, field), field.Type()
	}
	return path, through, t
}

// passedOn is the first use of the object behind after, in the order of the source, that sends
// it, passes it to a function or returns it; nil if there is none. The object may have another
// name there: pod := obj.(*v1.Pod).
func (f *function) passedOn(object ast.Expr, after token.Pos, seen map[*types.Var]bool) *ast.Ident {
	root, path, whole := f.place(object)
	if !whole || seen[root] {
		return nil
	}
	seen[root] = true
	for _, u := range f.uses[root] {
		if u.id.Pos() < after {
			continue
		}
		got, end, _ := f.climb(u.id, false)
		if !slices.Equal(got, path) {
			continue
		}
		switch p := f.parent[end].(type) {
		case *ast.UnaryExpr:
			end = p
		case *ast.TypeAssertExpr:
			end = p
		}
		switch p := f.parent[end].(type) {
		case *ast.CallExpr:
			if slices.Contains(p.Args, end) && takes(f.pass, p) {
				return u.id
			}
		case *ast.ReturnStmt:
			return u.id
		}
	}
	if origin := f.origin(root); origin != nil && len(path) == 0 {
		return f.passedOn(origin, after, seen)
	}
	return nil
}

// takes reports whether call does more with an object than to log or compare it.
func takes(pass *analysis.Pass, call *ast.CallExpr) bool {
	callee, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
	return ok && !kube.IsLogCall(callee.Name()) && !strings.HasPrefix(callee.Name(), "Is") && callee.Name() != "DeepEqual"
}

// place is the variable and the path that e leads along, nil if e is of another form. whole tells
// that there is no element on the way: then the path leads to e, and not to what it lies in.
func (f *function) place(e ast.Expr) (root *types.Var, path []*types.Var, whole bool) {
	id := astspan.Root(e)
	if id == nil {
		return nil, nil, false
	}
	root, ok := f.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok {
		return nil, nil, false
	}
	path, end, _ := f.climb(id, false)
	if a, ok := f.parent[end].(*ast.TypeAssertExpr); ok {
		end = a
	}
	_, indexed := end.(*ast.IndexExpr)
	return root, path, end.End() >= e.End() && !indexed
}
