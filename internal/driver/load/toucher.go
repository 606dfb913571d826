package load

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/kube"
)

// A toucher tells which code depends on what was left out so far.
type toucher struct {
	r     *remnant
	left  Unknown         // functions
	puts  map[string]bool // what was left out may put something there
	also  map[string]bool // other code puts something there
	under map[string]bool // functions that what was left out may call
	// methods are the methods that were left out, by name, with the packages
	// of their types.
	methods map[string]map[string]bool
	// own remembers hasOwn.
	own map[types.Type]bool
	// values are the signatures of functions that were left out and are used as
	// values.
	values []*types.Signature
}

func newToucher(r *remnant, codes []*code) *toucher {
	t := &toucher{r: r, left: make(Unknown), also: make(map[string]bool), own: make(map[types.Type]bool), puts: r.putsUnknown()}
	for key := range r.env.Unknown {
		t.left[key] = true
	}
	for decl := range r.left {
		if f, ok := r.info.Defs[decl.Name].(*types.Func); ok {
			t.left[funcKey(f)] = true
		}
	}
	t.methods = t.left.methods()
	t.under = under(r.leftBodies(), codes)
	for _, c := range codes {
		if c.decl.Body == nil {
			continue
		}
		for key := range c.puts {
			t.also[key] = true
		}
		if t.under[c.key] {
			for key := range c.puts {
				t.puts[key] = true
			}
		}
		t.findValues(c)
	}
	return t
}

// under returns the functions that the bodies left mention, by any way.
func under(left []*leftBody, codes []*code) map[string]bool {
	byKey := make(map[string]*code)
	for _, c := range codes {
		byKey[c.key] = c
	}
	found := make(map[string]bool)
	var visit func(mentions map[string]bool)
	visit = func(mentions map[string]bool) {
		for key := range mentions {
			for _, key := range named(key, byKey) {
				if !found[key] {
					found[key] = true
					if c := byKey[key]; c != nil && c.decl.Body != nil {
						visit(c.mentions)
					}
				}
			}
		}
	}
	for _, b := range left {
		visit(b.mentions)
	}
	return found
}

// named returns the functions that key stands for: itself, or, where all that is
// known is a name, those that are called so.
func named(key string, byKey map[string]*code) []string {
	if len(key) > len(unknownFunc) && key[:len(unknownFunc)] == unknownFunc {
		return []string{key}
	}
	var out []string
	for k, c := range byKey {
		if c.decl.Name.Name == key {
			out = append(out, k)
		}
	}
	return out
}

// findValues finds functions that were left out and that c uses otherwise than
// by calling them.
func (t *toucher) findValues(c *code) {
	called := make(map[*ast.Ident]bool)
	for _, call := range c.calls {
		switch fun := ast.Unparen(call.Fun).(type) {
		case *ast.Ident:
			called[fun] = true
		case *ast.SelectorExpr:
			called[fun.Sel] = true
		}
	}
	ast.Inspect(c.node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !called[id] {
			if f, ok := t.r.info.Uses[id].(*types.Func); ok && t.left.hasFunc(f) {
				t.values = append(t.values, f.Signature())
			}
		}
		return true
	})
}

// touched reports whether c depends on what was left out.
func (t *toucher) touched(c *code) bool {
	if c.broken {
		return true
	}
	for v := range c.reads {
		key := placeKey(v)
		if !t.puts[key] {
			continue
		}
		if (t.also[key] || v.Pkg() != t.r.pkg || kube.OfCachePackage(v.Type())) && mayHold(v.Type(), 0) || t.hasOwn(v.Type()) {
			return true
		}
	}
	for _, call := range c.calls {
		if t.mayLeave(call) && t.depends(call) {
			return true
		}
	}
	return false
}

// hasOwn reports whether t is an interface that a type of the package, or of one
// that it imports, implements, apart from the package that declares t: then the values that were
// put into a variable decide what its methods do.
func (t *toucher) hasOwn(typ types.Type) bool {
	it, ok := typ.Underlying().(*types.Interface)
	if !ok || it.NumMethods() == 0 {
		return false
	}
	own, ok := t.own[typ]
	if ok {
		return own
	}
	var home *types.Package
	if n, ok := types.Unalias(typ).(*types.Named); ok {
		home = n.Obj().Pkg()
	}
	for _, p := range append([]*types.Package{t.r.pkg}, t.r.pkg.Imports()...) {
		own = own || p != home && implementedIn(p, it)
	}
	t.own[typ] = own
	return own
}

func implementedIn(p *types.Package, it *types.Interface) bool {
	for _, name := range p.Scope().Names() {
		tn, ok := p.Scope().Lookup(name).(*types.TypeName)
		if ok && !tn.IsAlias() && !types.IsInterface(tn.Type()) && types.Implements(types.NewPointer(tn.Type()), it) {
			return true
		}
	}
	return false
}

// mayLeave reports whether call may call a function that was left out.
func (t *toucher) mayLeave(call *ast.CallExpr) bool {
	info := t.r.info
	if tv, ok := info.Types[call.Fun]; ok && (tv.IsType() || tv.IsBuiltin()) {
		return false
	}
	switch f := typeutil.Callee(info, call).(type) {
	case *types.Func:
		if t.left.hasFunc(f) {
			return true
		}
		r := f.Signature().Recv()
		return r != nil && types.IsInterface(r.Type()) && t.implemented(r.Type(), f)
	case *types.Builtin:
		return false
	}
	sig, _ := info.TypeOf(call.Fun).(*types.Signature)
	for _, v := range t.values {
		if sig != nil && types.Identical(types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic()),
			types.NewSignatureType(nil, nil, nil, v.Params(), v.Results(), v.Variadic())) {
			return true
		}
	}
	return false
}

// implemented reports whether a method that was left out may be the one that a call
// of f on the interface type iface reaches.
func (t *toucher) implemented(iface types.Type, f *types.Func) bool {
	from := t.methods[f.Name()]
	if len(from) == 0 {
		return false
	}
	for path := range from {
		if path != t.r.d.pkg.Path {
			// Whose type it is a method of is not known here.
			if f.Pkg() != nil && (f.Pkg() == t.r.pkg || f.Pkg().Path() == path) {
				return true
			}
			continue
		}
		if t.ownImplements(iface, f.Name()) {
			return true
		}
	}
	return false
}

// ownImplements reports whether a type of the package whose method of that name was
// left out implements iface.
func (t *toucher) ownImplements(iface types.Type, method string) bool {
	it, ok := iface.Underlying().(*types.Interface)
	if !ok {
		return true
	}
	for decl := range t.r.left {
		if decl.Recv == nil || decl.Name.Name != method {
			continue
		}
		f, ok := t.r.info.Defs[decl.Name].(*types.Func)
		if !ok {
			continue
		}
		recv := f.Signature().Recv().Type()
		if _, ok := recv.(*types.Pointer); !ok {
			recv = types.NewPointer(recv)
		}
		if types.Implements(recv, it) {
			return true
		}
		if n, ok := types.Unalias(recv.(*types.Pointer).Elem()).(*types.Named); ok && n.TypeParams().Len() > 0 {
			return true // an instance may
		}
	}
	return false
}
