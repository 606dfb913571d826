package watchflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// lending tells which variables a function that is not seen may write. The
// calls in sinkAt start watches, and only read what they are given.
type lending struct {
	code   *code
	sinkAt map[ssa.Instruction]*Sink
}

// lent reports whether some function that is not seen gets a's address, and so
// may write there. controller-runtime's options, and the raw ones in them, are
// only read, unless an option may be applied to them.
func (l lending) lent(a *ssa.Alloc) bool { return l.lends(a, map[ssa.Value]bool{}) }

// lends reports whether a function that is not seen may get the pointer v; seen are the
// pointers that were looked at.
func (l lending) lends(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case ssa.CallInstruction:
			if l.lendsTo(r, v, seen) {
				return true
			}
		case *ssa.MakeInterface:
			if !kube.IsRuntimeListOption(r.Type()) {
				return true
			}
		case *ssa.Phi:
			if l.lends(r, seen) {
				return true
			}
		case *ssa.Store:
			if r.Val == v && l.lendsPointer(r.Addr, seen) {
				return true
			}
		}
	}
	return false
}

// lendsTo reports whether call hands the pointer v to a function that is not seen: the
// one that it calls, an implementation of the method in another package, or one that
// functions of the package hand it to.
func (l lending) lendsTo(call ssa.CallInstruction, v ssa.Value, seen map[ssa.Value]bool) bool {
	if l.unseen(call) {
		return true
	}
	if l.sinkAt[call] != nil {
		return false
	}
	c := call.Common()
	if slices.Contains(c.Args, v) && l.open(c) {
		return true
	}
	return slices.ContainsFunc(l.code.Callees(call), func(f *ssa.Function) bool {
		for i, par := range f.Params {
			if ssaquery.Actual(c, f, i) == v && l.lends(par, seen) {
				return true
			}
		}
		return false
	})
}

// open reports whether c calls a method that types of other packages may have, too.
func (l lending) open(c *ssa.CallCommon) bool {
	if !c.IsInvoke() || !c.Method.Exported() {
		return false
	}
	_, all := l.code.Dispatch(c, nil)
	return !all
}

// lentSince reports whether a function that is not seen may get the pointer v once
// control has passed st, and so write through it. A pointer that is stored counts as lent. With returned, the callers of st's function
// are searched too; otherwise a pointer that it returns counts as lent.
func (l lending) lentSince(v ssa.Value, st ssa.Instruction, returned bool) bool {
	order := ssaquery.NewOrder()
	// A function that calls itself may return what it got from itself.
	seen := map[ssa.Value]bool{}
	work := []ssa.Value{v}
	for len(work) > 0 {
		v := work[0]
		work = work[1:]
		if seen[v] {
			continue
		}
		seen[v] = true
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.FieldAddr, *ssa.UnOp:
				continue
			case *ssa.Phi:
				work = append(work, r)
				continue
			case *ssa.Store:
				if r.Addr == v {
					continue
				}
				return true
			case ssa.CallInstruction:
				if returned && r.Parent() == st.Parent() && !order.Dominates(st, r) {
					return true // it may read what was there before
				}
				if !l.unseen(r) {
					continue
				}
			case *ssa.Return:
				results, ok := l.resultsOf(r)
				if returned && ok && order.Dominates(st, r) {
					work = append(work, results...)
					continue
				}
			}
			if !order.Dominates(r, st) || ssaquery.LeadsOn(st.Block(), r.Block()) {
				return true
			}
		}
	}
	return false
}

// resultsOf returns what calls of the package get from the only result that r
// returns; ok is false where the function is also used as a value, or returns several
// results.
func (l lending) resultsOf(r *ssa.Return) (results []ssa.Value, ok bool) {
	f := r.Parent()
	if len(r.Results) != 1 || len(l.code.Handed(f)) > 0 {
		return nil, false
	}
	for _, call := range l.code.Callers(f) {
		v := call.Value()
		if v == nil {
			return nil, false
		}
		results = append(results, v)
	}
	return results, true
}

// lendsPointer reports whether a pointer that is stored at addr is lent.
func (l lending) lendsPointer(addr ssa.Value, seen map[ssa.Value]bool) bool {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		return !kube.IsRuntimeListOptions(addr.X.Type()) || l.optionsFilled(addr.X, seen)
	case *ssa.Alloc: // a pointer variable: lent if that one is passed on
		for _, r := range *addr.Referrers() {
			u, ok := r.(*ssa.UnOp)
			if !ok {
				continue
			}
			for _, rr := range *u.Referrers() {
				if c, ok := rr.(ssa.CallInstruction); ok && l.lendsTo(c, u, seen) {
					return true
				}
			}
		}
		return false
	}
	return true
}

// optionsFilled reports whether controller-runtime's options at v may have other raw
// options than those that the package puts there: a function that is not seen may fill
// them, or they are a copy of such options, or come from one.
func (l lending) optionsFilled(v ssa.Value, seen map[ssa.Value]bool) bool {
	return slices.ContainsFunc(l.code.Pointees(v), func(at pointsto.Loc) bool {
		a, ok := at.Base.(*ssa.Alloc)
		if !ok || l.lends(a, seen) {
			return true
		}
		return slices.ContainsFunc(l.code.Defs(at), func(d pointsto.Def) bool { return l.copyFilled(d.Val, seen) })
	})
}

// copyFilled is optionsFilled for the options v themselves, a copy of which is stored.
func (l lending) copyFilled(v ssa.Value, seen map[ssa.Value]bool) bool {
	switch v := v.(type) {
	case *ssa.Const: // none are set
		return false
	case *ssa.UnOp:
		if seen[v] { // a variable that gets what it had
			return false
		}
		seen[v] = true
		return l.optionsFilled(v.X, seen)
	case *ssa.Call:
		if seen[v] {
			return false
		}
		seen[v] = true
		fns := l.code.Callees(v)
		return len(fns) == 0 || l.open(&v.Call) || slices.ContainsFunc(fns, func(f *ssa.Function) bool {
			return slices.ContainsFunc(ssaquery.Returns(f), func(r *ssa.Return) bool { return len(r.Results) != 1 || l.copyFilled(r.Results[0], seen) })
		})
	}
	return true
}

// unseen reports whether c calls a function that is not seen.
func (l lending) unseen(c ssa.CallInstruction) bool {
	return len(l.code.Callees(c)) == 0 && l.sinkAt[c] == nil
}
