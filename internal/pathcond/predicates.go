package pathcond

import (
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Predicates are functions such as
//
//	func isCreated(pod *corev1.Pod) bool { return pod != nil && pod.UID != "" }
//
// What they return says what they found out about the object that they are given.

// Bounds on predicates: an expression of five operators has eight blocks or fewer, and
// as many ways to come to its value. No finding is lost: what is not excluded is possible.
const (
	maxPredicateBlocks = 12
	maxPredicateNested = 4
)

// predicates are what a query asks of calls of predicates.
type predicates struct{ *query }

// exclude reports whether c is about the call of a predicate that v is given to,
// and rules v out. On all ways on which the predicate returns what c says, v is no
// object of the cache.
func (p predicates) exclude(c Condition, v ssa.Value) bool {
	call, ok := c.Value.(*ssa.Call)
	if !ok {
		return false
	}
	fn := call.Call.StaticCallee()
	if fn == nil || fn == call.Parent() || len(fn.Params) != len(call.Call.Args) || !p.about.Analysed(ssaquery.Origin(fn)) || !onlyLooks(fn) {
		return false
	}
	if p.n++; p.n > maxQuery {
		return false
	}
	i := slices.IndexFunc(call.Call.Args, func(arg ssa.Value) bool { return p.unchanged(arg, v) })
	if i < 0 {
		return false
	}
	returns := false
	for _, ret := range ssaquery.Returns(fn) {
		if len(ret.Results) != 1 || !p.excludedWhere(fn.Params[i], Condition{ret.Results[0], c.True}, ret.Block(), nil, 0) {
			return false
		}
		returns = true
	}
	return returns
}

// unchanged reports whether v is what arg was: the same value, or read from the same
// place again, with no store in between that could be to it. Calls are taken not to
// store there.
func (p predicates) unchanged(arg, v ssa.Value) bool {
	if arg == v || !ssaquery.SamePlace(arg, v) {
		return arg == v
	}
	first, ok := arg.(ssa.Instruction)
	again, ok2 := v.(ssa.Instruction)
	if !ok || !ok2 || first.Parent() != again.Parent() {
		return false
	}
	read := readFrom(v)
	return untouched(first, again, func(in ssa.Instruction) bool {
		p.paths.left--
		st, ok := in.(*ssa.Store)
		return ok && slices.ContainsFunc(read, func(t types.Type) bool { return types.Identical(t, st.Addr.Type()) })
	})
}

// readFrom are the types of the addresses that are read from on the way to v.
func readFrom(v ssa.Value) []types.Type {
	var out []types.Type
	for {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
			out = append(out, v.Type())
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		default:
			return out
		}
	}
}

// excludedWhere reports whether v is not an object of the cache whenever c is the case
// at the end of b and on is, too. Where c is about what is merged in b, each way into b
// is looked at by itself.
func (p predicates) excludedWhere(v ssa.Value, c Condition, b *ssa.BasicBlock, on []Condition, nested int) bool {
	c = c.Normal()
	if k, ok := c.Value.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.Bool && constant.BoolVal(k.Value) != c.True {
		return true // it is not the case
	}
	phi, ok := c.Value.(*ssa.Phi)
	if !ok || phi.Block() != b || nested == maxPredicateNested {
		conds := slices.Concat(p.paths.At(b), on, []Condition{c})
		p.paths.left -= len(conds)
		return p.excluded(v, conds)
	}
	for i, pred := range b.Preds {
		edge := slices.Clone(on)
		for _, c := range OnEdge(pred, b) {
			edge = append(edge, c.Normal())
		}
		if !p.excludedWhere(v, Condition{phi.Edges[i], c.True}, pred, edge, nested+1) {
			return false
		}
	}
	return true
}

// onlyLooks reports whether fn is a few blocks that write nothing, one after the other:
// what its conditions say of its arguments still holds when it returns.
func onlyLooks(fn *ssa.Function) bool {
	if len(fn.Blocks) == 0 || len(fn.Blocks) > maxPredicateBlocks {
		return false
	}
	for _, b := range fn.Blocks {
		for _, to := range b.Succs {
			if to.Dominates(b) {
				return false // a loop
			}
		}
		for _, in := range b.Instrs {
			switch in.(type) {
			case *ssa.Store, *ssa.MapUpdate, *ssa.Send, *ssa.Select, *ssa.Go, *ssa.Defer:
				if len(fn.Blocks) > 1 {
					return false
				}
			}
		}
	}
	return true
}
