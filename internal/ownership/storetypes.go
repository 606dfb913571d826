package ownership

import (
	"golang.org/x/tools/go/ssa"

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
// a store; "" if it is not known, or if c reads no store.
func (s *localStores) objectType(c *ssa.CallCommon) string {
	if !c.IsInvoke() || !isStore(c.Value) {
		return ""
	}
	return s.holds(c.Value, 0)
}

// holds is the type of the objects in the store or shared informer v, "" if it is not
// known or not always the same.
func (s *localStores) holds(v ssa.Value, depth int) string {
	if s.tooFar(v, depth) {
		return ""
	}
	v = ssaquery.Unwrap(v)
	if typ, made := s.madeFor(v); made {
		return typ
	}
	if c, ok := v.(*ssa.Call); ok && c.Call.IsInvoke() && kube.ReturnsStore(c.Call.Method) {
		return s.holds(c.Call.Value, depth+1)
	}
	id, from := s.sources(v)
	if typ, known := s.held[id]; known && id != nil {
		return typ
	}
	if id != nil {
		s.held[id] = "" // while its sources are asked
	}
	for _, l := range s.points().ReadFrom(v) {
		if len(s.points().Defs(l)) == 0 {
			return "" // others put it there
		}
	}
	typ := ""
	for _, v := range from {
		if ssaquery.IsNil(v) {
			continue
		}
		t := s.holds(v, depth+1)
		if t == "" || typ != "" && t != typ {
			return ""
		}
		typ = t
	}
	if id != nil {
		s.held[id] = typ
	}
	return typ
}

// madeFor is the type of the objects that v is made for, if a call makes it that makes
// an informer: a shared informer, or the store that comes with another one.
func (s *localStores) madeFor(v ssa.Value) (typ string, made bool) {
	x, inTuple := v.(*ssa.Extract)
	if inTuple && x.Index == 0 {
		v = x.Tuple
	}
	c, ok := v.(*ssa.Call)
	if !ok {
		return "", false
	}
	f := ssaquery.Called(&c.Call)
	if f == nil {
		return "", false
	}
	i, ok := kube.InformerFor(f)
	if !ok || i.Shared == inTuple {
		return "", false
	}
	example, ok := c.Call.Args[i.Example].(*ssa.MakeInterface)
	if !ok || i.Shared && s.transformed {
		return "", true
	}
	return ssaquery.ConcreteType(example.X.Type()), true
}
