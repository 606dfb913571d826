package ownership

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A repository can put a lister or store of its own behind client-go's
// interface, for instance one that copies what it hands out. Where all that a
// value can be is in sight, the methods of those types say what a call does,
// and not the table.

// maxBacking bounds the steps to what an interface value is made of.
const maxBacking = 8

// backing are the methods of this package that the call c of an interface's
// method runs; nil if it may run others, too.
func (e *dispatch) backing(c *ssa.CallCommon) []*ssa.Function {
	q := &backingQuery{e: e, seen: map[ssa.Value]bool{}}
	ts, ok := q.types(c.Value, 0)
	if !ok || len(ts) == 0 {
		return nil
	}
	return e.methodsOf(ts, c.Method)
}

// methodsOf are the methods m of the types ts, nil if one of them is not
// declared in this package: it may be promoted from an interface that the type
// embeds, whose method the table knows.
func (e *dispatch) methodsOf(ts []types.Type, m *types.Func) []*ssa.Function {
	var out []*ssa.Function
	for _, t := range ts {
		fn := e.prog.LookupMethod(t, m.Pkg(), m.Name())
		if fn == nil {
			return nil
		}
		if o := ssaquery.Declared(fn); o == nil || ssaquery.IsInterfaceMethod(o) {
			return nil
		}
		fn = ssaquery.Origin(e.declared(fn))
		if !e.analyses(fn) || len(fn.Blocks) == 0 {
			return nil
		}
		out = append(out, fn)
	}
	return out
}

type backingQuery struct {
	e    *dispatch
	seen map[ssa.Value]bool
}

// types are the concrete types of the interface value v, false if they are not
// all known.
func (q *backingQuery) types(v ssa.Value, depth int) ([]types.Type, bool) {
	if depth > maxBacking {
		return nil, false
	}
	switch v := v.(type) {
	case *ssa.Const:
		return nil, v.IsNil()
	case *ssa.MakeInterface:
		return []types.Type{v.X.Type()}, true
	case *ssa.ChangeInterface:
		return q.types(v.X, depth+1)
	case *ssa.ChangeType:
		return q.types(v.X, depth+1)
	case *ssa.Phi:
		if q.seen[v] {
			return nil, true
		}
		q.seen[v] = true
		return q.all(v.Edges, depth)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return q.field(placeKey(v.X), depth)
		}
	case *ssa.Field:
		return q.field(fieldKey(v.X, v.Field), depth)
	case *ssa.Call:
		if makesStore(v) && !q.e.stores.filled {
			return nil, true // a store of the package's own holds nothing of the cache
		}
		return q.result(v, 0, depth)
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return q.result(c, v.Index, depth)
		}
	}
	return nil, false
}

func (q *backingQuery) all(vs []ssa.Value, depth int) ([]types.Type, bool) {
	var out []types.Type
	for _, v := range vs {
		ts, ok := q.types(v, depth+1)
		if !ok {
			return nil, false
		}
		out = append(out, ts...)
	}
	return out, true
}

// field are the types of what the package puts into the field or variable key.
func (q *backingQuery) field(key string, depth int) ([]types.Type, bool) {
	vs := q.e.interfaceFields()[key]
	if key == "" || len(vs) == 0 || exportedField(key) {
		return nil, false
	}
	return q.all(vs, depth)
}

// result are the types of result i of the call c.
func (q *backingQuery) result(c *ssa.Call, i, depth int) ([]types.Type, bool) {
	var fns []*ssa.Function
	if c.Call.IsInvoke() {
		ts, ok := q.types(c.Call.Value, depth+1)
		if !ok {
			return nil, false
		}
		fns = q.e.methodsOf(ts, c.Call.Method)
	} else if fn := c.Call.StaticCallee(); fn != nil && q.e.analyses(ssaquery.Origin(fn)) {
		fns = []*ssa.Function{ssaquery.Origin(fn)}
	}
	if len(fns) == 0 {
		return nil, false
	}
	var out []types.Type
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
			if !ok || i >= len(ret.Results) {
				continue
			}
			ts, ok := q.types(ret.Results[i], depth+1)
			if !ok {
				return nil, false
			}
			out = append(out, ts...)
		}
	}
	return out, len(out) > 0
}

// interfaceFields are the values that the package puts into fields and variables
// of interface type, by key.
func (e *dispatch) interfaceFields() map[string][]ssa.Value {
	if e.ifaceFields == nil {
		e.ifaceFields = map[string][]ssa.Value{}
		for _, fn := range e.funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					st, ok := instr.(*ssa.Store)
					if !ok || !types.IsInterface(st.Val.Type()) {
						continue
					}
					if key := placeKey(st.Addr); key != "" {
						e.ifaceFields[key] = append(e.ifaceFields[key], st.Val)
					}
				}
			}
		}
	}
	return e.ifaceFields
}
