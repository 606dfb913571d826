package ownership

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Typed objects come without their kind from the API server. A program can set it
// before they get into the cache,
//
//	informer.SetTransform(func(obj any) (any, error) { obj.(*v1.Pod).Kind = "Pod"; return obj, nil })
//
// and what sets it if it is missing does nothing then:
//
//	if pod.Kind == "" {
//		pod.Kind = "Pod"
//	}
//
// Such writes are marked (effect.Kindless), and left out in packages that have or
// import such a transform (transforms.go). Which informer it is of is not looked at.

// A kindQuery asks about the kind of the objects v.
type kindQuery struct {
	a *memory
	v heap.Values
}

// missing reports whether inst is executed only where an object of v has no kind.
func (q kindQuery) missing(inst ssa.Instruction) bool {
	for _, c := range q.a.paths.At(inst.Block()) {
		switch x := c.Value.(type) {
		case *ssa.BinOp:
			if x.Op != token.EQL && x.Op != token.NEQ || (x.Op == token.EQL) != c.True {
				continue
			}
			if ssaquery.IsEmptyString(x.Y) && q.isKind(x.X) || ssaquery.IsEmptyString(x.X) && q.isKind(x.Y) {
				return true
			}
		case *ssa.Call:
			f := x.Call.StaticCallee()
			if c.True && f != nil && kube.SaysEmpty(f.Name()) && len(x.Call.Args) == 1 && q.isGroupVersionKind(x.Call.Args[0]) {
				return true
			}
		}
	}
	return false
}

// isKind reports whether x is the kind of an object of v.
func (q kindQuery) isKind(x ssa.Value) bool {
	switch x := x.(type) {
	case *ssa.UnOp:
		fa, ok := x.X.(*ssa.FieldAddr)
		switch {
		case !ok || ssaquery.FieldName(fa.X, fa.Field) != kube.KindField:
			return false
		case kube.IsTypeMeta(fa.X.Type()):
			return q.isOf(fa.X)
		}
		return q.isGroupVersionKindIn(fa.X)
	}
	return false
}

// isGroupVersionKind reports whether x is what GroupVersionKind returns of an object
// of v.
func (q kindQuery) isGroupVersionKind(x ssa.Value) bool {
	switch x := x.(type) {
	case *ssa.Call:
		if x.Call.IsInvoke() {
			return x.Call.Method.Name() == kube.GroupVersionKind && q.isOf(x.Call.Value)
		}
		f := x.Call.StaticCallee()
		return f != nil && f.Name() == kube.GroupVersionKind && len(x.Call.Args) == 1 && q.isOf(x.Call.Args[0])
	}
	return false
}

// isGroupVersionKindIn is isGroupVersionKind for the local variable at addr.
func (q kindQuery) isGroupVersionKindIn(addr ssa.Value) bool {
	local, ok := addr.(*ssa.Alloc)
	if !ok || local.Referrers() == nil {
		return false
	}
	return slices.ContainsFunc(*local.Referrers(), func(r ssa.Instruction) bool {
		st, ok := r.(*ssa.Store)
		if !ok || st.Addr != addr {
			return false
		}
		_, call := st.Val.(*ssa.Call)
		return call && q.isGroupVersionKind(st.Val)
	})
}

// isOf reports whether x is, or leads into, an object of v.
func (q kindQuery) isOf(x ssa.Value) bool {
	for _, r := range q.a.value(x) {
		for _, s := range q.v {
			if r.Obj == s.Obj || r.Obj.Kind == heap.Cached && s.Obj.Kind == heap.Cached && r.Obj.Origin == s.Obj.Origin {
				return true
			}
		}
	}
	return false
}

// isKindPlace reports whether addr is the place of an object's kind or version, or of
// both.
func isKindPlace(addr ssa.Value) bool {
	fa, ok := addr.(*ssa.FieldAddr)
	return ok && (kube.IsTypeMeta(fa.X.Type()) || kube.IsTypeMeta(types.NewPointer(ssaquery.StructField(fa.X.Type(), fa.Field).Type())))
}
