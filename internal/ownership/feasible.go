package ownership

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ownership/effect"
	"github.com/k8slint/k8slint/internal/ownership/heap"
)

// The sets of the analysis are joined where paths meet. A variable that is the
// cache's on one path and ours on the other is the cache's at a write only if
// the first path leads there: the conditions that hold at the write decide.

// feasible reports whether the write of f can be reached with the cached
// object in hand. It looks at the values that the write goes through, so a
// write of which it sees nothing is taken to be feasible.
func (a *execution) feasible(o *heap.Object, w effect.Write) bool {
	inst := w.Site().Inst
	if o.Site == nil && o.Kind != heap.Param || inst == nil || inst.Block() == nil || inst.Parent() != a.fn {
		return true
	}
	q := &query{a: a, o: o, seen: map[ssa.Value]bool{}}
	conds := conditionsAt(inst.Block())
	through := []ssa.Value{w.Site().Through}
	if w.Site().Through == nil {
		through = written(inst)
	}
	some := false
	for _, v := range through {
		if !q.owns(v) {
			continue
		}
		some = true
		if q.may(v, conds, nil) {
			return true
		}
	}
	return !some
}

// feasibleAt is what v can be in the block b: of the objects in its set, and of
// those that memory of our own leads to, the ones that a path leads there with.
func (a *execution) feasibleAt(b *ssa.BasicBlock, v ssa.Value) heap.Values {
	set := a.value(v)
	if len(set) == 0 {
		return nil
	}
	conds := conditionsAt(b)
	infeasible := map[*heap.Object]bool{}
	ask := func(o *heap.Object) bool {
		if o.Kind != heap.Param && (o.Kind != heap.Cached || o.Site == nil) {
			return true
		}
		no, asked := infeasible[o]
		if !asked {
			q := &query{a: a, o: o, seen: map[ssa.Value]bool{}}
			no = !q.may(v, conds, nil)
			infeasible[o] = no
		}
		return !no
	}
	may := func(r heap.Ref) bool {
		if r.Obj.Kind != heap.Local {
			return ask(r.Obj)
		}
		some := false
		for _, e := range a.st.Objs[r.Obj] {
			for _, in := range e.Values {
				some = true
				if ask(in.Obj) {
					return true
				}
			}
		}
		return !some
	}
	var out []heap.Ref
	for _, r := range set {
		if may(r) {
			out = append(out, r)
		}
	}
	if len(out) == len(set) {
		return set
	}
	return heap.NewValues(out)
}

// written are the operands of inst that it may write through.
func written(inst ssa.Instruction) []ssa.Value {
	switch x := inst.(type) {
	case *ssa.Store:
		return []ssa.Value{x.Addr}
	case *ssa.MapUpdate:
		return []ssa.Value{x.Map}
	case ssa.CallInstruction:
		c := x.Common()
		if _, ok := c.Value.(*ssa.Builtin); ok {
			return c.Args[:1]
		}
		out := []ssa.Value{}
		if c.IsInvoke() {
			out = append(out, c.Value)
		}
		return append(out, c.Args...)
	}
	return nil
}

type query struct {
	a    *execution
	o    *heap.Object
	seen map[ssa.Value]bool
	n    int
}

// maxQuery bounds the values that one question looks at.
const maxQuery = 400

// owns reports whether v may be memory of the object in question, or a struct
// of ours that leads to it, as the sets know.
func (q *query) owns(v ssa.Value) bool {
	return q.among(q.a.value(v), 0)
}

func (q *query) among(v heap.Values, depth int) bool {
	for _, r := range v {
		switch {
		case r.Obj == q.o:
			return true
		case r.Obj.Kind == heap.Cached:
			if q.o.Kind == heap.Cached && r.Obj.Site == q.o.Site && r.Obj.Origin == q.o.Origin {
				return true
			}
		case r.Obj.Kind == heap.Local && depth < 1:
			for _, e := range q.a.st.Objs[r.Obj] {
				if q.among(e.Values, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// may reports whether v can be the cached object under conds; same are the
// values that it then is known by, too.
func (q *query) may(v ssa.Value, conds []condition, same []ssa.Value) bool {
	if q.n++; q.n > maxQuery {
		return true
	}
	if q.excluded(v, conds) {
		return false
	}
	for _, s := range same {
		if q.excluded(s, conds) {
			return false
		}
	}
	switch v := v.(type) {
	case *ssa.Phi:
		if q.seen[v] {
			return false
		}
		q.seen[v] = true
		defer delete(q.seen, v)
		for i, e := range v.Edges {
			if !q.owns(e) {
				continue
			}
			pred := v.Block().Preds[i]
			if contradicts(v.Block(), i, conds) {
				continue
			}
			in := append(conditionsAt(pred), edgeCondition(pred, v.Block())...)
			in = append(in, conds...)
			if q.may(e, in, append(same, v)) {
				return true
			}
		}
		return false
	case *ssa.FieldAddr:
		return q.may(v.X, conds, nil)
	case *ssa.IndexAddr:
		return q.next(v.X, conds)
	case *ssa.Field:
		return q.next(v.X, conds)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			if x, ok := v.X.(*ssa.Alloc); ok && q.owns(x) && onlyStoredHere(x) {
				r := reaching{q, x, map[*ssa.BasicBlock]bool{}}
				return r.may(v.Block(), slices.Index(v.Block().Instrs, ssa.Instruction(v)), conds)
			}
			if put := lastPut(v, v.X, nil); put != nil {
				return q.mayPut(put, conds)
			}
			return q.next(v.X, conds)
		}
	case *ssa.Lookup:
		if put := lastPut(v, v.X, v.Index); put != nil {
			return q.mayPut(put, conds)
		}
		return q.mayElem(v, conds)
	case *ssa.ChangeInterface:
		return q.may(v.X, conds, same)
	case *ssa.ChangeType:
		return q.may(v.X, conds, same)
	case *ssa.MakeInterface:
		return q.may(v.X, conds, same)
	case *ssa.Slice:
		return q.next(v.X, conds)
	case *ssa.TypeAssert:
		if !v.CommaOk {
			return q.may(v.X, conds, same)
		}
	case *ssa.Call:
		return q.passed(v, conds)
	case *ssa.Extract:
		if ta, ok := v.Tuple.(*ssa.TypeAssert); ok {
			return q.may(ta.X, conds, same)
		}
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return q.passed(c, conds)
		}
	}
	return true
}

// passed reports whether a result of the call c can be the cached object, or a
// part of it, because an argument is.
func (q *query) passed(c *ssa.Call, conds []condition) bool {
	if q.o.Site == ssa.Instruction(c) {
		return true // it comes from this call
	}
	args := c.Call.Args
	if c.Call.IsInvoke() {
		args = append([]ssa.Value{c.Call.Value}, args...)
	}
	some := false
	for _, arg := range args {
		if !q.owns(arg) {
			continue
		}
		some = true
		if q.may(arg, conds, nil) {
			return true
		}
	}
	return !some
}

// next asks of what v was read from, where the sets know that it matters.
func (q *query) next(x ssa.Value, conds []condition) bool {
	if !q.owns(x) {
		return true // a local variable or container: the sets decide
	}
	return q.may(x, conds, nil)
}
