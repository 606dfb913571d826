package tombstone

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// panics reports whether the handler panics on a tombstone at the assertion a, or where it uses the nil that a gives.
func (t *trail) panics(a *ssa.TypeAssert) bool {
	if !a.CommaOk {
		return !toTombstone(a)
	}
	given, r := ssaquery.Extracted(a, 0), t.reach(a.X)
	if given == nil || len(r.returns) > 0 {
		return false
	}
	for _, end := range r.ends {
		if of := dereferenced(end); of != nil && *of == given {
			return true
		}
	}
	return false
}

// losesAt reports whether the handler returns where the assertion a fails, the first one of those of a switch, and does
// nothing else with the object than to make these.
func (t *trail) losesAt(a *ssa.TypeAssert) bool {
	if t.escapes || len(t.keys) > 0 || a != t.asserts[0] {
		return false
	}
	other := func(b *ssa.TypeAssert) bool { return b.X != a.X || ssaquery.IsAny(b.AssertedType) }
	return !slices.ContainsFunc(t.asserts, other) && t.forgets(visit{a, a.X})
}

// losesKey reports whether the handler, given a tombstone, forgets it behind k, and does nothing else with it; or goes
// on with the empty key that k returns beside an error, which is dropped.
func (t *trail) losesKey(k keyCall) bool {
	if t.escapes || len(t.asserts) > 0 || len(t.keys) != 1 {
		return false
	}
	empty := ssaquery.IsString(ssaquery.ResultType(k.Type(), 0)) && ssaquery.Extracted(k.Call, 1) == nil && keyUsed(k.Call)
	return empty || t.forgets(visit{k.Call, k.obj})
}

// A visit is an instruction that gets the object.
type visit struct {
	at  ssa.Instruction
	obj ssa.Value
}

// forgets reports whether nothing comes of a tombstone behind v but a line in a log, also where its function returns to,
// and more comes of an object.
func (t *trail) forgets(v visit) bool {
	callers := func(v visit) (from []visit) {
		obj, ok := v.obj.(*ssa.Parameter)
		if !ok || obj.Parent().Signature.Results().Len() == 0 {
			return nil
		}
		for _, arg := range t.points().Args(obj) {
			if t.reaches[arg.Value] != nil {
				from = append(from, visit{arg.Call, arg.Value})
			}
		}
		return from
	}
	more := false
	return !flow.Any(v, callers, func(v visit) bool {
		left, idle := t.behind(v)
		more = more || slices.ContainsFunc(left, func(b *ssa.BasicBlock) bool { return !t.leaves(b) })
		return !idle
	}) && more
}

// behind reports whether nothing but log calls is run behind v where the object is a tombstone, and returns the places
// that are left out then. Of a test of what v gives, of which more is not known, it is the way out that is taken.
func (t *trail) behind(v visit) (left []*ssa.BasicBlock, idle bool) {
	r, from := t.reach(v.obj), v.at.Block()
	given, _ := v.at.(ssa.Value)
	next := func(b *ssa.BasicBlock) (on []*ssa.BasicBlock) {
		for _, s := range b.Succs {
			if r.cuts(b, s) {
				left = append(left, s)
			} else {
				on = append(on, s)
			}
		}
		out := slices.IndexFunc(on, t.leaves)
		if test := ssaquery.Test(b); len(on) == 2 && out >= 0 && flow.Any(test.Cond, flow.MadeOf, func(x ssa.Value) bool { return x == given }) {
			left, on = append(left, on[1-out]), nil
		}
		return on
	}
	rest := from.Instrs[slices.Index(from.Instrs, v.at)+1:]
	idle = !flow.Any(from, next, func(b *ssa.BasicBlock) bool {
		return b == from && !t.quiet(rest) || b != from && !t.quiet(b.Instrs)
	})
	return left, idle
}

// leaves reports whether every way from b leads out of the function, past nothing but log calls.
func (t *trail) leaves(b *ssa.BasicBlock) bool {
	return !flow.Any(b, func(b *ssa.BasicBlock) []*ssa.BasicBlock { return b.Succs }, func(b *ssa.BasicBlock) bool { return !t.quiet(b.Instrs) })
}
