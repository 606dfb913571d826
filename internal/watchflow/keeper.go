package watchflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/watchflow/effect"
)

// keepers says what is put into memory that is no plain variable: maps from a
// kind or namespace to its position, atomics, and fields of objects that
// functions of other packages set.
type keepers struct {
	maps    map[pointsto.Loc][]*ssa.MapUpdate // of strings
	atomics map[pointsto.Loc][]*ssa.Call      // Store and its like
	sets    map[pointsto.Loc][]placeSet
}

// A placeSet is a call of a function of another package that sets a field: to
// value, where that is not nil, or to the version of a list that it makes.
type placeSet struct {
	call            *ssa.Call
	value           ssa.Value
	listed, ordered bool
}

// setsOf returns the places that call sets by the effect of the function of
// another package that it calls.
func (c *code) setsOf(call *ssa.Call) map[pointsto.Loc]placeSet {
	e := c.effectOf(&call.Call)
	if e == nil {
		return nil
	}
	out := map[pointsto.Loc]placeSet{}
	for _, s := range e.Sets {
		p := placeSet{call: call, listed: s.From.Kind == effect.FromList, ordered: s.Ordered}
		if s.From.Kind == effect.FromParam && s.From.Place.Path == "" && s.From.Place.Param < len(call.Call.Args) {
			p.value = pointsto.Unwrap(call.Call.Args[s.From.Place.Param])
		}
		for _, l := range c.placesOf(&call.Call, s.Into) {
			out[l] = p
		}
	}
	return out
}

func findKeepers(c *code) *keepers {
	k := &keepers{map[pointsto.Loc][]*ssa.MapUpdate{}, map[pointsto.Loc][]*ssa.Call{}, map[pointsto.Loc][]placeSet{}}
	for _, instr := range c.Instrs() {
		switch instr := instr.(type) {
		case *ssa.MapUpdate:
			if isKind(instr.Value.Type(), types.IsString) {
				for _, l := range c.Pointees(instr.Map) {
					k.maps[l] = append(k.maps[l], instr)
				}
			}
		case *ssa.Call:
			for l, s := range c.setsOf(instr) {
				k.sets[l] = append(k.sets[l], s)
			}
			switch calleeName(&instr.Call) {
			case "Store", "Swap", "CompareAndSwap":
				if r := receiver(&instr.Call); r != nil && len(explicitArgs(&instr.Call)) > 0 {
					for _, l := range c.Pointees(r) {
						k.atomics[l] = append(k.atomics[l], instr)
					}
				}
			}
		}
	}
	return k
}

// atomicLoad returns the atomic that v, a call of Load, reads, or nil.
func atomicLoad(v ssa.Value) ssa.Value {
	call, ok := v.(*ssa.Call)
	if !ok || calleeName(&call.Call) != "Load" {
		return nil
	}
	return receiver(&call.Call)
}

// lending tells which variables a function that is not seen may write. The
// calls in sinkAt start watches, and only read what they are given.
type lending struct {
	*code
	sinkAt map[ssa.Instruction]*Sink
}

// lent reports whether some function that is not seen gets a's address, and so
// may write there. controller-runtime's options, and the raw ones in them, are
// only read.
func (l lending) lent(a *ssa.Alloc) bool {
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case ssa.CallInstruction:
			if l.unseen(r) {
				return true
			}
		case *ssa.MakeInterface:
			if !kube.IsRuntimeListOption(r.Type()) {
				return true
			}
		case *ssa.Store:
			if r.Val == ssa.Value(a) && l.lendsPointer(r.Addr) {
				return true
			}
		}
	}
	return false
}

// lentSince reports whether a function that is not seen may get the pointer v once
// control has passed st, and so write through it. A pointer that is stored anywhere but
// in one variable of its own counts as lent. With returned, the callers of st's function
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
			case *ssa.Store:
				if r.Addr == v {
					continue
				}
				if reads, ok := readsOf(r); ok {
					work = append(work, reads...)
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
	if len(r.Results) != 1 || len(l.Handed(f)) > 0 {
		return nil, false
	}
	for _, call := range l.Callers(f) {
		v := call.Value()
		if v == nil {
			return nil, false
		}
		results = append(results, v)
	}
	return results, true
}

// readsOf returns what is read from the variable that st puts its value into; ok is
// false if that is none, or is given other values or shared with closures.
func readsOf(st *ssa.Store) (reads []ssa.Value, ok bool) {
	a, ok := st.Addr.(*ssa.Alloc)
	if !ok {
		return nil, false
	}
	for _, r := range *a.Referrers() {
		if u, ok := r.(*ssa.UnOp); ok {
			reads = append(reads, u)
		} else if r != ssa.Instruction(st) {
			return nil, false
		}
	}
	return reads, true
}

// lendsPointer reports whether a pointer that is stored at addr is lent.
func (l lending) lendsPointer(addr ssa.Value) bool {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		return !kube.IsRuntimeListOptions(addr.X.Type())
	case *ssa.Alloc: // a pointer variable: lent if that one is passed on
		for _, r := range *addr.Referrers() {
			u, ok := r.(*ssa.UnOp)
			if !ok {
				continue
			}
			for _, rr := range *u.Referrers() {
				if c, ok := rr.(ssa.CallInstruction); ok && l.unseen(c) {
					return true
				}
			}
		}
		return false
	}
	return true
}

// unseen reports whether c calls a function that is not seen.
func (l lending) unseen(c ssa.CallInstruction) bool {
	return len(l.Callees(c)) == 0 && l.sinkAt[c] == nil
}
