package ownership

import (
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A store hands out its objects as values of the type any. An informer that is made for
// objects of one type has no others in its store, so that
//
//	podStore, _ = cache.NewInformer(lw, &corev1.Pod{}, 0, handler)
//
// does not hold what is asserted to be a Node.

// objectType is the dynamic type of the objects that c, the call of a method, reads from
// a store; "" if it is not known or not always the same, or if c reads no store.
func (s *localStores) objectType(c *ssa.CallCommon) string {
	if !c.IsInvoke() || !isStore(c.Value) {
		return ""
	}
	typ := ""
	for v := range flow.Origins(c.Value, s.informers) {
		if ssaquery.IsNil(v) {
			continue
		}
		t := s.madeFor(ssaquery.Unwrap(v))
		if t == "" || typ != "" && t != typ {
			return ""
		}
		typ = t
	}
	return typ
}

// informers are what the store or shared informer v can be, none if a call makes it or if
// that is not known.
func (s *localStores) informers(v ssa.Value) []ssa.Value {
	v = ssaquery.Unwrap(v)
	if c, ok := v.(*ssa.Call); ok && c.Call.IsInvoke() && kube.ReturnsStore(c.Call.Method) {
		return []ssa.Value{c.Call.Value}
	}
	for _, l := range s.points().ReadFrom(v) {
		if len(s.points().Defs(l)) == 0 {
			return nil // others put it there
		}
	}
	_, from := s.sources(v)
	return from
}

// madeFor is the type of the objects that v is made for, if v is a call that makes a
// shared informer, or the store that comes with another informer; else "".
func (s *localStores) madeFor(v ssa.Value) string {
	x, inTuple := v.(*ssa.Extract)
	if inTuple && x.Index == 0 {
		v = x.Tuple
	}
	c, ok := v.(*ssa.Call)
	if !ok {
		return ""
	}
	f := ssaquery.Called(&c.Call)
	if f == nil {
		return ""
	}
	i, ok := kube.InformerFor(f)
	if !ok || i.Shared == inTuple || i.Shared && s.transformed {
		return ""
	}
	example, ok := c.Call.Args[i.Example].(*ssa.MakeInterface)
	if !ok {
		return ""
	}
	return ssaquery.ConcreteType(example.X.Type())
}
