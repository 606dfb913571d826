package load

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/types/typeutil"
)

// What is left out can hide that something is no bug: that an object is
// replaced by its copy before it is written, that a field holds copies as
// well, that a loop lists again. So code that depends on it is left out too:
//
//   - it calls a function that was left out, and hands it something that can lead to
//     objects, or uses its answer;
//   - it reads a field or variable that can hold objects, and into which code that was
//     left out may have put some.
//
// A toucher tells which code depends on what was left out so far.
type toucher struct {
	s     *salvage
	left  Unknown         // functions and variables
	puts  map[string]bool // places into which these, or what they may call, may put something
	under map[string]bool // functions that what was left out may call
	// methods are the methods that were left out, by name, with the packages
	// of their types.
	methods map[string]map[string]bool
	// used are the functions that are used otherwise than by calling them, by key, and values
	// the signatures of those that were left out.
	used   map[string]*types.Func
	values []*types.Signature
	// named are the functions of the package by key, and by the bare name where no more is known.
	named map[string][]*code
}

// touch leaves out what depends on what was left out, until nothing more does, and returns
// what is known then.
func (s *salvage) touch() *toucher {
	t := s.newToucher()
	for changed := true; changed; {
		changed = false
		for _, c := range s.codes {
			if !c.left && t.touched(c) {
				c.left, changed = true, true
				t.leave(c)
			}
		}
	}
	return t
}

func (s *salvage) newToucher() *toucher {
	t := &toucher{s: s, left: make(Unknown), puts: make(map[string]bool), under: make(map[string]bool),
		methods: s.env.Unknown.methods(), used: make(map[string]*types.Func), named: make(map[string][]*code)}
	maps.Copy(t.left, s.env.Unknown)
	for name := range s.env.Unknown.suffixes(unknownPlace) {
		t.puts[unknownPlace+name] = true
	}
	for _, c := range s.codes {
		if c.fn != nil {
			t.named[c.key] = append(t.named[c.key], c)
			t.named[c.fn.Name()] = append(t.named[c.fn.Name()], c)
		}
		for _, fn := range c.values {
			t.used[key(fn)] = fn
		}
	}
	for _, fn := range t.used {
		if t.left.has(fn) {
			t.values = append(t.values, fn.Signature())
		}
	}
	for _, c := range s.codes {
		if c.left {
			t.leave(c)
		}
	}
	if s.text != nil {
		t.leave(s.text)
	}
	return t
}

// leave notes that c was left out.
func (t *toucher) leave(c *code) {
	for _, o := range t.s.declares(c) {
		t.left[key(o)] = true
	}
	if c.fn != nil {
		if fn := t.used[c.key]; fn != nil {
			t.values = append(t.values, fn.Signature())
		}
		if c.fn.Signature().Recv() != nil {
			addMethod(t.methods, c.fn.Name(), t.s.d.pkg.Path)
		}
	}
	maps.Copy(t.puts, c.puts)
	t.mayCall(c)
}

// mayCall notes the functions that c mentions, by any way, and what they put somewhere.
func (t *toucher) mayCall(c *code) {
	for name := range c.mentions {
		for _, callee := range t.named[name] {
			if !t.under[callee.key] {
				t.under[callee.key] = true
				maps.Copy(t.puts, callee.puts)
				t.mayCall(callee)
			}
		}
	}
}

// touched reports whether c depends on what was left out.
func (t *toucher) touched(c *code) bool {
	for v := range c.reads {
		if isGlobal(v) && t.left.has(v) || t.puts[placeKey(v)] && (carries(v.Type(), 0) || t.s.hasOwn(v.Type())) {
			return true
		}
	}
	return slices.ContainsFunc(c.calls, func(call *ast.CallExpr) bool { return t.mayLeave(call) && t.depends(call) })
}

// hasOwn reports whether t is an interface that a type of the package, or of one
// that it imports, implements, apart from the package that declares t: then the value that was
// put into a variable decides what its methods do.
func (s *salvage) hasOwn(t types.Type) bool {
	it, ok := t.Underlying().(*types.Interface)
	if !ok || it.NumMethods() == 0 {
		return false
	}
	own, ok := s.own[t]
	if ok {
		return own
	}
	var home *types.Package
	if n, ok := types.Unalias(t).(*types.Named); ok {
		home = n.Obj().Pkg()
	}
	for _, p := range append([]*types.Package{s.pkg}, s.pkg.Imports()...) {
		own = own || p != home && implementedIn(p, it)
	}
	s.own[t] = own
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

// depends reports whether what comes after call may depend on what it does, of which
// nothing is known: on its answer, or on what it makes of what it is given.
func (t *toucher) depends(call *ast.CallExpr) bool {
	info := t.s.info
	if f, ok := typeutil.Callee(info, call).(*types.Func); ok {
		if r := f.Signature().Recv(); r != nil && leads(r.Type()) {
			return true
		}
	}
	if tv, ok := info.Types[call]; !ok || !tv.IsVoid() {
		return true
	}
	return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return leads(info.TypeOf(arg)) })
}

// leads reports whether a callee that gets a value of type t may make something of it
// that its caller sees. What it puts into fields of a struct is known by the fields.
func leads(t types.Type) bool {
	if t != nil && !isObject(t) {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		if _, ok := t.Underlying().(*types.Struct); ok {
			return false
		}
	}
	return carries(t, 0)
}

// mayLeave reports whether call may call a function that was left out.
func (t *toucher) mayLeave(call *ast.CallExpr) bool {
	info := t.s.info
	if tv, ok := info.Types[call.Fun]; ok && (tv.IsType() || tv.IsBuiltin()) {
		return false
	}
	if f, ok := typeutil.Callee(info, call).(*types.Func); ok {
		recv := f.Signature().Recv()
		return t.left.has(f) || recv != nil && types.IsInterface(recv.Type()) && t.implemented(recv.Type(), f)
	}
	sig, _ := info.TypeOf(call.Fun).(*types.Signature)
	return sig != nil && slices.ContainsFunc(t.values, func(v *types.Signature) bool {
		return types.Identical(types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic()),
			types.NewSignatureType(nil, nil, nil, v.Params(), v.Results(), v.Variadic()))
	})
}

// implemented reports whether a method that was left out may be the one that a call
// of f on the interface type iface reaches.
func (t *toucher) implemented(iface types.Type, f *types.Func) bool {
	for path := range t.methods[f.Name()] {
		if path != t.s.d.pkg.Path {
			// Whose type it is a method of is not known here.
			if f.Pkg() != nil && (f.Pkg() == t.s.pkg || f.Pkg().Path() == path) {
				return true
			}
		} else if t.ownImplements(iface, f.Name()) {
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
	for _, c := range t.s.codes {
		if !c.left || c.fn == nil || c.fn.Name() != method || c.fn.Signature().Recv() == nil {
			continue
		}
		recv := c.fn.Signature().Recv().Type()
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
