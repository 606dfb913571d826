package ownership

import (
	"go/types"

	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// knownRules is all that can be known of a function, in the order in which it is
// asked: the first that knows the target decides. Static calls and calls of
// interfaces' methods walk the same list.
//
// What people say comes first, so that they can correct what follows; what this
// project knows of libraries comes before what bodies say, since the libraries'
// bodies are not analysed. What nothing is known of has no effect.
func knownRules() []rule {
	return []rule{
		{name: "contract", execute: callContract},         // a //k8slint: comment above the function or method
		{name: "model", execute: callModel},               // the user's models file
		{name: "local store", execute: callLocalStore},    // a cache.Store that the package fills itself
		{name: "client", execute: callClient},             // controller-runtime's Get and List without a deep copy
		{name: "container", execute: callContainer},       // queues, sync.Map, atomic values
		{name: "iterator", execute: callCollect},          // slices.Collect and its kind
		{name: "reflection", execute: callReflection},     // reflect.Value
		{name: "row", execute: callRow},                   // the tables of package kube
		{name: "convention", execute: callConvention},     // DeepCopy, DeepCopyInto
		{name: "body", execute: callBody, literals: true}, // a function of this package
		{name: "implementations", execute: callMethods},   // of an interface's method
		{name: "fact", execute: callFact, literals: true}, // a function of a package that was analysed before
	}
}

func callContract(a *caller, t *target) ([]heap.Values, bool) {
	if t.iface == nil {
		// What the summary of the body says was put right by the contract.
		if a.memory.e.known.hasContract(t.obj) {
			return callBody(a, t)
		}
		return nil, false
	}
	s, ok := a.memory.e.known.promise(t.obj)
	if !ok {
		return nil, false
	}
	return a.apply(t.site, s, t.args, nil, t.calleeName()), true
}

func callModel(a *caller, t *target) ([]heap.Values, bool) {
	s, ok := a.memory.e.known.model(t.obj)
	if !ok {
		return nil, false
	}
	return a.apply(t.site, s, t.args, nil, t.calleeName()), true
}

// callLocalStore executes a call of a method of a store that the package fills
// itself: what it hands out is what was put into it.
func callLocalStore(a *caller, t *target) ([]heap.Values, bool) {
	if t.iface == nil || t.site.common == nil || !kube.IsStore(t.iface) {
		return nil, false
	}
	m, ok := kube.OwnStore(t.obj)
	if !ok || !a.memory.e.stores.isOwn(t.site.common.Value) {
		return nil, false
	}
	if m.Put > 0 {
		put, val := t.args[m.Put], t.site.common.Args[m.Put-1]
		if m.Each {
			put = a.memory.load(put.Step(accesspath.Elem), val.Type())
		}
		if key, at := containerPlace(t.site.common.Value); key != "" {
			a.record.putFieldValue(t.site, key, at+accesspath.Deref+accesspath.Elem, put, val)
		}
	}
	if m.Effect == "" {
		return nil, true
	}
	return a.apply(t.site, parseSpec(m.Effect), t.args, nil, t.calleeName()), true
}

func callClient(a *caller, t *target) ([]heap.Values, bool) {
	return nil, t.iface != nil && clientRead(a, t.site, t.obj, t.args)
}

func callContainer(a *caller, t *target) ([]heap.Values, bool) {
	return callBox(a, t.site, t.obj, t.args)
}

func callCollect(a *caller, t *target) ([]heap.Values, bool) {
	if !kube.Collects(t.obj) || len(t.args) == 0 {
		return nil, false
	}
	return []heap.Values{collected(a, t.site, t.args[0])}, true
}

func callReflection(a *caller, t *target) ([]heap.Values, bool) {
	if t.iface != nil {
		return nil, false
	}
	return reflection(a, t.site, t.obj, t.args)
}

func callRow(a *caller, t *target) ([]heap.Values, bool) {
	s, ok := a.memory.e.known.row(t.obj, t.iface, t.targs)
	if !ok {
		return nil, false
	}
	return a.apply(t.site, s, t.args, nil, t.calleeName()), true
}

func callConvention(a *caller, t *target) ([]heap.Values, bool) {
	switch {
	case kube.IsDeepCopy(t.obj):
		return nil, true
	case kube.IsDeepCopyInto(t.obj):
		return a.apply(t.site, parseSpec(kube.DeepCopyInto), t.args, nil, t.calleeName()), true
	}
	return nil, false
}

func callBody(a *caller, t *target) ([]heap.Values, bool) {
	if t.fn == nil || len(t.fn.Blocks) == 0 || !a.memory.e.analyses(t.fn) {
		return nil, false
	}
	t.site.inner = ssaquery.Encloses(t.fn, a.memory.fn)
	a.record.noteLocal(t.site.common, t.fn, t.args)
	return a.applyEffect(&application{a: a, site: t.site, s: a.record.summary(t.fn), args: t.args, self: t.self, name: t.calleeName(), callee: t.obj}), true
}

func callMethods(a *caller, t *target) ([]heap.Values, bool) {
	if t.iface == nil {
		return nil, false
	}
	if p := t.obj.Pkg(); p == nil || kube.Covered(kube.Unvendored(p.Path())) {
		return nil, false // the libraries' own implementations have no bodies here
	}
	var results []heap.Values
	impls := a.record.implementations(t.iface, t.obj)
	for i, im := range impls {
		if a.record.tooDeep() {
			break
		}
		args := append([]heap.Values{a.receivers(t.args[0], im.recv)}, t.args[1:]...)
		r := a.applyEffect(&application{a: a, site: a.toTarget(t.site, i), s: im.sum, args: args, name: im.name, callee: im.obj})
		if im.agreed {
			results = unionResults(results, r)
		}
	}
	if len(impls) == 0 {
		a.unknown(t.site, t.args)
	}
	if key := methodKey(t.iface, t.obj); key != "" {
		a.record.keyCall(t.site, key, t.args, false)
	}
	return results, true
}

// receivers are the values of v, of an interface type, that may be of the type t, which
// implements it. Objects of Kubernetes are not told apart here: assertions do that.
func (a *caller) receivers(v heap.Values, t types.Type) heap.Values {
	if typ := ssaquery.ConcreteType(t); typ != "" && !kube.CanBeCached(t) && !kube.CanBeCached(types.NewPointer(t)) {
		return a.memory.ofType(v, typ)
	}
	return v
}

func callFact(a *caller, t *target) ([]heap.Values, bool) {
	if t.iface != nil || t.obj == nil {
		return nil, false
	}
	s := a.memory.e.deps.importedFunc(t.obj)
	if s == nil {
		return nil, false
	}
	return a.applyEffect(&application{a: a, site: t.site, s: s, args: t.args, name: t.calleeName(), callee: t.obj}), true
}
