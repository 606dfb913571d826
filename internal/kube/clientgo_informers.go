package kube

import (
	"go/types"
	"slices"
	"strings"
)

// Factories of shared informers (client-go's informers, dynamicinformer and metadatainformer, and what
// informer-gen generates for custom resources). They are known by their shape, as each API group
// has its own.

// A FactoryCall is what a method of such a factory does.
type FactoryCall int

const (
	// FactoryOther: nothing of the following.
	FactoryOther FactoryCall = iota
	// FactoryStarts runs the informers that were asked for so far, and does not block.
	FactoryStarts
	// FactoryWaits waits until the informers have synced that were started so far.
	FactoryWaits
	// FactoryAsks asks for the informer of the kind that its argument names.
	FactoryAsks
	// FactoryGroup leads to the informers of an API group.
	FactoryGroup
	// FactoryStops waits until the informers have stopped.
	FactoryStops
)

var factoryCalls = map[string]FactoryCall{
	"Start": FactoryStarts, "StartWithContext": FactoryStarts,
	"WaitForCacheSync": FactoryWaits, "WaitForCacheSyncWithContext": FactoryWaits,
	"ForResource": FactoryAsks, "InformerFor": FactoryAsks,
	"Shutdown": FactoryStops,
}

// FactoryCallOf is what the method m does, called on a value of the type t.
func FactoryCallOf(m *types.Func, t types.Type) FactoryCall {
	if !IsInformerFactory(t) {
		return FactoryOther
	}
	if c, ok := factoryCalls[m.Name()]; ok {
		return c
	}
	if m.Signature().Params().Len() == 0 && LeadsToInformers(ResultOf(m)) {
		return FactoryGroup
	}
	return FactoryOther
}

// IsInformerFactory reports whether t is the interface of such a factory.
func IsInformerFactory(t types.Type) bool {
	wait := interfaceMethod(t, "WaitForCacheSync")
	start := interfaceMethod(t, "Start")
	if wait == nil || start == nil || !takesStop(wait) || !takesStop(start) || start.Signature().Results().Len() != 0 {
		return false
	}
	synced, ok := ResultOf(wait).(*types.Map)
	if !ok {
		return false
	}
	key := TypeName(synced.Key())
	return key == "reflect.Type" || strings.HasSuffix(key, "/runtime/schema.GroupVersionResource")
}

// takesStop reports whether f has one parameter, a channel from which it can only receive.
func takesStop(f *types.Func) bool {
	p := f.Signature().Params()
	if p.Len() != 1 {
		return false
	}
	c, ok := p.At(0).Type().Underlying().(*types.Chan)
	return ok && c.Dir() == types.RecvOnly
}

// LeadsToInformers reports whether t is an interface that hands out the informers of an API group, or of
// a version: its methods have no parameters, and one result, which does the same or is an InformerGetter.
func LeadsToInformers(t types.Type) bool { return leadsToInformers(t, 3) }

func leadsToInformers(t types.Type, depth int) bool {
	if t == nil || depth == 0 {
		return false
	}
	i, ok := t.Underlying().(*types.Interface)
	if !ok || i.NumMethods() == 0 {
		return false
	}
	for m := range i.Methods() {
		r := ResultOf(m)
		if m.Signature().Params().Len() != 0 || r == nil || !IsInformerGetter(r) && !leadsToInformers(r, depth-1) {
			return false
		}
	}
	return true
}

// IsInformerGetter reports whether t is the interface with the methods Informer and Lister, of one kind. Its factory
// makes the informer when the first of them is called.
func IsInformerGetter(t types.Type) bool {
	informer := interfaceMethod(t, "Informer")
	return informer != nil && interfaceMethod(t, "Lister") != nil && IsSharedInformer(ResultOf(informer))
}

// IsSharedInformer reports whether t is one of client-go's interfaces of a shared informer, or embeds one.
func IsSharedInformer(t types.Type) bool {
	handle := interfaceMethod(t, "AddEventHandler")
	return handle != nil && InCachePackage(handle)
}

// interfaceMethod is the method of that name of the interface type t, nil if there is none.
func interfaceMethod(t types.Type, name string) *types.Func {
	if t == nil {
		return nil
	}
	i, ok := t.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	for m := range i.Methods() {
		if m.Name() == name {
			return m
		}
	}
	return nil
}

// MakesInformerFactory reports whether f makes a new factory: it is declared beside the type of the factory.
func MakesInformerFactory(f *types.Func) bool {
	n, ok := types.Unalias(ResultOf(f)).(*types.Named)
	return ok && f.Signature().Recv() == nil && f.Signature().Params().Len() > 1 && n.Obj().Pkg() == f.Pkg() && IsInformerFactory(n)
}

// RunsInformer reports whether the method m of a shared informer runs it.
func RunsInformer(m *types.Func) bool {
	return InCachePackage(m) && (m.Name() == "Run" || m.Name() == "RunWithContext")
}

// AsksIfSynced reports whether the method m of a shared informer tells whether its store is filled.
func AsksIfSynced(m *types.Func) bool {
	return InCachePackage(m) && (m.Name() == "HasSynced" || m.Name() == "HasSyncedChecker")
}

// WaitsForSync reports whether f waits until each function of its last parameter, which is variadic, says that a
// cache is filled.
func WaitsForSync(f *types.Func) bool {
	return InCachePackage(f) && f.Signature().Recv() == nil && slices.Contains([]string{"WaitForCacheSync", "WaitForNamedCacheSync", "WaitForNamedCacheSyncWithContext", "WaitFor"}, f.Name())
}
