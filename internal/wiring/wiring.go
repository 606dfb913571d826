// Package wiring reads how a package sets up controllers with the builder of
// controller-runtime: which kinds each watches, and how.
//
// A controller is a chain of calls that begins where a builder is made, or at a variable
// that holds one:
//
//	b := ctrl.NewControllerManagedBy(mgr).For(&appsv1.Deployment{})
//	if r.secrets {
//		b = b.Owns(&corev1.Secret{})
//	}
//	return b.WithEventFilter(p).Complete(r)
//
// The calls of one chain, and of all chains that begin or end at the same variable, belong
// to one controller, whether or not they run under a condition: what they say of a kind
// holds if they run. A variable that gets two builders is none of this. A builder that a
// function is given, or passes on, is what the calls in it say and no more.
package wiring

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/kube"
)

// A Controller is what a function says of one controller.
type Controller struct {
	Watches []Watch // in the order of the source
	Filters []Filter
	// Func is the declaration in which it stands.
	Func *ast.FuncDecl
}

// A Watch is a call of For, Owns or Watches, or a source of one kind.
type Watch struct {
	Call *ast.CallExpr
	Name *ast.Ident // of the method
	How  kube.BuilderCall
	// Object is the argument that says which kind, and Type its type, a pointer to a struct; nil
	// if it is not known, because the argument is of an interface.
	Object ast.Expr
	Type   types.Type
	// NoUpdates: its handler ignores updates.
	NoUpdates bool
	// Options are the further arguments of a builder's call.
	Options []ast.Expr
	// Predicates are those of a source that no builder makes, and Spread a slice of more of them, or nil.
	Predicates []ast.Expr
	Spread     ast.Expr
}

// A Filter is a call of WithEventFilter.
type Filter struct {
	Name      *ast.Ident
	Predicate ast.Expr
}

// Controllers are those of the files.
func Controllers(pass *analysis.Pass, files []*ast.File) []*Controller {
	var out []*Controller
	for fn := range astspan.Funcs(files) {
		out = append(out, controllersOf(pass, fn)...)
	}
	return out
}

func controllersOf(pass *analysis.Pass, fn *ast.FuncDecl) []*Controller {
	r := reader{pass: pass, fn: fn, of: map[any]*Controller{}, made: map[types.Object]int{}}
	ends := map[*ast.CallExpr]types.Object{} // the variable that a chain is assigned to
	for n := range ast.Preorder(fn) {
		to, values := astspan.Assigned(n)
		if len(to) != len(values) {
			continue
		}
		for i, value := range values {
			id, ok := to[i].(*ast.Ident)
			call, isCall := ast.Unparen(value).(*ast.CallExpr)
			if !ok || !isCall || !kube.IsBuilder(pass.TypesInfo.TypeOf(value)) {
				continue
			}
			v := pass.TypesInfo.ObjectOf(id)
			start := r.start(call)
			if begin, ok := start.(types.Object); !ok || begin != v {
				r.made[v]++
			}
			ends[r.beginning(call)] = v
		}
	}
	for n := range ast.Preorder(fn) {
		if call, ok := n.(*ast.CallExpr); ok {
			r.read(call, ends)
		}
	}
	var out []*Controller
	for _, c := range r.all {
		if len(c.Watches) > 0 {
			slices.SortFunc(c.Watches, func(a, b Watch) int { return int(a.Name.Pos() - b.Name.Pos()) })
			slices.SortFunc(c.Filters, func(a, b Filter) int { return int(a.Name.Pos() - b.Name.Pos()) })
			out = append(out, c)
		}
	}
	return out
}

type reader struct {
	pass *analysis.Pass
	fn   *ast.FuncDecl
	of   map[any]*Controller  // by the call that makes the builder, or the variable that holds it
	made map[types.Object]int // how many builders a variable gets
	all  []*Controller
}

func (r *reader) callee(call *ast.CallExpr) (kube.BuilderCall, *ast.SelectorExpr) {
	f, ok := typeutil.Callee(r.pass.TypesInfo, call).(*types.Func)
	if !ok {
		// ctrl.NewControllerManagedBy is a variable.
		if kube.IsBuilder(r.pass.TypesInfo.TypeOf(call)) {
			return kube.BuilderMade, nil
		}
		return kube.NoBuilderCall, nil
	}
	sel, _ := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return kube.BuilderCallOf(f), sel
}

// beginning is the first call of the chain that ends with call.
func (r *reader) beginning(call *ast.CallExpr) *ast.CallExpr {
	for {
		how, sel := r.callee(call)
		if how == kube.BuilderMade || how == kube.NoBuilderCall || sel == nil {
			return call
		}
		inner, ok := ast.Unparen(sel.X).(*ast.CallExpr)
		if !ok {
			return call
		}
		call = inner
	}
}

// start is what the chain that ends with call begins with: the variable that holds the
// builder, or else the first call.
func (r *reader) start(call *ast.CallExpr) any {
	first := r.beginning(call)
	if how, sel := r.callee(first); how != kube.BuilderMade && sel != nil {
		if id, ok := ast.Unparen(sel.X).(*ast.Ident); ok {
			return r.pass.TypesInfo.ObjectOf(id)
		}
	}
	return first
}

// read adds what call says to its controller.
func (r *reader) read(call *ast.CallExpr, ends map[*ast.CallExpr]types.Object) {
	how, sel := r.callee(call)
	if sel == nil || len(call.Args) == 0 || how < kube.BuilderFor || how > kube.BuilderFilter {
		return
	}
	start := r.start(call)
	if v := ends[r.beginning(call)]; v != nil {
		start = v
	}
	if v, ok := start.(types.Object); ok && r.made[v] > 1 {
		return
	}
	c := r.of[start]
	if c == nil {
		c = &Controller{Func: r.fn}
		r.of[start], r.all = c, append(r.all, c)
	}
	if how == kube.BuilderFilter {
		c.Filters = append(c.Filters, Filter{sel.Sel, call.Args[0]})
		return
	}
	obj := r.object(call.Args[0])
	c.Watches = append(c.Watches, Watch{Call: call, Name: sel.Sel, How: how, Object: obj, Type: r.kind(obj), NoUpdates: r.ignoresUpdates(call.Args[1:]), Options: call.Args[1:]})
}

// ignoresUpdates reports whether the first of the arguments is a literal handler.Funcs without an UpdateFunc.
func (r *reader) ignoresUpdates(args []ast.Expr) bool {
	if len(args) == 0 {
		return false
	}
	lit := literal(args[0])
	if lit == nil || !kube.IsHandlerFuncs(r.pass.TypesInfo.TypeOf(lit)) {
		return false
	}
	named := true
	for _, e := range lit.Elts {
		_, named = e.(*ast.KeyValueExpr)
	}
	return named && astspan.Keyed(lit, kube.UpdateFuncField) == nil
}

// object is e, or the field of a source.Kind that says the kind.
func (r *reader) object(e ast.Expr) ast.Expr {
	if lit := literal(e); lit != nil && kube.IsSourceKind(r.pass.TypesInfo.TypeOf(lit)) {
		if kv := astspan.Keyed(lit, kube.SourceKindType); kv != nil {
			return kv.Value
		}
	}
	return e
}

// literal is the composite literal that e is, or whose address; nil if it is none.
func literal(e ast.Expr) *ast.CompositeLit {
	lit, _ := astspan.Addressed(e).(*ast.CompositeLit)
	return lit
}

func (r *reader) kind(e ast.Expr) types.Type {
	t := r.pass.TypesInfo.TypeOf(e)
	if t == nil || types.IsInterface(t) || !kube.IsObject(t) {
		return nil
	}
	return t
}

// Sources are the kinds in files that a controller gets by source.Kind, without the builder.
func Sources(pass *analysis.Pass, files []*ast.File) []Watch {
	var out []Watch
	r := reader{pass: pass}
	for _, f := range files {
		for n := range ast.Preorder(f) {
			if call, ok := n.(*ast.CallExpr); ok {
				if w, ok := r.source(call); ok {
					out = append(out, w)
				}
			}
		}
	}
	return out
}

// source reads source.Kind(cache, kind, handler, predicates...), and before controller-runtime 0.18
// controller.Watch(source.Kind(cache, kind), handler, predicates...).
func (r *reader) source(call *ast.CallExpr) (Watch, bool) {
	f, ok := typeutil.Callee(r.pass.TypesInfo, call).(*types.Func)
	if !ok || len(call.Args) < 2 {
		return Watch{}, false
	}
	w := Watch{Call: call, Name: astspan.Called(call), How: kube.BuilderWatches}
	switch {
	case kube.MakesSourceKind(f):
		w.Object = call.Args[1]
	case kube.StartsSource(f):
		w.Object = r.object(call.Args[0])
		inner, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
		if !ok {
			break
		}
		if f, ok := typeutil.Callee(r.pass.TypesInfo, inner).(*types.Func); ok && kube.MakesSourceKind(f) && len(inner.Args) == 2 {
			w.Object = inner.Args[1]
		}
	default:
		return Watch{}, false
	}
	w.Type = r.kind(w.Object)
	args := call.Args[2:]
	if call.Ellipsis.IsValid() && len(args) > 0 {
		args, w.Spread = args[:len(args)-1], args[len(args)-1]
	}
	for _, arg := range args {
		if kube.PredicateUpdate(r.pass.TypesInfo.TypeOf(arg)) != nil {
			w.Predicates = append(w.Predicates, arg)
		}
	}
	return w, w.Name != nil
}
