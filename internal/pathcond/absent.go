package pathcond

import (
	"go/constant"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// An absence asks what a function returns together with a false "exists" or "ok", or a true "copied".
type absence struct {
	*query
	seen map[*ssa.Function]bool
}

// absent reports whether a false ok means that v, which came with it, is no object:
// it does for stores, maps and assertions. It does not for queue.Get, whose bool
// says that the queue is shut, nor where a function of this package is seen to
// return both.
//
// So does a true one of a function that is seen to return it only with copies and new objects.
func (q absence) absent(ok *ssa.Extract, v ssa.Value, truth bool) bool {
	x, isExtract := v.(*ssa.Extract)
	c, isCall := ok.Tuple.(*ssa.Call)
	if !isExtract || !isCall {
		return !truth
	}
	if takesFromBox(c) {
		return false
	}
	fn := c.Call.StaticCallee()
	if fn == nil || q.seen[fn] || !q.about.Analysed(ssaquery.Origin(fn)) {
		return !truth
	}
	q.seen[fn] = true
	seen := !truth
	for _, ret := range ssaquery.Returns(ssaquery.Origin(fn)) {
		// Behind a recovered panic, a function returns what its results happen to hold.
		if len(ret.Results) <= max(ok.Index, x.Index) || ssaquery.IsNil(ret.Results[x.Index]) || ret.Block() == ret.Parent().Recover {
			continue
		}
		switch r := ret.Results[ok.Index].(type) {
		case *ssa.Const:
			if (r.Value != nil && constant.BoolVal(r.Value)) != truth {
				continue
			}
			if !q.absentWith(nil, ret.Results[x.Index]) {
				return false
			}
			seen = true
		case *ssa.Extract:
			if truth || !q.absentWith(r, ret.Results[x.Index]) {
				return false
			}
		default:
			return false
		}
	}
	return seen
}

// absentWith reports whether a false ok means that o, which is returned with it, is no
// object of the cache: it is what came with ok, or where ok is false a new one.
//
//	obj, exists, _ := store.GetByKey(key)
//	pod := &corev1.Pod{}
//	if exists {
//		pod = obj.(*corev1.Pod)
//	}
//	return pod, exists
//
// Without ok, it is new.
func (q absence) absentWith(ok *ssa.Extract, o ssa.Value) bool {
	if q.n++; q.n > maxQuery {
		return false
	}
	switch o := o.(type) {
	case *ssa.MakeInterface:
		return q.absentWith(ok, o.X)
	case *ssa.TypeAssert:
		return q.absentWith(ok, o.X)
	case *ssa.Alloc:
		return true
	case *ssa.Phi:
		for i, e := range o.Edges {
			if from := o.Block().Preds[i]; ok != nil && knownTrue(ok, from, o.Block()) {
				continue
			}
			if _, nested := e.(*ssa.Phi); nested || !q.absentWith(ok, e) {
				return false
			}
		}
		return true
	case *ssa.Call:
		callee := o.Call.StaticCallee()
		if callee == nil {
			return false
		}
		f := ssaquery.Declared(callee)
		return strings.HasPrefix(callee.Name(), "New") || f != nil && kube.IsDeepCopy(f)
	case *ssa.Extract:
		return ok != nil && ssaquery.OfSameCall(ok, o) && q.absent(ok, o, false)
	}
	return false
}

// knownTrue reports whether ok is true on the edge between the blocks.
func knownTrue(ok ssa.Value, from, to *ssa.BasicBlock) bool {
	is := func(c Condition) bool { return c.Value == ok && c.True }
	return slices.ContainsFunc(At(from), is) || slices.ContainsFunc(OnEdge(from, to), is)
}
