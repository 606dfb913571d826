package pathcond

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// reaching asks what a variable holds that is in memory because a function
// literal captures it: what the Phis say of others, the stores that lead to a
// read say of it.
type reaching struct {
	q    *query
	x    *ssa.Alloc
	seen map[*ssa.BasicBlock]bool
}

// may reports whether x can hold the cached object before instruction end of b.
func (r *reaching) may(b *ssa.BasicBlock, end int) bool {
	q := r.q
	if q.n++; q.spent() {
		return true
	}
	before := len(q.conds)
	defer q.forget(before)
	for i := end - 1; i >= 0; i-- {
		q.paths.left--
		switch inst := b.Instrs[i].(type) {
		case *ssa.Store:
			if inst.Addr == r.x {
				q.assume(q.paths.At(b)...)
				return q.about.Holds(inst.Val) && q.may(inst.Val, nil, 0)
			}
		case *ssa.Alloc:
			if inst == r.x {
				return false
			}
		}
	}
	if r.seen[b] {
		return false
	}
	r.seen[b] = true
	defer delete(r.seen, b)
	for i, pred := range b.Preds {
		if q.contradicted(b, i) {
			continue
		}
		q.assume(OnEdge(pred, b)...)
		if r.may(pred, len(pred.Instrs)) {
			return true
		}
		q.forget(before)
	}
	return false
}

// mayPuts is may for what was just put where the object is then read from.
func (q *query) mayPuts(puts []ssa.Value) bool { return slices.ContainsFunc(puts, q.mayPut) }

// mayPut is may for one of those. It can be the cache's under another name than that of the place.
func (q *query) mayPut(put ssa.Value) bool {
	if q.about.Holds(put) {
		return q.may(put, nil, 0)
	}
	return q.about.Foreign(put)
}

// lastPuts are the values that were put where read reads from, the address x or
// the element of the map x under key, if that is seen on all ways that
// lead there: nil if it is not. The sets know no element of a container by itself:
//
//	pods[i] = pods[i].DeepCopy()
//	if pods[i].Labels == nil {
//		pods[i].Labels = map[string]string{}
//	}
//	pods[i].Labels["a"] = "b"
func (q *query) lastPuts(read ssa.Instruction, x, key ssa.Value) []ssa.Value {
	base := ssaquery.Root(x)
	shared := false // with function literals, or with the whole package
	switch base := base.(type) {
	case *ssa.FreeVar, *ssa.Global:
		shared = true
	case *ssa.Alloc:
		shared = !ssaquery.OnlyStoredByOwner(base)
	}
	// put is what the last of the instructions that may put something there puts, nil
	// if that is not known; found, if there is one.
	put := func(instrs []ssa.Instruction) (v ssa.Value, found bool) {
		for _, inst := range slices.Backward(instrs) {
			if q.paths.left--; q.paths.left < 0 {
				return nil, true
			}
			switch inst := inst.(type) {
			case *ssa.Store:
				if key == nil && ssaquery.SamePlace(inst.Addr, x) {
					return inst.Val, true
				}
				if key != nil {
					continue
				}
				whole, same := storesAround(inst, x)
				if same && (q.about.Holds(inst.Val) || !q.about.LeadsTo(inst.Val)) {
					return inst.Val, true
				}
				if whole || inst.Addr == base || types.Identical(inst.Addr.Type(), x.Type()) {
					return nil, true // of the same place, perhaps
				}
			case *ssa.MapUpdate:
				if key == nil || !types.Identical(inst.Map.Type(), x.Type()) {
					continue
				}
				if ssaquery.SamePlace(inst.Map, x) && ssaquery.SameIndex(inst.Key, key) {
					return inst.Value, true
				}
				if !ssaquery.DifferentKeys(inst.Key, key) {
					return nil, true
				}
			case *ssa.Call:
				if b, ok := inst.Call.Value.(*ssa.Builtin); ok && (b.Name() == "len" || b.Name() == "cap") {
					continue
				}
				if shared || slices.Contains(inst.Call.Args, base) {
					return nil, true // it may put something else there
				}
			}
		}
		return nil, false
	}
	var all []ssa.Value
	made := madeIn(x, key)
	seen := map[*ssa.BasicBlock]bool{}
	b := read.Block()
	instrs := b.Instrs[:slices.Index(b.Instrs, read)]
	for work := []*ssa.BasicBlock(nil); ; {
		switch v, found := put(instrs); {
		case found && v == nil, !found && (len(b.Preds) == 0 || made[b]):
			return nil
		case found:
			all = append(all, v)
		default:
			work = append(work, b.Preds...)
		}
		work = slices.DeleteFunc(work, func(b *ssa.BasicBlock) bool { return seen[b] })
		if len(work) == 0 {
			return all
		}
		b, work = work[len(work)-1], work[:len(work)-1]
		seen[b], instrs = true, b.Instrs
	}
}

// madeIn are the blocks that make what names the place at the address x, or in the map x under key. Behind the beginning of
// one, it is another place: the i of another round.
func madeIn(x, key ssa.Value) map[*ssa.BasicBlock]bool {
	in := map[*ssa.BasicBlock]bool{}
	add := func(v ssa.Value) {
		if i, ok := v.(ssa.Instruction); ok {
			in[i.Block()] = true
		}
	}
	add(key)
	add(ssaquery.Root(x))
	for ; x != nil; x = ssaquery.Around(x) {
		if e, ok := x.(*ssa.IndexAddr); ok {
			add(e.Index)
		}
	}
	return in
}

// storesAround reports whether st stores a struct that the field at the address x may
// be in, or be in a part of, and whether it surely is:
//
//	*pod = corev1.Pod{}
//	pod.Labels["a"] = "b"
func storesAround(st *ssa.Store, x ssa.Value) (whole, same bool) {
	for {
		f, ok := x.(*ssa.FieldAddr)
		if !ok {
			return whole, false
		}
		x = f.X
		if types.Identical(st.Addr.Type(), x.Type()) {
			if ssaquery.SamePlace(st.Addr, x) {
				return true, true
			}
			whole = true
		}
	}
}

// mayElem reports whether the element under a constant key of a map that this
// function makes, and that nobody else puts anything into, can be the cached
// object: the sets know no element of a map by itself.
func (q *query) mayElem(x *ssa.Lookup) bool {
	m, ok := x.X.(*ssa.MakeMap)
	if _, isConst := x.Index.(*ssa.Const); !ok || !isConst {
		return true
	}
	if !q.visit(x) {
		return false // an element that is put where it was
	}
	defer delete(q.seen, x)
	may := false
	for _, ref := range *m.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Lookup, *ssa.Range, *ssa.Return, *ssa.Store:
		case *ssa.MapUpdate:
			if ref.Map != m || !ssaquery.DifferentKeys(ref.Key, x.Index) {
				before := len(q.conds)
				q.assume(q.paths.At(ref.Block())...)
				may = may || q.mayPut(ref.Value)
				q.forget(before)
			}
		case *ssa.Call:
			if _, ok := ref.Call.Value.(*ssa.Builtin); !ok {
				return true
			}
		default:
			return true
		}
	}
	return may
}
