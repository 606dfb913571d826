package copychanged

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssabuild"
)

// Category is that of the findings.
const Category = "copy-changed"

// Find returns the findings of pass's package, outside of tests, in the order of the source.
func Find(pass *analysis.Pass) []report.Finding {
	var out []report.Finding
	if !kube.ReachesAPIMachinery(pass.Pkg) {
		return nil
	}
	f := finder{pass: pass, apis: map[*types.Package]bool{}}
	for fn := range astspan.Funcs(ssabuild.FilesOutsideTests(pass)) {
		copies := f.copiesIn(fn)
		if len(copies) == 0 {
			continue
		}
		fun := newFunction(pass, fn)
		for _, c := range copies {
			if l, ok := fun.lost(c); ok {
				out = append(out, fun.finding(l))
			}
		}
	}
	slices.SortFunc(out, func(a, b report.Finding) int { return int(a.Pos - b.Pos) })
	return out
}

// A form is how a copy comes about.
type form int

const (
	// ofElement: by a range over a slice or map of structs.
	ofElement form = iota
	// ofArgument and ofReceiver: by a call.
	ofArgument
	ofReceiver
	// ofValue: status := backup.Status.
	ofValue
	// ofResult: status, err := statusOf(backup).
	ofResult
	// deep: by DeepCopy. What the copy refers to is new as well.
	deep
	// fetched: by a client's Get into a new object. Of it is the object that is sent instead.
	fetched
)

// A copied is a variable that holds a copy.
type copied struct {
	v    *types.Var
	form form
	// made is what makes it: a *ast.RangeStmt, *ast.AssignStmt, *ast.FuncDecl or *ast.FuncLit.
	made ast.Node
	// of is the original: the slice or map of elements, the struct, the object of which DeepCopy
	// is called; nil for arguments.
	of ast.Expr
}

// A finder finds the copies of a package.
type finder struct {
	pass *analysis.Pass
	apis map[*types.Package]bool // what kube.IsAPIPackage says
}

func (f *finder) copiesIn(fn *ast.FuncDecl) []copied {
	var out []copied
	parameters := func(made ast.Node, l *ast.FieldList, as form) {
		if l == nil {
			return
		}
		for _, field := range l.List {
			for _, id := range field.Names {
				if v := defined(f.pass, id); v != nil && f.isStructOfAPI(v.Type()) {
					out = append(out, copied{v: v, form: as, made: made})
				}
			}
		}
	}
	parameters(fn, fn.Recv, ofReceiver)
	parameters(fn, fn.Type.Params, ofArgument)
	for n := range ast.Preorder(fn.Body) {
		switch n := n.(type) {
		case *ast.BranchStmt:
			if n.Tok == token.GOTO {
				return nil
			}
		case *ast.FuncLit:
			parameters(n, n.Type.Params, ofArgument)
		case *ast.RangeStmt:
			if v := defined(f.pass, n.Value); v != nil && f.isStructOfAPI(v.Type()) && isShared(f.pass.TypesInfo.TypeOf(n.X)) {
				out = append(out, copied{v: v, form: ofElement, made: n, of: ast.Unparen(n.X)})
			}
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE || len(n.Rhs) != 1 {
				continue
			}
			if c, ok := f.assigned(n); ok {
				out = append(out, c)
			} else {
				out = append(out, f.returned(n)...)
			}
		}
	}
	return out
}

// returned are the variables of n that get what a function of the program returns.
func (f *finder) returned(n *ast.AssignStmt) []copied {
	call, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr)
	if !ok {
		return nil
	}
	fn, ok := typeutil.Callee(f.pass.TypesInfo, call).(*types.Func)
	if !ok || fn.Pkg() != f.pass.Pkg {
		return nil
	}
	var out []copied
	for _, lhs := range n.Lhs {
		v := defined(f.pass, lhs)
		if v == nil {
			continue
		}
		if f.isStructOfAPI(v.Type()) {
			out = append(out, copied{v: v, form: ofResult, made: n})
		} else if p, ok := types.Unalias(v.Type()).(*types.Pointer); ok && f.isOfAPI(p.Elem()) && f.fetches(fn) {
			out = append(out, copied{v: v, form: fetched, made: n})
		}
	}
	return out
}

// fetches reports whether fn, of the package, only returns a new object that it has a client's Get fill, or nil.
func (f *finder) fetches(fn *types.Func) bool {
	decl := astspan.Decl(f.pass.Files, fn.Pos())
	if decl == nil {
		return false
	}
	in, is := newFunction(f.pass, decl), false
	for n := range ast.Preorder(in.decl.Body) {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || len(ret.Results) == 0 || f.pass.TypesInfo.Types[ret.Results[0]].IsNil() {
			continue
		}
		id, _ := ret.Results[0].(*ast.Ident)
		v, _ := f.pass.TypesInfo.Uses[id].(*types.Var)
		if is = v != nil && filledOnly(in, v); !is {
			return false
		}
	}
	return is
}

// filledOnly reports whether v is a new object that only a client's Get fills, and that is only returned.
func filledOnly(f *function, v *types.Var) bool {
	if _, ok := f.origin(v).(*ast.CompositeLit); !ok {
		return false
	}
	return filled(f, f.uses[v], func(u use) bool { _, returned := f.parent[u.id].(*ast.ReturnStmt); return returned })
}

// filled reports whether a client's Get fills an object, and all other uses of it are others.
func filled(f *function, uses []use, other func(use) bool) bool {
	got := false
	for _, u := range uses {
		if other(u) {
			continue
		}
		call, ok := f.parent[u.id].(*ast.CallExpr)
		if !ok || f.verb(call) != kube.ReadInto {
			return false
		}
		got = true
	}
	return got
}

// assigned is the copy that n makes.
func (f *finder) assigned(n *ast.AssignStmt) (copied, bool) {
	v := defined(f.pass, n.Lhs[0])
	if v == nil || len(n.Lhs) > 1 {
		return copied{}, false
	}
	c := copied{v: v, made: n, of: ast.Unparen(n.Rhs[0])}
	if f.isStructOfAPI(v.Type()) {
		c.form = ofValue
		return c, astspan.Root(c.of) != nil
	}
	made := astspan.Addressed(c.of)
	c.form, c.of = deep, deepCopied(f.pass, c.of)
	if _, lit := made.(*ast.CompositeLit); lit {
		c.form = fetched
	}
	p, ok := types.Unalias(v.Type()).(*types.Pointer)
	return c, ok && (c.of != nil || c.form == fetched) && f.isOfAPI(p.Elem())
}

// alone reports whether all that the copy refers to is its own.
func (c copied) alone() bool { return c.form == deep || c.form == fetched }

func defined(pass *analysis.Pass, e ast.Expr) *types.Var {
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := pass.TypesInfo.Defs[id].(*types.Var)
	return v
}

// isStructOfAPI reports whether values of type t are structs that hold an object of an API or a
// part of one.
func (f *finder) isStructOfAPI(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok && f.isOfAPI(t)
}

func (f *finder) isOfAPI(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || strings.HasSuffix(n.Obj().Name(), "Options") { // of a request
		return false
	}
	pkg := n.Obj().Pkg()
	is, known := f.apis[pkg]
	if !known {
		is = kube.IsAPIPackage(pkg)
		f.apis[pkg] = is
	}
	return is
}

// isShared reports whether the elements of t are the same for all copies of it.
func isShared(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	}
	return false
}

// deepCopied is the object that the call e copies, nil if e calls another function.
func deepCopied(pass *analysis.Pass, e ast.Expr) ast.Expr {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) > 0 {
		return nil
	}
	f, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
	sel, isSelector := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !isSelector || !kube.IsDeepCopy(f) {
		return nil
	}
	return ast.Unparen(sel.X)
}

// A loss is a copy with the changes that have no effect.
type loss struct {
	copied
	uses   []use
	writes []use // in the order of the source
	// sent is where the original of a DeepCopy goes after them.
	sent *ast.Ident
}

// lost is c with its changes, if they have no effect and the original matters.
func (f *function) lost(c copied) (loss, bool) {
	l := loss{copied: c}
	scope := f.scopeOf(c)
	for _, u := range f.usesOf(c.v) {
		u = f.use(c, u.id)
		if u.kind == escape {
			return l, false
		}
		l.uses = append(l.uses, u)
		if u.kind == write && (c.form != ofResult || len(u.path) > 0) {
			l.writes = append(l.writes, u)
		}
	}
	for _, w := range l.writes {
		from := f.repeatedFrom(w.id, scope)
		for _, r := range l.uses {
			if r.kind == read && r.id.Pos() >= from && overlap(r.path, w.path) && !f.isOfItself(r, l.writes) {
				return l, false
			}
		}
	}
	if len(l.writes) == 0 || slices.ContainsFunc(l.writes, f.mayChangeInPlace) || c.form == fetched && !f.sendsOther(&l) || f.doneOtherwise(l) {
		return l, false
	}
	switch c.form {
	case ofElement:
		return l, f.seenLater(c.of, c.made.End(), c.made, map[*types.Var]bool{}) && !f.changedIn(c.of, c.made.(*ast.RangeStmt).Body)
	case ofValue:
		return l, f.seenLater(c.of, l.writes[0].id.Pos(), c.made, map[*types.Var]bool{})
	case deep:
		l.sent = f.passedOn(c.of, l.writes[0].id.Pos(), map[*types.Var]bool{})
		return l, l.sent != nil
	}
	return l, true
}

// sendsOther notes the object that is sent in place of l, which a client's Get has filled, and which nobody else has got.
func (f *function) sendsOther(l *loss) bool {
	for v, uses := range f.uses {
		for _, u := range uses {
			if call, ok := f.parent[u.id].(*ast.CallExpr); ok && v != l.v && types.Identical(v.Type(), l.v.Type()) && u.id.Pos() > l.writes[0].id.Pos() && (l.sent == nil || u.id.Pos() < l.sent.Pos()) {
				switch f.verb(call) {
				case kube.Write, kube.WriteInto:
					l.sent, l.of = u.id, u.id
				}
			}
		}
	}
	if l.sent == nil {
		return false
	}
	inside := func(u use) bool { return len(u.path) > 0 || u.kind == write }
	if _, helped := l.made.(*ast.AssignStmt).Rhs[0].(*ast.CallExpr); helped { // by a function that has filled it
		return !slices.ContainsFunc(l.uses, func(u use) bool { return !inside(u) })
	}
	return filled(f, l.uses, inside)
}

// verb is what call has a client do.
func (f *function) verb(call *ast.CallExpr) kube.Verb {
	return apicalls.InSource(f.pass.TypesInfo, call).Verb
}

// mayChangeInPlace reports whether w assigns what a function made of the same field, which can
// refer to the original's memory: c.Params = withDefaults(c.Params).
func (f *function) mayChangeInPlace(w use) bool {
	a, ok := w.stmt.(*ast.AssignStmt)
	if !ok || len(a.Rhs) != 1 {
		return false
	}
	switch f.pass.TypesInfo.TypeOf(w.lhs).Underlying().(type) {
	case *types.Map, *types.Pointer, *types.Slice, *types.Interface:
	default:
		return false
	}
	for n := range ast.Preorder(a.Rhs[0]) {
		call, ok := n.(*ast.CallExpr)
		if !ok || isBuiltin(f.pass, call) {
			continue
		}
		for _, arg := range call.Args {
			if id := astspan.Root(arg); id != nil && f.pass.TypesInfo.Uses[id] == f.pass.TypesInfo.Uses[w.id] {
				return true
			}
		}
	}
	return false
}

// doneOtherwise reports whether the function assigns the field of the original, too: of the
// element by its index, or of the struct.
func (f *function) doneOtherwise(l loss) bool {
	root, path, _ := f.place(l.of)
	if root == nil {
		return false
	}
	for _, u := range f.uses[root] {
		got, end, _ := f.climb(u.id, true)
		for _, w := range l.writes {
			if f.isTarget(end) && len(got) >= len(path)+len(w.path) && overlap(got, path) && overlap(got[len(got)-len(w.path):], w.path) {
				return true
			}
		}
	}
	return false
}

// isOfItself reports whether r only reads what an assignment of writes assigns to the same
// field: x.F = append(x.F, y).
func (f *function) isOfItself(r use, writes []use) bool {
	return slices.ContainsFunc(writes, func(w use) bool {
		a, ok := w.stmt.(*ast.AssignStmt)
		return ok && len(a.Rhs) == 1 && a.Rhs[0].Pos() <= r.id.Pos() && r.id.Pos() < a.End() && slices.Equal(r.path, w.path)
	})
}
