package ownership

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// What memory holds that is no value of SSA: variables that function literals
// capture, elements of containers, fields, is what was stored there last.

// onlyStoredHere reports whether nothing but stores of its function changes the
// variable x: the function literals that capture it only read it.
func onlyStoredHere(x *ssa.Alloc) bool {
	for _, ref := range *x.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if ref.Addr != x {
				return false
			}
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == x && !onlyRead(ref.Fn.(*ssa.Function).FreeVars[i], 0) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

func onlyRead(x *ssa.FreeVar, depth int) bool {
	for _, ref := range *x.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == x && (depth > 3 || !onlyRead(ref.Fn.(*ssa.Function).FreeVars[i], depth+1)) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// reaching asks what a variable holds that is in memory because a function
// literal captures it: what the Phis say of others, the stores that lead to a
// read say of it.
type reaching struct {
	q    *query
	x    *ssa.Alloc
	seen map[*ssa.BasicBlock]bool
}

// may reports whether x can hold the cached object before instruction end of b.
func (r *reaching) may(b *ssa.BasicBlock, end int, conds []condition) bool {
	if r.q.n++; r.q.n > maxQuery {
		return true
	}
	for i := end - 1; i >= 0; i-- {
		switch inst := b.Instrs[i].(type) {
		case *ssa.Store:
			if inst.Addr == r.x {
				return r.q.owns(inst.Val) && r.q.may(inst.Val, append(conditionsAt(b), conds...), nil)
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
		if contradicts(b, i, conds) {
			continue
		}
		if r.may(pred, len(pred.Instrs), append(edgeCondition(pred, b), conds...)) {
			return true
		}
	}
	return false
}

// mayPut is may for what was just put where the object is then read from. It can
// be the cache's under another name than that of the place.
func (q *query) mayPut(put ssa.Value, conds []condition) bool {
	if q.owns(put) {
		return q.may(put, conds, nil)
	}
	return !allOwn(q.a.value(put))
}

// lastPut is the value that was put where read reads from, the address x or
// the element of the map x under key, if that is seen on the only way that
// leads there. The sets know no element of a container by itself:
//
//	pods[i] = pods[i].DeepCopy()
//	pods[i].Labels["a"] = "b"
func lastPut(read ssa.Instruction, x, key ssa.Value) ssa.Value {
	base := root(x)
	shared := false // with function literals, or with the whole package
	switch base := base.(type) {
	case *ssa.FreeVar, *ssa.Global:
		shared = true
	case *ssa.Alloc:
		shared = !onlyStoredHere(base)
	}
	b := read.Block()
	for before := slices.Index(b.Instrs, read); ; before = len(b.Instrs) {
		for i := before - 1; i >= 0; i-- {
			switch inst := b.Instrs[i].(type) {
			case *ssa.Store:
				if key == nil && sameAccess(inst.Addr, x) {
					return inst.Val
				}
				if key == nil && types.Identical(inst.Addr.Type(), x.Type()) {
					return nil // of the same place, perhaps
				}
			case *ssa.MapUpdate:
				if key == nil || !types.Identical(inst.Map.Type(), x.Type()) {
					continue
				}
				if sameAccess(inst.Map, x) && sameIndex(inst.Key, key) {
					return inst.Value
				}
				if !otherKey(inst.Key, key) {
					return nil
				}
			case *ssa.Call:
				if shared || slices.Contains(inst.Call.Args, base) {
					return nil // it may put something else there
				}
			}
		}
		if len(b.Preds) != 1 {
			return nil
		}
		b = b.Preds[0]
	}
}

// root is the value that the address v, or what is loaded from it, lies in.
func root(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		default:
			return v
		}
	}
}

// sameAccess reports whether x and y are one value, or the same element or
// field of one, read twice: pods[i] and pods[i].
func sameAccess(x, y ssa.Value) bool {
	for {
		if x == y {
			return true
		}
		switch a := x.(type) {
		case *ssa.UnOp:
			b, ok := y.(*ssa.UnOp)
			if !ok || a.Op != token.MUL || b.Op != token.MUL {
				return false
			}
			x, y = a.X, b.X
		case *ssa.IndexAddr:
			b, ok := y.(*ssa.IndexAddr)
			if !ok || !sameIndex(a.Index, b.Index) {
				return false
			}
			x, y = a.X, b.X
		case *ssa.FieldAddr:
			b, ok := y.(*ssa.FieldAddr)
			if !ok || a.Field != b.Field {
				return false
			}
			x, y = a.X, b.X
		default:
			return false
		}
	}
}

// otherKey reports whether the keys x and y are known to differ.
func otherKey(x, y ssa.Value) bool {
	a, ok := x.(*ssa.Const)
	b, ok2 := y.(*ssa.Const)
	return ok && ok2 && !sameConst(a, b)
}

// mayElem reports whether the element under a constant key of a map that this
// function makes, and that nobody else puts anything into, can be the cached
// object: the sets know no element of a map by itself.
func (q *query) mayElem(x *ssa.Lookup, conds []condition) bool {
	m, ok := x.X.(*ssa.MakeMap)
	if _, isConst := x.Index.(*ssa.Const); !ok || !isConst {
		return true
	}
	if q.seen[x] {
		return false // an element that is put where it was
	}
	q.seen[x] = true
	defer delete(q.seen, x)
	may := false
	for _, ref := range *m.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Lookup, *ssa.Range, *ssa.DebugRef, *ssa.Return:
		case *ssa.Store:
			if ref.Addr == m {
				return true
			}
		case *ssa.MapUpdate:
			if ref.Map != m || !otherKey(ref.Key, x.Index) {
				may = may || q.mayPut(ref.Value, append(conditionsAt(ref.Block()), conds...))
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

func sameIndex(x, y ssa.Value) bool {
	a, ok := x.(*ssa.Const)
	b, ok2 := y.(*ssa.Const)
	return x == y || ok && ok2 && sameConst(a, b)
}
