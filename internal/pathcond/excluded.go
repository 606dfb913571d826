package pathcond

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// excluded reports whether conds say that v is not an object of the cache: it
// is nil, the call that returned it failed, or it lacks what every object in a
// cache has.
func (q *query) excluded(v ssa.Value, conds []Condition) bool {
	for _, c := range conds {
		if (predicates{q}).exclude(c, v) {
			return true
		}
		switch x := c.Value.(type) {
		case *ssa.BinOp:
			eq := x.Op == token.EQL && c.True || x.Op == token.NEQ && !c.True
			ne := x.Op == token.NEQ && c.True || x.Op == token.EQL && !c.True
			left, right := q.paths.value(x.X), q.paths.value(x.Y)
			if eq {
				if ssaquery.IsNil(right) && left == v || ssaquery.IsNil(left) && right == v {
					return true
				}
				if f := lenOf(x.X); f != nil && isZero(x.Y) && neverEmpty(f, v) {
					return true
				}
				if ssaquery.IsEmptyString(x.Y) && neverEmpty(x.X, v) || ssaquery.IsEmptyString(x.X) && neverEmpty(x.Y, v) {
					return true
				}
			}
			if ne && (ssaquery.IsNil(right) && ssaquery.IsErrorOf(left, v) || ssaquery.IsNil(left) && ssaquery.IsErrorOf(right, v)) {
				return true
			}
		case *ssa.Extract:
			// _, ok := v.(*Unstructured): !ok
			if ta := Failed(c); ta != nil && q.about.Holds(ta.X) && failsOnCopies(ta) && !q.otherType(ta, v) {
				return true
			}
			// obj, exists, err := store.GetByKey(k): !exists.
			// Not so for queue.Get(), whose bool says that the queue is shut.
			// pod, copied, err := c.get(name): copied.
			if ssaquery.OfSameCall(x, v) && ssaquery.IsBool(x.Type()) && (absence{q, map[*ssa.Function]bool{}}).absent(x, v, c.True) {
				return true
			}
		case *ssa.Call:
			callee := x.Call.StaticCallee()
			if callee == nil || !c.True || len(x.Call.Args) == 0 {
				continue
			}
			if kube.SaysNotFound(callee.Name()) && ssaquery.IsErrorOf(q.paths.value(x.Call.Args[0]), v) {
				return true
			}
			if kube.SaysZero(callee.Name()) && neverEmpty(x.Call.Args[0], v) {
				return true
			}
			if kube.SaysEmpty(callee.Name()) && isGroupVersionKind(x.Call.Args[0], v) {
				return true
			}
		}
	}
	return false
}

// failsOnCopies reports whether no object of the cache is in use where the assertion
// fails: what is no Unstructured is converted to one by copying it, and what every
// object of Kubernetes implements, only tombstones do not.
func failsOnCopies(ta *ssa.TypeAssert) bool {
	if kube.IsUnstructured(ta.AssertedType) {
		return true
	}
	if !kube.EveryObjectIs(ta.AssertedType) || ta.X.Referrers() == nil {
		return false
	}
	return !slices.ContainsFunc(*ta.X.Referrers(), func(r ssa.Instruction) bool {
		other, ok := r.(*ssa.TypeAssert)
		return ok && kube.IsTombstone(other.AssertedType)
	})
}

// otherType reports whether v is what a further assertion made of the value that is
// not of ta's type, or a part of that: then it is that value, and no conversion of it.
func (q *query) otherType(ta *ssa.TypeAssert, v ssa.Value) bool {
	if types.IsInterface(ta.AssertedType) || !kube.IsUnstructured(ta.AssertedType) {
		return false
	}
	failed := func(c Condition) bool { return Failed(c) == ta }
	return slices.ContainsFunc(append(q.asserted, assertionOf(v)), func(other *ssa.TypeAssert) bool {
		return other != nil && other.X == ta.X && slices.ContainsFunc(q.paths.At(other.Block()), failed)
	})
}

// maxParts bounds the steps from a part of an object to the object, as the paths of
// package accesspath do. No finding is lost: what is not excluded is possible.
const maxParts = 10

// assertionOf is the type assertion that v is the result of, or a part of its result;
// nil if it is of none.
func assertionOf(v ssa.Value) *ssa.TypeAssert {
	for range maxParts {
		switch x := v.(type) {
		case *ssa.TypeAssert:
			return x
		case *ssa.Extract:
			ta, ok := x.Tuple.(*ssa.TypeAssert)
			if !ok || x.Index != 0 {
				return nil
			}
			return ta
		case *ssa.ChangeInterface, *ssa.MakeInterface:
			v = ssaquery.Wrapped(v)
		case *ssa.FieldAddr, *ssa.IndexAddr:
			v = ssaquery.Around(v)
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return nil
			}
			v = x.X
		case *ssa.Call:
			if !x.Call.IsInvoke() {
				return nil
			}
			v = x.Call.Value // a getter
		default:
			return nil
		}
	}
	return nil
}

// neverEmpty reports whether field is a field of the object v that the API
// server sets, so that no object in a cache lacks it.
func neverEmpty(field, v ssa.Value) bool {
	if isKind(field, v) {
		return true
	}
	for range 4 {
		switch x := field.(type) {
		case *ssa.UnOp:
			field = x.X
			continue
		case *ssa.ChangeType: // string(pod.UID)
			field = x.X
			continue
		case *ssa.Convert:
			field = x.X
			continue
		case *ssa.FieldAddr:
			name, base := ssaquery.FieldName(x.X, x.Field), x.X
			if m, ok := base.(*ssa.FieldAddr); ok {
				switch outer := ssaquery.FieldName(m.X, m.Field); {
				case outer == kube.MetadataField:
					base = m.X
				case outer == kube.StatusField && name == kube.PhaseField:
					return kube.AlwaysHasPhase(m.X.Type()) && ssaquery.SamePlace(m.X, v)
				}
			}
			return kube.AlwaysSet(name) && ssaquery.SamePlace(base, v)
		case *ssa.Call:
			recv, _ := ssaquery.Operands(x.Common())
			f := ssaquery.Target(x.Common())
			if recv == nil || f == nil {
				return false
			}
			if name, ok := strings.CutPrefix(f.Name(), "Get"); !ok || !kube.AlwaysSet(name) {
				return false
			}
			if m, ok := recv.(*ssa.FieldAddr); ok {
				recv = m.X
			}
			if m, ok := recv.(*ssa.MakeInterface); ok {
				recv = m.X
			}
			return ssaquery.SamePlace(recv, v)
		}
		return false
	}
	return false
}

// takesFromBox reports whether v is a call that takes something out of a queue.
func takesFromBox(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok || !c.Call.IsInvoke() {
		return false
	}
	b, ok := kube.BoxMethod(c.Call.Method)
	return ok && b.Take
}
