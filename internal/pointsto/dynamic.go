package pointsto

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// maxDispatched bounds the calls of interface methods that nest between an interface value
// and what was put into it: a method returns what another one returns.
const maxDispatched = 8

// types returns the concrete types that the interface value v can have, each
// once; all is false where it may have others: it comes from a caller or a
// function that is not seen, or lies where others can put something. The types of
// nil are none. See [Package.Dispatch] for empty.
func (w *follower) types(v ssa.Value, empty func(*ssa.Call) bool, depth int) (ts []types.Type, all bool) {
	if w.cfg.Log.Past(depth, maxDispatched, v.Parent(), "gave up tracing an interface value to its types: too many calls of methods") {
		return nil, false
	}
	q := &typeQuery{w: w, empty: empty, depth: depth}
	for o := range flow.Origins(v, q.back) {
		switch o := o.(type) {
		case *ssa.MakeInterface:
			ts = addNew(ts, o.X.Type())
		case *ssa.Const:
			q.others = q.others || !o.IsNil()
		case *ssa.Call:
			q.others = q.others || empty == nil || !empty(o)
		default:
			q.others = true
		}
		if q.others {
			return nil, false
		}
	}
	return ts, true
}

func (w *follower) dispatch(c *ssa.CallCommon, empty func(*ssa.Call) bool, depth int) (fns []*ssa.Function, all bool) {
	ts, all := w.types(c.Value, empty, depth)
	if !all {
		return nil, false
	}
	for _, t := range ts {
		m := ssaquery.LookupMethod(w.functions.pkg.Prog, t, c.Method)
		if m == nil {
			return nil, false
		}
		f := w.functions.Source(m)
		if f == nil {
			return nil, false // of another package, or promoted from an interface
		}
		fns = addNew(fns, f)
	}
	return fns, true
}

// A typeQuery follows one interface value back to what was put into it.
type typeQuery struct {
	w     *follower
	empty func(*ssa.Call) bool
	depth int
	// others: it may have types that are not seen.
	others bool
}

// back are the values that v comes from by one step, none where it is made.
func (q *typeQuery) back(v ssa.Value) []ssa.Value {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return nil
	case *ssa.UnOp, *ssa.Field:
		return q.stored(q.w.ReadFrom(v))
	case *ssa.Call:
		if q.empty == nil || !q.empty(v) {
			return q.results(v, 0)
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return q.results(call, v.Index)
		}
	}
	from := slices.Collect(ssaquery.Through(v))
	for _, x := range from {
		q.others = q.others || !types.IsInterface(x.Type())
	}
	return from
}

// stored are the values that are stored at one of ls.
func (q *typeQuery) stored(ls []Loc) (from []ssa.Value) {
	for _, l := range ls {
		defs := q.w.memory.Defs(l)
		q.others = q.others || len(defs) == 0 || !q.private(l)
		for _, d := range defs {
			q.others = q.others || d.Path != ""
			from = append(from, d.Val)
		}
	}
	return from
}

// private reports whether nobody but the package stores to l.
func (q *typeQuery) private(l Loc) bool {
	switch b := l.Base.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.Global:
		return l.Path == "" && b.Pkg == q.w.functions.pkg && !token.IsExported(b.Name())
	case Field:
		return l.Path == "" && b.Type.Pkg() == q.w.functions.pkg.Pkg && !token.IsExported(b.Name)
	}
	return false
}

// results are what the functions return as result i that call runs.
func (q *typeQuery) results(call *ssa.Call, i int) (from []ssa.Value) {
	fns := q.w.calls.Callees(call)
	if call.Call.IsInvoke() {
		var all bool
		fns, all = q.w.dispatch(&call.Call, q.empty, q.depth+1)
		q.others = q.others || !all
	}
	for _, f := range fns {
		for _, r := range ssaquery.Returns(f) {
			if i < len(r.Results) {
				from = append(from, r.Results[i])
			}
		}
	}
	return from
}
