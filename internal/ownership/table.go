package ownership

import (
	"go/types"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/effect"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// table is the summary that the tables give for the function f.
func (e *knowledge) table(f *types.Func) (*effect.Summary, bool) {
	spec, ok := kube.Func(f)
	if !ok || e.passesHandlers && strings.HasPrefix(spec, "call ") {
		return nil, false
	}
	return parseSpec(spec), true
}

// row is the summary that the tables give for t.
func (k *knowledge) row(t *target) (*effect.Summary, bool) {
	if t.iface != nil {
		return k.tableMethod(t.obj, t.iface)
	}
	s, ok := k.table(t.obj)
	return s, ok && kube.Holds(t.obj, t.targs)
}

// tableMethod is the summary that the tables give for the method m called
// through the interface type t.
func (e *knowledge) tableMethod(m *types.Func, t types.Type) (*effect.Summary, bool) {
	spec, ok := kube.Method(m, t)
	if !ok || e.passesHandlers && strings.HasPrefix(spec, "call ") {
		return nil, false
	}
	return parseSpec(spec), true
}

var specs sync.Map // string -> *Summary

// parseSpec reads a row of the tables (see package kube for the language). A
// row that does not parse is a bug of ours, found by the tests of kube.
func parseSpec(spec string) *effect.Summary {
	if s, ok := specs.Load(spec); ok {
		return s.(*effect.Summary)
	}
	s, err := effect.Parse(spec)
	if err != nil {
		s = &effect.Summary{}
	}
	specs.Store(spec, s)
	return s
}

// eventArgs are the arguments of fn where its parameters are events of
// controller-runtime, whose objects are those of the cache.
//
// Generic events are left out: what a source sends is its own.
func eventArgs(fn *ssa.Function) (effect.KeyCall, bool) {
	kc := effect.KeyCall{Key: "event"}
	found := false
	for _, p := range fn.Params {
		n, ok := types.Unalias(p.Type()).(*types.Named)
		if !ok {
			kc.Args = append(kc.Args, nil)
			continue
		}
		fields := kube.EventFields(ssaquery.TypeName(n))
		if fields == nil {
			kc.Args = append(kc.Args, nil)
			continue
		}
		found = true
		obj := len(kc.Heap) + 100
		for _, f := range fields {
			kc.Origins = append(kc.Origins, effect.Origin{What: "the " + f + " of a " + n.Obj().Name()})
			kc.Heap = append(kc.Heap, effect.Cell{Obj: obj, Path: "/" + f, Vals: []effect.Ref{{Base: effect.Cache, Idx: len(kc.Origins) - 1}}})
		}
		kc.Args = append(kc.Args, []effect.Ref{{Base: effect.Fresh, Idx: obj, Copy: true}})
	}
	return kc, found
}

// resultType is the dynamic type of the objects that a function with this
// signature returns, "" if its type does not tell.
func resultType(sig *types.Signature) string {
	if sig.Results().Len() == 0 {
		return ""
	}
	t := sig.Results().At(0).Type()
	switch u := t.Underlying().(type) {
	case *types.Slice:
		t = u.Elem()
	case *types.Map:
		t = u.Elem()
	}
	if !kube.IsObject(t) {
		return "" // what hands objects to a function returns something else
	}
	return ssaquery.ConcreteType(t)
}
