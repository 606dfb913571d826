package ownership

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Registrations run the functions that a framework calls with objects of the cache:
// where they are registered, and where their types say that they will be.
type registrations struct {
	memory  *memory
	record  *recorder
	calling *caller
	// literals are the function literals that are called once others have them, see
	// awaitLiteral.
	literals map[*heap.Object]*awaitedLiteral
}

// An awaitedLiteral is a function literal that is called as kc says.
type awaitedLiteral struct {
	kc effect.KeyCall
	at ssa.Instruction // the first instruction that hands it out, nil so far
	// event tells that controller-runtime calls it.
	event bool
}

// enterSelf treats f as called by a framework where its parameters say so:
// controller-runtime's events carry objects of the cache.
func (a *registrations) enterSelf() {
	kc, ok := eventArgs(a.memory.fn)
	if !ok {
		return
	}
	o := a.memory.objs.Of(heap.Key{Kind: heap.Func, Site: a.memory.fn})
	o.Fn = a.memory.fn
	if a.memory.fn.Parent() != nil && len(a.memory.fn.FreeVars) > 0 {
		o = a.memory.objs.Of(heap.Key{Kind: heap.Func, Role: heap.UnderAnalysis})
		o.Fn = a.memory.fn
	}
	a.memory.e.results[a.memory.fn] = a.record.out
	a.enter(a.memory.fn.Blocks[0].Instrs[0], o, nil, kc, heap.Step{Kind: heap.ByType})
}

// awaitLiteral notes the function literal o, which is made here, if this function knows
// more of what o does than its body says:
//
//   - o hands objects of the cache to functions that it captures,
//   - or controller-runtime calls o, as its parameters say, and o changes variables of this
//     function. They change once somebody gets o.
//
// All else is reported in the literal.
func (a *registrations) awaitLiteral(o *heap.Object) {
	if a.literals[o] != nil {
		return
	}
	s := a.record.summary(ssaquery.Origin(o.Fn))
	if s == nil {
		return
	}
	kc, event := eventArgs(o.Fn)
	changes := func(st effect.Store) bool { return st.At.Base == effect.Captured }
	calls := func(c effect.Call) bool {
		return c.Key == "" && c.Target.Base == effect.Captured && (event || s.HandsOut(&c))
	}
	if event && slices.ContainsFunc(s.Stores, changes) || slices.ContainsFunc(s.Calls, calls) {
		if a.literals == nil {
			a.literals = map[*heap.Object]*awaitedLiteral{}
		}
		a.literals[o] = &awaitedLiteral{kc: kc, event: event}
	}
}

// enterGiven calls the function literals in the arguments of the call at that
// controller-runtime calls, if at is the first to get them. Before, nobody can call them.
// The others are called by those who get them, see unknown.
func (a *registrations) enterGiven(at ssa.CallInstruction, args []ssa.Value) {
	a.eachAwaited(args, func(o *heap.Object, l *awaitedLiteral) {
		if l.event {
			a.enterLiteral(at, o, l)
		}
	})
}

// enterLeaving calls the function literals in the values vs, which leave the function
// under analysis at at: it returns them, or puts them where others find them. They are
// called later, or never, so their writes to memory of the caller are not recorded.
func (a *registrations) enterLeaving(at ssa.Instruction, vs ...ssa.Value) {
	if len(a.literals) == 0 {
		return
	}
	before := a.memory.st.Clone()
	a.record.later = true
	a.eachAwaited(vs, func(o *heap.Object, l *awaitedLiteral) { a.enterLiteral(at, o, l) })
	a.record.later = false
	a.memory.st = heap.Merge(before, a.memory.st)
}

// eachAwaited calls f with the literals that are in the values vs.
func (a *registrations) eachAwaited(vs []ssa.Value, f func(o *heap.Object, l *awaitedLiteral)) {
	if len(a.literals) == 0 {
		return
	}
	var refs []heap.Ref
	for _, v := range vs {
		refs = append(refs, a.memory.value(v)...)
	}
	seen := map[heap.Ref]bool{}
	for len(refs) > 0 {
		var below []heap.Ref
		for _, r := range refs {
			if seen[r] {
				continue
			}
			seen[r] = true
			if l := a.literals[r.Obj]; l != nil {
				f(r.Obj, l)
				continue
			}
			cells := a.memory.st.Objs[r.Obj]
			for _, p := range sortedKeys(cells) {
				if _, ok := accesspath.Below(p, r.Path); ok {
					below = append(below, cells[p].Values...)
				}
			}
		}
		refs = below
	}
}

// enterLiteral calls the function literal o, which at hands out, if nothing before it did.
func (a *registrations) enterLiteral(at ssa.Instruction, o *heap.Object, l *awaitedLiteral) {
	if l.at == nil {
		l.at = at
	}
	// What comes before in a block is also executed before.
	if l.at == at || !l.at.Block().Dominates(at.Block()) {
		a.enter(at, o, nil, l.kc, heap.Step{Kind: heap.ByType})
	}
}

// registerFunc registers the functions v, which at puts under key.
func (a *registrations) registerFunc(at ssa.Instruction, key string, v heap.Values) {
	if key == "" || toldOfOthers(at) {
		return
	}
	a.record.keepFuncs(siteOf(at), key, "", v)
}

// toldOfOthers reports whether at sets a function of a handler that only an informer of the
// package calls, and only with what other functions return or it makes itself.
func toldOfOthers(at ssa.Instruction) bool {
	st, ok := at.(*ssa.Store)
	if !ok {
		return false
	}
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	if n := ssaquery.Named(fa.X.Type()); n == nil || !kube.OfCachePackage(n) {
		return false
	}
	return flow.OnlyTold(fa.X, func(o ssa.Value) bool {
		_, made := o.(*ssa.Alloc)
		return made || ssaquery.ResultOf(o) != nil
	})
}

func (a *registrations) enterAll(at ssa.Instruction, key string, o *heap.Object) {
	a.record.out.readsKey[key] = true
	if a.record.collect {
		a.record.out.handlers = append(a.record.out.handlers, handlerFunc{key, o.Fn})
	}
	for i, kc := range a.memory.e.tables.callsOf(key) {
		a.enter(at, o, nil, kc, heap.Step{Kind: heap.Handler, Index: i})
	}
}

// maxKeptFuncs bounds the functions that one instruction registers: handlers that
// register handlers.
const maxKeptFuncs = 32

// registerKept registers the functions that the last instruction put into fields,
// variables and containers, itself or by the functions that it called.
func (a *registrations) registerKept() {
	type entered struct {
		key string
		o   *heap.Object
	}
	done := map[entered]bool{}
	for i := 0; i < len(a.record.kept); i++ {
		if i == maxKeptFuncs {
			a.memory.e.log.In(a.memory.fn, "registers too many handlers in one place; only the first are followed")
			break
		}
		k := a.record.kept[i]
		if e := (entered{k.key, k.fn.Obj}); !done[e] {
			done[e] = true
			a.enterAll(k.site.inst, k.key, k.fn.Obj)
		}
	}
	a.record.kept = nil
}

// registerImplementation calls the methods of the type t, which at makes a
// value of the interface type it, as those who call them through the interface
// do.
func (a *registrations) registerImplementation(at ssa.Instruction, t, it types.Type) {
	n, ok := types.Unalias(it).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return
	}
	iface, ok := n.Underlying().(*types.Interface)
	if !ok {
		return
	}
	if a.record.collect && iface.NumMethods() > 0 && keepsHandlers(kube.TypeName(n)) {
		a.record.out.converts = append(a.record.out.converts, conversion{t, n})
	}
	for embedded := range iface.EmbeddedTypes() {
		a.registerImplementation(at, t, embedded)
	}
	for m := range iface.Methods() {
		key := methodKey(n, m)
		a.record.out.readsKey[key] = true
		for i, kc := range a.memory.e.tables.callsOf(key) {
			if kc.Local {
				continue // seen where it is called: implementations
			}
			fn := ssaquery.LookupMethod(a.memory.e.prog, t, m)
			if fn == nil {
				continue
			}
			fn = ssaquery.Unwrapped(fn)
			o := a.memory.objs.Of(heap.Key{Kind: heap.Func, Site: fn})
			o.Fn = fn
			if a.record.collect && kc.From() == "" && !a.memory.e.foreign(fn) {
				a.record.out.methods = append(a.record.out.methods, handlerFunc{key, fn})
			}
			a.enter(at, o, heap.Values{}, kc, heap.Step{Kind: heap.Handler, Index: i})
		}
	}
}

// registerDeclared treats the types that the package declares to be handlers,
//
//	var _ cache.ResourceEventHandler = &Handler{}
//
// as registered: it is other packages that register them, with informers that
// those do not show to this one.
func (a *registrations) registerDeclared(at ssa.Instruction) {
	for _, file := range a.memory.e.pass.Files {
		for _, decl := range file.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.VAR {
				continue
			}
			for _, spec := range gen.Specs {
				v := spec.(*ast.ValueSpec)
				if v.Type == nil || len(v.Names) != 1 || v.Names[0].Name != "_" || len(v.Values) != 1 {
					continue
				}
				t, it := a.memory.e.pass.TypesInfo.TypeOf(v.Values[0]), a.memory.e.pass.TypesInfo.TypeOf(v.Type)
				if n := ssaquery.Named(t); n != nil && n.Obj().Pkg() == a.memory.e.pass.Pkg {
					a.registerImplementation(at, t, it)
				}
			}
		}
	}
}

// enter calls the function value o, which is registered at at, as kc says. recv
// is non-nil for a method, whose receiver kc names first. The step by tells the calls of
// o apart.
func (a *registrations) enter(at ssa.Instruction, o *heap.Object, recv heap.Values, kc effect.KeyCall, by heap.Step) {
	if a.record.tooDeep() {
		return
	}
	if o.Fn == nil {
		a.enterImported(at, o, kc, by)
		return
	}
	fn := o.Fn
	entry := fn
	if or := fn.Origin(); or != nil {
		entry = or
	}
	context := a.memory.objs.Within(nil, by)
	site := callSite{inst: enterSite(fn), pos: fn.Pos(), entry: entry, context: context}
	if a.memory.e.foreign(fn) {
		if recv != nil && (a.memory.e.deps.seesMethod(kc.From(), fn) || a.memory.e.deps.convertsMethod(kc, fn)) {
			return // seen by the package that makes the call, or by that of the method
		}
		// What a function of another package does wrong is reported where
		// it is registered.
		site = registrationSite(at, context)
	}
	if site.inst == nil {
		return
	}
	// Early releases call some functions without the context that comes first
	// since then.
	if n := fn.Signature.Params().Len(); recv == nil && fn.Signature.Recv() == nil && n+1 == len(kc.Args) && len(kc.Args[0]) == 0 {
		kc.Args = kc.Args[1:]
	}
	if takes(paramTypes(fn.Signature), kc, recv != nil) {
		a.noteEntered(o, kc)
		a.callAs(site, o, recv, kc)
	}
}

// enterImported calls o, a function literal that a function of another package made,
//
//	handlers.New(cleaner.Without(annotations))
//
// as kc says. What it does wrong is reported where it is registered, at at.
func (a *registrations) enterImported(at ssa.Instruction, o *heap.Object, kc effect.KeyCall, by heap.Step) {
	f := a.memory.e.deps.importedFact(o.External)
	if f == nil || len(f.Params) != len(kc.Args) || !takes(f.Params, kc, false) {
		return
	}
	a.noteEntered(o, kc)
	a.callAs(registrationSite(at, a.memory.objs.Within(nil, by)), o, nil, kc)
}

// noteEntered notes that o is called as kc says.
func (a *registrations) noteEntered(o *heap.Object, kc effect.KeyCall) {
	if len(kc.Origins) > 0 {
		a.calling.entered[o] = true
	}
}

// registrationSite is the call of a function of another package, which at registers.
func registrationSite(at ssa.Instruction, context *heap.Context) callSite {
	return callSite{inst: at, pos: ssaquery.Position(at), registered: registeredHere, context: context}
}

// callAs calls o at site as kc says. recv is non-nil for a method, whose receiver kc
// names first.
func (a *registrations) callAs(site callSite, o *heap.Object, recv heap.Values, kc effect.KeyCall) {
	s := &effect.Summary{Heap: kc.Heap}
	for _, or := range kc.Origins {
		if or.Posn == "" {
			or.Posn = a.memory.e.posn(site.pos)
		}
		s.Origins = append(s.Origins, or)
	}
	in := &application{a: a.calling, site: site, s: s}
	args := make([]heap.Values, 0, len(kc.Args))
	for i, refs := range kc.Args {
		if i == 0 && recv != nil {
			args = append(args, nil)
			continue
		}
		args = append(args, in.resolveAll(refs))
	}
	for _, c := range s.Heap {
		a.memory.st.Store(heap.Ref{Obj: in.fresh(c.Obj), Path: c.Path, Copy: false}, in.resolveAll(c.Vals), c.Agg, false)
	}
	a.calling.callFunc(site, o, args)
}

// eventName says what the event of a handler is called: "an UpdateEvent", which is an
// alias of a TypedUpdateEvent since controller-runtime 0.18.
func eventName(n *types.Named) string {
	name := strings.TrimPrefix(n.Obj().Name(), "Typed")
	if strings.ContainsRune("AEIOU", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}

// paramTypes are the concrete types of a function's parameters, without the receiver:
// "a/b.T", "" for others.
func paramTypes(sig *types.Signature) []string {
	var out []string
	for p := range sig.Params().Variables() {
		out = append(out, ssaquery.ConcreteType(p.Type()))
	}
	return out
}

// takes reports whether a function with parameters of these types can be called as kc
// says: what is kept in a generic type stands under one key for all of its instances.
// For a method kc names the receiver first.
func takes(params []string, kc effect.KeyCall, method bool) bool {
	args := kc.Args
	if method && len(args) > 0 {
		args = args[1:]
	}
	for i := 0; i < len(args) && i < len(params); i++ {
		for _, r := range args[i] {
			if r.Base != effect.Cache || r.Path != "" || params[i] == "" {
				continue
			}
			if is := kc.Origins[r.Idx].Typ; is != "" && ssaquery.DifferentTypes(params[i], is) {
				return false
			}
		}
	}
	return true
}

// enterSite is an instruction to tie what happens in fn to.
func enterSite(fn *ssa.Function) ssa.Instruction {
	if len(fn.Blocks) == 0 || len(fn.Blocks[0].Instrs) == 0 {
		return nil
	}
	return fn.Blocks[0].Instrs[0]
}

// eventArgs are the arguments of fn where its parameters are events of
// controller-runtime, whose objects are those of the cache.
//
// Generic events are left out: what a source sends is local to it.
func eventArgs(fn *ssa.Function) (effect.KeyCall, bool) {
	kc := effect.KeyCall{Key: "event"}
	events := 0
	for _, p := range fn.Params {
		n, ok := types.Unalias(p.Type()).(*types.Named)
		if !ok {
			kc.Args = append(kc.Args, nil)
			continue
		}
		fields := kube.EventFields(kube.TypeName(n))
		if fields == nil {
			kc.Args = append(kc.Args, nil)
			continue
		}
		obj := events
		events++
		for _, f := range fields {
			kc.Origins = append(kc.Origins, effect.Origin{What: "the " + f + " of " + eventName(n)})
			object := []effect.Ref{{Base: effect.Cache, Idx: len(kc.Origins) - 1}}
			kc.Heap = append(kc.Heap, effect.Cell{Obj: obj, Path: "/" + f, Vals: object})
			// Before controller-runtime 0.7, a second field has the object as a
			// metav1.Object: Meta, MetaOld, MetaNew.
			meta := "Meta" + strings.TrimPrefix(f, "Object")
			if o, _, _ := types.LookupFieldOrMethod(n, false, n.Obj().Pkg(), meta); o != nil {
				kc.Heap = append(kc.Heap, effect.Cell{Obj: obj, Path: "/" + meta, Vals: object})
			}
		}
		kc.Args = append(kc.Args, []effect.Ref{{Base: effect.Fresh, Idx: obj, Copy: true}})
	}
	return kc, events > 0
}
