package pointsto

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// maxTypeSteps bounds the steps from an interface value to what was put into it.
// Values go from their construction through a function or two into a field, and
// out of it again.
const maxTypeSteps = 8

// types returns the concrete types that the interface value v can have, each
// once; all is false where it may have others: it comes from a caller or a
// function that is not seen, or lies where others can put something. The types of
// nil are none. See [Package.Dispatch] for empty.
func (w *follower) types(v ssa.Value, empty func(*ssa.Call) bool, depth int) (ts []types.Type, all bool) {
	q := &typeQuery{w: w, empty: empty, seen: map[ssa.Value]bool{}}
	if !q.add(v, depth) {
		return nil, false
	}
	return q.types, true
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

// A typeQuery gathers the types of one interface value.
type typeQuery struct {
	w     *follower
	empty func(*ssa.Call) bool
	seen  map[ssa.Value]bool
	types []types.Type
}

// add adds the types of v, false if they are not all known.
func (q *typeQuery) add(v ssa.Value, depth int) bool {
	if q.w.cfg.Log.Past(depth, maxTypeSteps, v.Parent(), "gave up tracing an interface value to its types: too many steps") {
		return false
	}
	if q.seen[v] {
		return true
	}
	q.seen[v] = true
	switch v := v.(type) {
	case *ssa.Const:
		return v.IsNil()
	case *ssa.MakeInterface:
		q.types = addNew(q.types, v.X.Type())
		return true
	case *ssa.UnOp, *ssa.Field:
		return q.addStored(q.w.ReadFrom(v), depth)
	case *ssa.Call:
		return q.empty != nil && q.empty(v) || q.addResult(v, 0, depth)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return q.addResult(call, v.Index, depth)
		}
	}
	wraps := false
	for x := range ssaquery.Through(v) {
		if _, ok := x.Type().Underlying().(*types.Interface); !ok || !q.add(x, depth+1) {
			return false
		}
		wraps = true
	}
	return wraps
}

// addStored adds the types of what is stored at one of ls.
func (q *typeQuery) addStored(ls []Loc, depth int) bool {
	for _, l := range ls {
		defs := q.w.memory.Defs(l)
		if len(defs) == 0 || !q.private(l) {
			return false
		}
		for _, d := range defs {
			if d.Path != "" || !q.add(d.Val, depth+1) {
				return false
			}
		}
	}
	return len(ls) > 0
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

// addResult adds the types of result i of a call.
func (q *typeQuery) addResult(call *ssa.Call, i, depth int) bool {
	fns := q.w.calls.Callees(call)
	if call.Call.IsInvoke() {
		var all bool
		if fns, all = q.w.dispatch(&call.Call, q.empty, depth+1); !all {
			return false
		}
	}
	for _, f := range fns {
		for _, r := range ssaquery.Returns(f) {
			if i >= len(r.Results) || !q.add(r.Results[i], depth+1) {
				return false
			}
		}
	}
	return len(fns) > 0
}
