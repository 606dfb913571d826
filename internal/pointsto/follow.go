package pointsto

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// follower follows values back to what they are: pointers to locations,
// functions to their declarations. It reads the tables of calls and of memory,
// as far as those are filled.
type follower struct {
	functions *functions
	calls     *calls
	memory    *memory
	cfg       Config

	memo map[ssa.Value][]Loc
	busy map[ssa.Value]int // what is being followed, and how deep
	// cut is the depth of the outermost busy value that what is being followed
	// led back to.
	cut       int
	refollows int
}

// Bounds on following a value.
const (
	// maxPointees is the number of places that a pointer refers to: one with
	// more is a pointer to anything, and the first in source order stand for it.
	maxPointees = 16
	// maxDepth is the number of values from a pointer to its location. Go code
	// written by hand needs some 20; the bound keeps the stack small on
	// generated code with long chains of assignments.
	maxDepth = 200
	// maxRefollows is how often values of cycles are followed again before what
	// is known of them has to do. Each value of a cycle sees only part of it
	// while the cycle is being followed; looking again from each is quadratic
	// in its length, which tables of hundreds of functions make minutes.
	maxRefollows = 20000
	// maxFunctionSteps is the number of values from a value of function type to
	// its functions.
	maxFunctionSteps = 64
)

// Locs returns the places that the address addr can be.
func (w *follower) Locs(addr ssa.Value) []Loc {
	switch a := addr.(type) {
	case *ssa.Alloc, *ssa.Global:
		return []Loc{Variable(a)}
	case *ssa.FieldAddr:
		return w.fieldOf(a.X, a.X.Type(), a.Field)
	}
	return w.Pointees(addr)
}

// ReadFrom returns the places that v is read from, none where it is made otherwise.
func (w *follower) ReadFrom(v ssa.Value) []Loc {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return w.Locs(v.X)
		}
	case *ssa.Field:
		return w.fieldOf(v.X, v.X.Type(), v.Field)
	}
	return nil
}

// fieldOf returns the locations of field i within what x, of type t, points to.
func (w *follower) fieldOf(x ssa.Value, t types.Type, i int) []Loc {
	f := ssaquery.StructField(t, i)
	if n, ok := types.Unalias(ssaquery.Deref(t)).(*types.Named); ok && w.cfg.shared(w.functions.pkg.Pkg, n, f) {
		return []Loc{{Field{n.Origin().Obj(), f.Name()}, ""}}
	}
	var out []Loc
	for _, l := range w.Pointees(x) {
		if at, ok := l.Field(f.Name()); ok {
			out = append(out, at)
		} else {
			w.cfg.Log.In(x.Parent(), tooLong)
		}
	}
	return out
}

// Pointees returns the places that the pointer, slice, map or channel v can refer
// to, each once. It is v itself where nothing is known.
func (w *follower) Pointees(v ssa.Value) []Loc {
	if out, ok := w.memo[v]; ok {
		return out
	}
	if depth, ok := w.busy[v]; ok {
		w.cut = min(w.cut, depth)
		return nil
	}
	if len(w.busy) > maxDepth {
		w.cfg.Log.In(v.Parent(), "a pointer is not followed further")
		w.cut = 0
		return nil
	}
	depth := len(w.busy)
	w.busy[v] = depth
	outer := w.cut
	w.cut = maxDepth + 1
	out := w.pointees(v)
	delete(w.busy, v)
	if len(out) > maxPointees {
		out = out[:maxPointees]
		w.cfg.Log.In(v.Parent(), "a pointer can refer to too many places; only the first are followed")
	}
	// What a cycle through an outer value cut off is not final.
	if w.cut >= depth || depth == 0 {
		w.memo[v] = out
		w.cut = outer
	} else {
		w.refollows++
		if w.refollows > maxRefollows {
			w.cfg.Log.InPackage("gave up following pointers in cycles of calls: too many of them")
			w.memo[v] = out
		}
		w.cut = min(w.cut, outer)
	}
	return out
}

// pointees is one step of Pointees.
func (w *follower) pointees(v ssa.Value) []Loc {
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.Global:
		return []Loc{Variable(v)}
	case *ssa.FieldAddr:
		return w.Locs(v)
	case *ssa.IndexAddr:
		var out []Loc
		for _, l := range w.Pointees(v.X) {
			out = addNew(out, l.Elem())
		}
		return out
	case *ssa.Slice:
		return w.Pointees(v.X)
	case *ssa.UnOp:
		return w.loaded(v)
	}
	var out []Loc
	switch v := v.(type) {
	case *ssa.FreeVar:
		out = addNew(out, w.Bound(v)...)
	case *ssa.Parameter:
		for _, a := range w.calls.Args(v) {
			out = addNew(out, w.Pointees(a.Value)...)
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			out = w.resultPointees(call, v.Index)
		}
	case *ssa.Call:
		out = w.resultPointees(v, 0)
	}
	wraps := false
	for x := range ssaquery.Through(v) {
		wraps = true
		out = addNew(out, w.Pointees(x)...)
	}
	if len(out) == 0 && !wraps {
		out = []Loc{{v, ""}}
	}
	return out
}

// loaded returns the places that the pointer that v reads from memory refers to:
// those of what was stored there, or one of its own, "what is pointed to from
// there", where no store is known.
func (w *follower) loaded(v *ssa.UnOp) []Loc {
	var out []Loc
	ls := w.Locs(v.X)
	for _, l := range ls {
		for _, d := range w.memory.Defs(l) {
			if len(out) > maxPointees {
				return out // which is cut: one by one, thousands take their square
			}
			if d.Path == "" {
				out = addNew(out, w.Pointees(d.Val)...)
			}
		}
	}
	if len(out) == 0 {
		for _, l := range ls {
			if at, ok := l.Deref(); ok {
				out = append(out, at)
			} else {
				w.cfg.Log.In(v.Parent(), tooLong)
			}
		}
	}
	return out
}

func (w *follower) resultPointees(call *ssa.Call, i int) []Loc {
	var out []Loc
	for _, f := range w.calls.callees[call] {
		for _, r := range ssaquery.Returns(f) {
			if i < len(r.Results) {
				out = addNew(out, w.Pointees(r.Results[i])...)
			}
		}
	}
	return out
}

// Bound returns the variable that a closure captured as fv.
func (w *follower) Bound(fv *ssa.FreeVar) []Loc {
	mc := w.calls.closures[fv.Parent()]
	if mc == nil {
		return nil
	}
	i := slices.Index(fv.Parent().FreeVars, fv)
	return w.Pointees(mc.Bindings[i])
}

// FuncsOf returns the functions of the package that v can be, each once.
func (w *follower) FuncsOf(v ssa.Value) (fns []*ssa.Function) {
	steps := -1
	back := func(v ssa.Value) []ssa.Value {
		if steps++; w.cfg.Log.Past(steps, maxFunctionSteps, v.Parent(), "gave up tracing a function value: too many values") {
			return nil
		}
		return w.handedOn(v)
	}
	for v := range flow.Origins(v, back) {
		if steps > maxFunctionSteps {
			break
		}
		if mc, ok := v.(*ssa.MakeClosure); ok {
			v = mc.Fn
		}
		if fn, ok := v.(*ssa.Function); ok {
			if f := w.functions.Source(fn); f != nil {
				fns = addNew(fns, f)
			}
		}
	}
	return fns
}

// handedOn are the values from which the function value v comes by one step.
func (w *follower) handedOn(v ssa.Value) (from []ssa.Value) {
	switch v := v.(type) {
	case *ssa.Parameter:
		for _, a := range w.calls.Args(v) {
			from = append(from, a.Value)
		}
	case *ssa.UnOp:
		for _, l := range w.Locs(v.X) {
			for _, d := range w.memory.stores[l] {
				from = append(from, d.Val)
			}
		}
	case *ssa.Call:
		for _, f := range w.calls.callees[v] {
			for _, r := range ssaquery.Returns(f) {
				if len(r.Results) == 1 {
					from = append(from, r.Results[0])
				}
			}
		}
	default:
		return slices.Collect(ssaquery.Through(v))
	}
	return from
}

// resolve returns the functions of the package that a call can reach.
func (w *follower) resolve(c *ssa.CallCommon) []*ssa.Function {
	if c.IsInvoke() {
		return w.functions.implementers(c)
	}
	return w.FuncsOf(c.Value)
}
