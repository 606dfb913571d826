package ownership

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// The sets of the analysis are joined where paths meet. A variable that is the
// cache's on one path and ours on the other is the cache's at a write only if
// the first path leads there: the conditions that hold at the write decide.

// A condition is an SSA value of type bool and what it is known to be.
type condition struct {
	v   ssa.Value
	yes bool
}

// feasible reports whether the write of f can be reached with the cached
// object in hand. It looks at the values that the write goes through, so a
// write of which it sees nothing is taken to be feasible.
func (a *execution) feasible(o *object, w Write) bool {
	inst := w.inst
	if o.site == nil && o.kind != kindParam || inst == nil || inst.Block() == nil || inst.Parent() != a.fn {
		return true
	}
	q := &query{a: a, o: o, seen: map[ssa.Value]bool{}}
	conds := conditionsAt(inst.Block())
	through := []ssa.Value{w.thru}
	if w.thru == nil {
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
func (a *execution) feasibleAt(b *ssa.BasicBlock, v ssa.Value) vals {
	set := a.value(v)
	conds := conditionsAt(b)
	infeasible := map[*object]bool{}
	ask := func(o *object) bool {
		if o.kind != kindParam && (o.kind != kindCache || o.site == nil) {
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
	may := func(r ref) bool {
		if r.obj.kind != kindLocal {
			return ask(r.obj)
		}
		some := false
		for _, e := range a.st.objs[r.obj] {
			for _, in := range e.v {
				some = true
				if ask(in.obj) {
					return true
				}
			}
		}
		return !some
	}
	var out []ref
	for _, r := range set {
		if may(r) {
			out = append(out, r)
		}
	}
	if len(out) == len(set) {
		return set
	}
	return newVals(out)
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
	o    *object
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

func (q *query) among(v vals, depth int) bool {
	for _, r := range v {
		switch {
		case r.obj == q.o:
			return true
		case r.obj.kind == kindCache:
			if q.o.kind == kindCache && r.obj.site == q.o.site && r.obj.origin == q.o.origin {
				return true
			}
		case r.obj.kind == kindLocal && depth < 1:
			for _, e := range q.a.st.objs[r.obj] {
				if q.among(e.v, depth+1) {
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
				return nil
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

// passed reports whether a result of the call c can be the cached object, or a
// part of it, because an argument is.
func (q *query) passed(c *ssa.Call, conds []condition) bool {
	if q.o.site == ssa.Instruction(c) {
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

// excluded reports whether conds say that v is not an object of the cache: it
// is nil, the call that returned it failed, or it lacks what every object in a
// cache has.
func (q *query) excluded(v ssa.Value, conds []condition) bool {
	for _, c := range conds {
		c = c.normal()
		if p, inside, ok := q.predicate(c, v); ok && q.excluded(p, inside) {
			return true
		}
		switch x := c.v.(type) {
		case *ssa.BinOp:
			eq := x.Op == token.EQL && c.yes || x.Op == token.NEQ && !c.yes
			ne := x.Op == token.NEQ && c.yes || x.Op == token.EQL && !c.yes
			if eq {
				if isNil(x.Y) && x.X == v || isNil(x.X) && x.Y == v {
					return true
				}
				if isEmptyString(x.Y) && neverEmpty(x.X, v) || isEmptyString(x.X) && neverEmpty(x.Y, v) {
					return true
				}
			}
			if ne && (isNil(x.Y) && failedWith(x.X, v) || isNil(x.X) && failedWith(x.Y, v)) {
				return true
			}
		case *ssa.Extract:
			// _, ok := v.(*Unstructured): !ok, and what is no unstructured
			// object is converted to one by copying it.
			if ta, ok := x.Tuple.(*ssa.TypeAssert); ok && !c.yes && x.Index == 1 && q.owns(ta.X) &&
				(dynType(ta.AssertedType) == unstructuredType || dynType(ta.AssertedType) == "" && isUnstructuredInterface(ta.AssertedType)) {
				return true
			}
			// obj, exists, err := store.GetByKey(k): !exists.
			// Not so for queue.Get(), whose bool says that the queue is shut.
			if !c.yes && sameTuple(x, v) && isBool(x.Type()) && q.absent(x, v, 0) {
				return true
			}
		case *ssa.Call:
			callee := x.Call.StaticCallee()
			if callee == nil || !c.yes || len(x.Call.Args) == 0 {
				continue
			}
			if callee.Name() == "IsNotFound" && failedWith(x.Call.Args[0], v) {
				return true
			}
			if callee.Name() == "IsZero" && neverEmpty(x.Call.Args[0], v) {
				return true
			}
		}
	}
	return false
}

// predicate looks into the call of a one-line predicate of this package that v
// is given to, as isCreated(pod): c as a condition inside of it, on the
// parameter that v is there.
func (q *query) predicate(c condition, v ssa.Value) (ssa.Value, []condition, bool) {
	call, ok := c.v.(*ssa.Call)
	if !ok {
		return nil, nil, false
	}
	fn := call.Call.StaticCallee()
	if fn == nil || len(fn.Blocks) != 1 || fn == call.Parent() || len(fn.Params) != len(call.Call.Args) || !q.a.e.mine(originOf(fn)) {
		return nil, nil, false
	}
	ret, ok := fn.Blocks[0].Instrs[len(fn.Blocks[0].Instrs)-1].(*ssa.Return)
	if !ok || len(ret.Results) != 1 {
		return nil, nil, false
	}
	if q.n++; q.n > maxQuery {
		return nil, nil, false
	}
	for i, arg := range call.Call.Args {
		if sameAccess(arg, v) {
			return fn.Params[i], []condition{{ret.Results[0], c.yes}}, true
		}
	}
	return nil, nil, false
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

func sameIndex(x, y ssa.Value) bool {
	a, ok := x.(*ssa.Const)
	b, ok2 := y.(*ssa.Const)
	return x == y || ok && ok2 && sameConst(a, b)
}

// absent reports whether a false ok means that v, which came with it, is no
// object: it does for stores, maps and assertions, but not for queue.Get, whose
// bool says that the queue is shut, nor where a function of this package is
// seen to return both.
func (q *query) absent(ok *ssa.Extract, v ssa.Value, depth int) bool {
	x, isExtract := v.(*ssa.Extract)
	c, isCall := ok.Tuple.(*ssa.Call)
	if !isExtract || !isCall {
		return true
	}
	if takesFromBox(c) {
		return false
	}
	fn := c.Call.StaticCallee()
	if fn == nil || depth > 3 || !q.a.e.mine(originOf(fn)) {
		return true
	}
	for _, b := range originOf(fn).Blocks {
		ret, isRet := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !isRet || len(ret.Results) <= max(ok.Index, x.Index) || isNil(ret.Results[x.Index]) {
			continue
		}
		switch r := ret.Results[ok.Index].(type) {
		case *ssa.Const:
			if r.Value == nil || !constant.BoolVal(r.Value) {
				return false
			}
		case *ssa.Extract:
			o := ret.Results[x.Index]
			if mi, isMI := o.(*ssa.MakeInterface); isMI {
				o = mi.X
			}
			if !sameTuple(r, o) || !q.absent(r, o, depth+1) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (c condition) normal() condition {
	for {
		u, ok := c.v.(*ssa.UnOp)
		if !ok || u.Op != token.NOT {
			return c
		}
		c = condition{u.X, !c.yes}
	}
}

func isUnstructuredInterface(t types.Type) bool {
	n := named(t)
	return n != nil && typeKey(n) == "k8s.io/apimachinery/pkg/runtime.Unstructured"
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

func isEmptyString(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.String && constant.StringVal(c.Value) == ""
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// failedWith reports whether err is the error that came with v.
func failedWith(err, v ssa.Value) bool {
	e, ok := err.(*ssa.Extract)
	return ok && sameTuple(e, v) && types.Identical(e.Type(), types.Universe.Lookup("error").Type())
}

func sameTuple(e *ssa.Extract, v ssa.Value) bool {
	x, ok := v.(*ssa.Extract)
	return ok && x.Tuple == e.Tuple && x != e
}

// neverEmpty reports whether field is a field of the object v that the API
// server sets, so that no object in a cache lacks it.
func neverEmpty(field, v ssa.Value) bool {
	for range 4 {
		switch x := field.(type) {
		case *ssa.UnOp:
			field = x.X
			continue
		case *ssa.FieldAddr:
			name, base := fieldName(x.X, x.Field), x.X
			if m, ok := base.(*ssa.FieldAddr); ok {
				switch outer := fieldName(m.X, m.Field); {
				case outer == "ObjectMeta":
					base = m.X
				case outer == "Status" && name == "Phase":
					return alwaysHasPhase(m.X.Type()) && sameAccess(m.X, v)
				}
			}
			return alwaysSet(name) && sameAccess(base, v)
		case *ssa.Call:
			c := x.Common()
			name := ""
			var recv ssa.Value
			if c.IsInvoke() {
				name, recv = c.Method.Name(), c.Value
			} else if f := c.StaticCallee(); f != nil && len(c.Args) > 0 {
				name, recv = f.Name(), c.Args[0]
			}
			name, ok := strings.CutPrefix(name, "Get")
			if !ok || !alwaysSet(name) {
				return false
			}
			if m, ok := recv.(*ssa.FieldAddr); ok {
				recv = m.X
			}
			if m, ok := recv.(*ssa.MakeInterface); ok {
				recv = m.X
			}
			return sameAccess(recv, v)
		}
		return false
	}
	return false
}

// alwaysSet reports whether the API server gives every object that it stores
// this field of its ObjectMeta.
func alwaysSet(field string) bool {
	switch field {
	case "ResourceVersion", "UID", "SelfLink", "CreationTimestamp":
		return true
	}
	return false
}

// alwaysHasPhase reports whether t is (a pointer to) a kind that the API server
// gives a phase when it is created: see PrepareForCreate in
// k8s.io/kubernetes/pkg/registry/core/{pod,namespace,persistentvolume,persistentvolumeclaim}.
func alwaysHasPhase(t types.Type) bool {
	n := named(t)
	if n == nil {
		return false
	}
	switch typeKey(n) {
	case "k8s.io/api/core/v1.Pod", "k8s.io/api/core/v1.Namespace",
		"k8s.io/api/core/v1.PersistentVolume", "k8s.io/api/core/v1.PersistentVolumeClaim":
		return true
	}
	return false
}

// conditionsAt are the conditions that hold whenever b is executed.
func conditionsAt(b *ssa.BasicBlock) []condition {
	var out []condition
	for d := b; d != nil && len(out) < 40; d = d.Idom() {
		if len(d.Preds) == 1 {
			out = append(out, edgeCondition(d.Preds[0], d)...)
		}
	}
	return out
}

// edgeCondition is what holds when control goes from p to b.
func edgeCondition(p, b *ssa.BasicBlock) []condition {
	if len(p.Instrs) == 0 {
		return nil
	}
	i, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
	if !ok || p.Succs[0] == p.Succs[1] {
		return nil
	}
	return []condition{{i.Cond, p.Succs[0] == b}}
}

// contradicts reports whether control cannot have come into b over its edge i
// if conds hold afterwards: a flag or error that is set on that edge says so.
func contradicts(b *ssa.BasicBlock, i int, conds []condition) bool {
	at := func(v ssa.Value) (*ssa.Const, bool) {
		p, ok := v.(*ssa.Phi)
		if !ok || p.Block() != b {
			return nil, false
		}
		c, ok := p.Edges[i].(*ssa.Const)
		return c, ok
	}
	for _, c := range conds {
		c = c.normal()
		switch x := c.v.(type) {
		case *ssa.Phi:
			if k, ok := at(x); ok && k.Value != nil && k.Value.Kind() == constant.Bool && constant.BoolVal(k.Value) != c.yes {
				return true
			}
		case *ssa.BinOp:
			if x.Op != token.EQL && x.Op != token.NEQ {
				continue
			}
			same := (x.Op == token.EQL) == c.yes
			for _, pair := range [][2]ssa.Value{{x.X, x.Y}, {x.Y, x.X}} {
				k, ok := pair[1].(*ssa.Const)
				if !ok {
					continue
				}
				if e, ok := at(pair[0]); ok {
					if sameConst(e, k) != same {
						return true
					}
				} else if p, ok := pair[0].(*ssa.Phi); ok && p.Block() == b && k.IsNil() && same && neverNil(p.Edges[i]) {
					return true
				}
			}
		case *ssa.Call:
			// IsNotFound(nil) is false.
			if f := x.Call.StaticCallee(); f != nil && f.Name() == "IsNotFound" && c.yes && len(x.Call.Args) == 1 {
				if e, ok := at(x.Call.Args[0]); ok && e.IsNil() {
					return true
				}
			}
		}
	}
	return false
}

func sameConst(a, b *ssa.Const) bool {
	if a.Value == nil || b.Value == nil {
		return a.Value == nil && b.Value == nil
	}
	return constant.Compare(a.Value, token.EQL, b.Value)
}

func neverNil(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Alloc, *ssa.MakeInterface, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeClosure, *ssa.FieldAddr:
		return true
	}
	return false
}
