package ownership

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// A condition is an SSA value of type bool and what it is known to be.
type condition struct {
	v   ssa.Value
	yes bool
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
			if ta, ok := x.Tuple.(*ssa.TypeAssert); ok && !c.yes && x.Index == 1 && q.owns(ta.X) && kube.IsUnstructured(ta.AssertedType) {
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
			if kube.SaysNotFound(callee.Name()) && failedWith(x.Call.Args[0], v) {
				return true
			}
			if kube.SaysZero(callee.Name()) && neverEmpty(x.Call.Args[0], v) {
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
				case outer == kube.MetadataField:
					base = m.X
				case outer == kube.StatusField && name == kube.PhaseField:
					return kube.AlwaysHasPhase(m.X.Type()) && sameAccess(m.X, v)
				}
			}
			return kube.AlwaysSet(name) && sameAccess(base, v)
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
			if !ok || !kube.AlwaysSet(name) {
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
			if f := x.Call.StaticCallee(); f != nil && kube.SaysNotFound(f.Name()) && c.yes && len(x.Call.Args) == 1 {
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
