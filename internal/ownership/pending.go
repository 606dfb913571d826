package ownership

import (
	"go/types"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A function can call a method of an interface whose implementations its package
// does not see: they are declared above it. knative's condition sets do so to
// write each status,
//
//	conditions.Manage(&broker.Status).MarkTrue(ready)
//
// where MarkTrue calls SetConditions of the accessor that Manage kept. Such a
// call is part of the function's effect, by the name of the method, and is
// executed where the type of the receiver is known.

// maxReceivers bounds the types in an object of the cache that have the method: an
// object has one status.
const maxReceivers = 4

// pendingMethod executes the call of the method that key names, which the function
// called name makes on args[0]; known is false if it is not known of which types
// that is.
func (a *caller) pendingMethod(site callSite, key string, args []heap.Values, name string) (known bool) {
	iface, m := a.memory.e.deps.interfaceMethod(key)
	if m == nil || len(args) == 0 || a.record.tooDeep() {
		return false
	}
	type receiver struct {
		t types.Type
		v heap.Values
	}
	var receivers []receiver
	for _, r := range args[0] {
		if r.Obj.Kind == heap.Local || r.Obj.Kind == heap.Func {
			continue
		}
		ts := a.receiverTypes(r, iface)
		if len(ts) == 0 {
			return false
		}
		for _, t := range ts {
			receivers = append(receivers, receiver{t, heap.Values{r}})
		}
	}
	writes, findings := len(a.record.out.writes), len(a.record.out.findings)
	for _, r := range receivers {
		fn := ssaquery.LookupMethod(a.memory.e.prog, r.t, m)
		if fn == nil {
			continue
		}
		in := append([]heap.Values{a.promoted(r.v, r.t, m)}, args[1:]...)
		a.callStatic(site, fn, nil, in)
	}
	// The reader sees the call of the function, which leads to the method.
	hop := effect.Hop{Func: name, Posn: a.memory.e.posn(site.pos)}
	for i := writes; i < len(a.record.out.writes); i++ {
		w := &a.record.out.writes[i].w
		w.Via = effect.AddHop(hop, w.Via)
	}
	for _, f := range a.record.out.findings[findings:] {
		f.Via = effect.AddHop(hop, f.Via)
	}
	return len(receivers) > 0
}

// receiverTypes are the types that implement iface and that the address r can be
// of; none if that is not known.
func (a *caller) receiverTypes(r heap.Ref, iface *types.Interface) []types.Type {
	switch r.Obj.Kind {
	case heap.Param:
		t := a.memory.fn.Params[r.Obj.Index].Type()
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		} else if !r.Copy {
			return nil
		}
		if t = typeBelow(t, r.Path); t == nil || types.IsInterface(t) {
			return nil
		}
		return implementing([]types.Type{t}, iface)
	case heap.Cached:
		t := a.memory.e.deps.typeNamed(r.Obj.Type)
		if t == nil {
			return nil
		}
		if r.IsRoot() {
			return implementing([]types.Type{t}, iface)
		}
		ts := implementing(structsIn(t, nil), iface)
		if a.memory.e.log.Past(len(ts), maxReceivers, a.memory.fn, "a method can be that of too many parts of an object; what it does is not known") {
			return nil
		}
		return ts
	}
	return nil
}

// implementing are those of the types ts, or pointers to them, that implement
// iface.
func implementing(ts []types.Type, iface *types.Interface) []types.Type {
	var out []types.Type
	for _, t := range ts {
		if p := types.NewPointer(t); types.Implements(p, iface) {
			out = append(out, p)
		}
	}
	return out
}

// structsIn are the struct types that a t holds by value, and t.
func structsIn(t types.Type, seen []types.Type) []types.Type {
	s, ok := t.Underlying().(*types.Struct)
	if !ok || slices.Contains(seen, t) {
		return seen
	}
	seen = append(seen, t)
	for f := range s.Fields() {
		seen = structsIn(f.Type(), seen)
	}
	return seen
}

// interfaceMethod is the method that key names, as methodKey does, and its
// interface; nil for interfaces of the libraries that the tables know.
func (d *dependencies) interfaceMethod(key string) (*types.Interface, *types.Func) {
	i := strings.LastIndexByte(key, '.')
	if i < 0 || kube.Covered(keyPackage(key[:i])) {
		return nil, nil
	}
	t := d.typeNamed(key[:i])
	if t == nil {
		return nil, nil
	}
	iface, ok := t.Underlying().(*types.Interface)
	if !ok {
		return nil, nil
	}
	for m := range iface.Methods() {
		if m.Name() == key[i+1:] {
			return iface, m
		}
	}
	return nil, nil
}
