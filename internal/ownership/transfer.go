package ownership

import (
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/accesspath"
	"github.com/k8slint/k8slint/internal/ownership/effect"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A memory is what registers and memory hold while a function is executed.
type memory struct {
	e    *environment
	fn   *ssa.Function
	env  map[ssa.Value]heap.Values
	tup  map[ssa.Value][]heap.Values
	objs *heap.Objects
	st   *heap.State
}

// A recorder notes what a function does to memory of others.
type recorder struct {
	*memory
	// collect is set in the last pass, when values no longer change: only
	// then are effects recorded.
	collect bool
	depth   int // of summaries applied within summaries
	out     *result
}

// Calls execute the calls of a function.
type calls struct {
	*recorder
	nested int // summaries that the present call led to
}

// An execution is the abstract execution of one function.
type execution struct {
	*calls
	defers []*ssa.Defer
	// overwrites are the loops that end where a block begins and that give
	// every element of a slice a new value.
	overwrites map[*ssa.BasicBlock][]ssaquery.Overwriting
	ret        *heap.State
	retVals    []heap.Values
	// retGuards are the conditions under which a result is (a part of) a
	// parameter.
	retGuards []map[heap.Ref]effect.Guard
}

// maxVisits bounds how often a block is executed until its state is taken as
// it is. The sets only grow, so that more is rarely needed.
const maxVisits = 6

// maxInstrs bounds the size of a function that is analysed: larger ones are
// generated.
const maxInstrs = 20000

// local is the memory that site makes.
func (a *memory) local(site ssa.Instruction) *heap.Object {
	return a.objs.Of(heap.Key{Kind: heap.Local, Site: site})
}

// run executes the function until nothing changes, then once more to collect
// its effects.
func (a *execution) run() {
	a.overwrites = ssaquery.OverwritingLoops(a.fn)
	blocks := a.fn.Blocks
	in := make([]*heap.State, len(blocks))
	outs := make([]*heap.State, len(blocks))
	visits := make([]int, len(blocks))
	dirty := make([]bool, len(blocks))
	order := ssaquery.ReversePostorder(a.fn)
	pos := make([]int, len(blocks))
	for i, b := range order {
		pos[b.Index] = i
	}
	// Where nothing loops, one visit of each block shows all there is.
	loops := false
	for _, b := range blocks {
		for _, succ := range b.Succs {
			loops = loops || pos[succ.Index] <= pos[b.Index]
		}
	}
	a.collect = !loops
	dirty[0] = true
	in[0] = heap.NewState()
	if rec := a.fn.Recover; rec != nil {
		in[rec.Index] = heap.NewState()
	}
	for again := true; again; {
		again = false
		for _, b := range order {
			if !dirty[b.Index] {
				continue
			}
			dirty[b.Index] = false
			visits[b.Index]++
			s := in[b.Index]
			for i, p := range b.Preds {
				o := outs[p.Index]
				if o == nil {
					continue
				}
				if s == nil || i == 0 && b.Index != 0 {
					s = o
				} else if s != o {
					s = heap.Merge(s, o)
				}
			}
			if s == nil {
				continue
			}
			before := a.signature(b)
			a.st = s.Clone()
			a.block(b)
			changed := outs[b.Index] == nil || !heap.EqualStates(outs[b.Index], a.st) || before != a.signature(b)
			outs[b.Index] = a.st
			in[b.Index] = s
			if changed && visits[b.Index] == maxVisits {
				a.e.capped(a.fn, "a loop is taken as it is after as many rounds as it gets")
			}
			if changed && visits[b.Index] < maxVisits {
				for _, succ := range b.Succs {
					dirty[succ.Index] = true
					if pos[succ.Index] <= pos[b.Index] {
						again = true
					}
				}
			}
		}
		if !again {
			for _, d := range dirty {
				again = again || d
			}
		}
	}
	if a.collect {
		return
	}
	a.collect = true
	for _, b := range order {
		if in[b.Index] != nil && visits[b.Index] > 0 {
			a.st = in[b.Index].Clone()
			a.block(b)
		}
	}
}

// signature is a cheap measure of the register values that b defines; the sets
// grow, so that an equal size means no change.
func (a *memory) signature(b *ssa.BasicBlock) int {
	n := 0
	for _, instr := range b.Instrs {
		if v, ok := instr.(ssa.Value); ok {
			n += len(a.env[v])
			for _, t := range a.tup[v] {
				n += len(t)
			}
		}
	}
	return n
}

// value is what v may be here.
func (a *memory) value(v ssa.Value) heap.Values {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Builtin, *ssa.Global:
		return nil
	case *ssa.Parameter:
		if !a.e.types.hasRefs(v.Type()) {
			return nil
		}
		for i, p := range a.fn.Params {
			if p == v {
				o := a.objs.Of(heap.Key{Kind: heap.Param, Index: i})
				return heap.Values{{Obj: o, Path: "", Copy: ssaquery.IsAggregate(v.Type())}}
			}
		}
		return nil
	case *ssa.FreeVar:
		for i, p := range a.fn.FreeVars {
			if p == v {
				o := a.objs.Of(heap.Key{Kind: heap.Captured, Index: i})
				return heap.Values{{Obj: o, Path: "", Copy: ssaquery.IsAggregate(v.Type())}}
			}
		}
		return nil
	case *ssa.Function:
		return heap.Values{{Obj: a.funcObject(v, v), Path: "", Copy: false}}
	}
	return a.env[v]
}

// funcObject is the function value fn, made at site.
func (a *memory) funcObject(fn *ssa.Function, site any) *heap.Object {
	o := a.objs.Of(heap.Key{Kind: heap.Func, Site: site})
	o.Fn = fn
	return o
}

// load reads a value of type t at the addresses (or, for a copy, inside the
// structs) v.
func (a *memory) load(v heap.Values, t types.Type) heap.Values {
	if len(v) == 0 || !a.e.types.hasRefs(t) {
		return nil
	}
	agg := ssaquery.IsAggregate(t)
	var out heap.Values
	for _, r := range v {
		out = heap.Union(out, a.st.Content(r.Obj, r.Path, agg))
	}
	return out
}

func (a *execution) block(b *ssa.BasicBlock) {
	for _, w := range a.overwrites[b] {
		a.overwrite(w)
	}
	for _, instr := range b.Instrs {
		a.instr(instr)
	}
}

func (a *execution) instr(instr ssa.Instruction) {
	switch x := instr.(type) {
	case *ssa.Alloc:
		t := x.Type().Underlying().(*types.Pointer).Elem()
		if !a.e.types.hasRefs(t) {
			return
		}
		o := a.local(x)
		a.st.Forget(o)
		a.env[x] = heap.Values{{Obj: o, Path: "", Copy: false}}

	case *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		o := a.local(x)
		a.env[x.(ssa.Value)] = heap.Values{{Obj: o, Path: "", Copy: false}}

	case *ssa.FieldAddr:
		v := a.value(x.X)
		if len(v) > 0 {
			a.env[x] = v.Step("/" + ssaquery.FieldName(x.X, x.Field))
		}

	case *ssa.Field:
		v := a.value(x.X)
		if len(v) == 0 {
			return
		}
		got := a.load(v.Step("/"+ssaquery.FieldName(x.X, x.Field)), x.Type())
		a.env[x] = heap.Union(got, a.fieldContent(x, fieldKey(x.X, x.Field), "", x.Type()))

	case *ssa.IndexAddr:
		a.env[x] = a.value(x.X).Step(accesspath.Elem)

	case *ssa.Index:
		a.env[x] = a.load(a.value(x.X).Step(accesspath.Elem), x.Type())

	case *ssa.Lookup:
		t := x.Type()
		if x.CommaOk {
			t = t.(*types.Tuple).At(0).Type()
		}
		v := a.load(a.value(x.X).Step(accesspath.Elem), t)
		if x.CommaOk {
			a.tup[x] = []heap.Values{v, nil}
		} else {
			a.env[x] = v
		}

	case *ssa.UnOp:
		a.unop(x)

	case *ssa.Slice:
		a.env[x] = a.value(x.X)

	case *ssa.Phi:
		var v heap.Values
		for _, e := range x.Edges {
			v = heap.Union(v, a.value(e))
		}
		a.env[x] = v

	case *ssa.MakeInterface:
		a.env[x] = a.value(x.X)
		a.registerImplementation(x, x.X.Type(), x.Type())

	case *ssa.ChangeInterface:
		a.env[x] = a.value(x.X)

	case *ssa.ChangeType:
		a.env[x] = a.value(x.X)
		if key := funcTypeKey(x.Type()); key != "" {
			a.registerFunc(x, key, a.value(x.X))
		}

	case *ssa.Convert:
		if a.e.types.hasRefs(x.Type()) && !ssaquery.IsString(x.X.Type()) {
			a.env[x] = a.value(x.X)
		}
	case *ssa.MultiConvert:
		if a.e.types.hasRefs(x.Type()) {
			a.env[x] = a.value(x.X)
		}
	case *ssa.SliceToArrayPointer:
		a.env[x] = a.value(x.X)

	case *ssa.TypeAssert:
		v := a.assert(x, a.value(x.X), x.AssertedType)
		if x.CommaOk {
			a.tup[x] = []heap.Values{v, nil}
		} else {
			a.env[x] = v
		}

	case *ssa.MakeClosure:
		fn := x.Fn.(*ssa.Function)
		o := a.funcObject(fn, x)
		for i, b := range x.Bindings {
			a.st.Store(heap.Ref{Obj: o, Path: "/$" + strconv.Itoa(i), Copy: false}, a.value(b), ssaquery.IsAggregate(b.Type()), true)
		}
		a.env[x] = heap.Values{{Obj: o, Path: "", Copy: false}}

	case *ssa.Extract:
		if t := a.tup[x.Tuple]; x.Index < len(t) {
			a.env[x] = t[x.Index]
		}

	case *ssa.Range:
		a.env[x] = a.value(x.X)

	case *ssa.Next:
		if x.IsString {
			return
		}
		v := a.value(x.Iter).Step(accesspath.Elem)
		t := x.Type().(*types.Tuple)
		a.tup[x] = []heap.Values{nil, nil, a.load(v, t.At(2).Type())}

	case *ssa.Select:
		t := make([]heap.Values, 2, 2+len(x.States))
		for _, s := range x.States {
			ch := a.value(s.Chan)
			if s.Dir == types.SendOnly {
				a.putElem(ch, a.value(s.Send), s.Send.Type())
			} else {
				et := s.Chan.Type().Underlying().(*types.Chan).Elem()
				t = append(t, heap.Union(a.load(ch.Step(accesspath.Elem), et), a.chanField(x, s.Chan, et)))
			}
		}
		a.tup[x] = t

	case *ssa.Send:
		a.putElem(a.value(x.Chan), a.value(x.X), x.X.Type())
		a.fieldElemStore(x.Chan, a.value(x.X), x.X, ssaquery.IsAggregate(x.X.Type()))

	case *ssa.Store:
		a.storeInstr(x)

	case *ssa.MapUpdate:
		m := a.value(x.Map).Step(accesspath.Elem)
		a.write(m, x, ssaquery.Describe(x.Map)+"[...]", x.Pos())
		a.putElem(a.value(x.Map), a.value(x.Value), x.Value.Type())
		a.fieldElemStore(x.Map, a.value(x.Value), x.Value, ssaquery.IsAggregate(x.Value.Type()))

	case *ssa.Call:
		res := a.call(x, x.Common())
		a.setResults(x, res)

	case *ssa.Go:
		a.call(x, x.Common())

	case *ssa.Defer:
		if !a.collect || !containsDefer(a.defers, x) {
			a.defers = appendDefer(a.defers, x)
		}

	case *ssa.RunDefers:
		for i := len(a.defers) - 1; i >= 0; i-- {
			a.call(a.defers[i], a.defers[i].Common())
		}

	case *ssa.Return:
		a.returns(x)
	}
}

func containsDefer(ds []*ssa.Defer, d *ssa.Defer) bool {
	for _, x := range ds {
		if x == d {
			return true
		}
	}
	return false
}

func appendDefer(ds []*ssa.Defer, d *ssa.Defer) []*ssa.Defer {
	if containsDefer(ds, d) {
		return ds
	}
	return append(ds, d)
}

// setResults makes res the value of the call v. A result that nothing is known
// of becomes an object of its own, so that what is stored into it is found
// again.
func (a *memory) setResults(v *ssa.Call, res []heap.Values) {
	if t, ok := v.Type().(*types.Tuple); ok {
		out := make([]heap.Values, t.Len())
		for i := range out {
			if i < len(res) {
				out[i] = res[i]
			}
			out[i] = a.orFresh(v, i, out[i], t.At(i).Type())
		}
		a.tup[v] = out
		return
	}
	var r heap.Values
	if len(res) > 0 {
		r = res[0]
	}
	a.env[v] = a.orFresh(v, 0, r, v.Type())
}

func (a *memory) orFresh(site any, i int, v heap.Values, t types.Type) heap.Values {
	if len(v) > 0 && ssaquery.IsAggregate(t) {
		return v.AsCopy() // of a generic function, which does not know that it is a struct
	}
	if len(v) > 0 || !a.e.types.hasRefs(t) {
		return v
	}
	if _, ok := t.Underlying().(*types.Signature); ok {
		return v
	}
	return heap.Values{{Obj: a.objs.Of(heap.Key{Kind: heap.Local, Role: heap.CallResult, Site: site, Index: i}), Path: "", Copy: ssaquery.IsAggregate(t)}}
}

func (a *execution) unop(x *ssa.UnOp) {
	switch x.Op {
	case token.MUL:
		v := a.load(a.value(x.X), x.Type())
		if fa, ok := x.X.(*ssa.FieldAddr); ok {
			if !a.knownField(a.value(fa.X), fa) {
				v = heap.Union(v, a.fieldContent(x, fieldKey(fa.X, fa.Field), "", x.Type()))
			}
		} else if g, ok := x.X.(*ssa.Global); ok {
			v = heap.Union(v, a.fieldContent(x, variableKey(g), "", x.Type()))
		}
		a.env[x] = v
	case token.ARROW:
		et := x.X.Type().Underlying().(*types.Chan).Elem()
		v := heap.Union(a.load(a.value(x.X).Step(accesspath.Elem), et), a.chanField(x, x.X, et))
		if x.CommaOk {
			a.tup[x] = []heap.Values{v, nil}
		} else {
			a.env[x] = v
		}
	}
}

// knownField reports whether all that the field may hold was stored in this
// function: then what others store into such fields does not matter.
func (a *memory) knownField(base heap.Values, fa *ssa.FieldAddr) bool {
	if len(base) == 0 {
		return false
	}
	step := "/" + ssaquery.FieldName(fa.X, fa.Field)
	for _, r := range base {
		r = r.Step(step)
		if r.Obj.Kind == heap.Local {
			if outerLink(a.st.Links(heap.Ref{Obj: r.Obj, Path: r.Path, Copy: true})) {
				return false // a copy of a struct from elsewhere
			}
			continue
		}
		if r.Obj.Kind == heap.Cached {
			return true
		}
		e, _, ok := heap.Find(a.st.Objs[r.Obj], r.Path)
		if !ok {
			return false
		}
		for _, l := range e.Values {
			if l.Obj.Outer() && l.Path == r.Path+accesspath.Deref {
				return false // still what was there before, on some path
			}
		}
	}
	return true
}

func outerLink(links []heap.Ref) bool {
	for _, l := range links {
		if l.Obj.Outer() {
			return true
		}
	}
	return false
}

// assert narrows v to the values that a type assertion to t lets through.
func (a *memory) assert(site ssa.Instruction, v heap.Values, t types.Type) heap.Values {
	if len(v) == 0 || !a.e.types.hasRefs(t) {
		return nil
	}
	if types.IsInterface(t) {
		return v
	}
	agg := ssaquery.IsAggregate(t)
	dyn := ssaquery.ConcreteType(t)
	var out []heap.Ref
	for _, r := range v {
		switch {
		case r.IsRoot() && dyn != "" && !kube.CanBeCached(t):
			// An informer holds Kubernetes objects: this is a store that
			// somebody fills with values of their own.
			continue
		case r.IsRoot() && dyn != "":
			if r.Type() != "" && r.Type() != dyn {
				continue // a *Service is never a *Pod
			}
			if r.Type() == "" {
				r = a.refine(r, dyn)
			}
			r.Copy = agg
		case r.Obj.Kind == heap.Local:
			if r.Copy != agg {
				continue
			}
		case r.Obj.Outer() && dyn != "":
			if r.Obj.Kind == heap.Param && r.Path == "" {
				// A parameter of a concrete type that went through an
				// interface.
				if own := ssaquery.ConcreteType(a.fn.Params[r.Obj.Index].Type()); own != "" {
					if own != dyn {
						continue
					}
					r.Copy = agg
					break
				}
			}
			if is, ok := accesspath.IsType(accesspath.Last(r.Path)); ok && is != dyn {
				continue
			}
			r = r.Step(accesspath.Is(dyn))
			r.Copy = agg
		default:
			r.Copy = agg
		}
		out = append(out, r)
	}
	return heap.NewValues(out)
}

// refine is the cached root r, known to be of type typ.
func (a *memory) refine(r heap.Ref, typ string) heap.Ref {
	o := a.objs.Of(heap.Key{Kind: heap.Cached, Site: r.Obj, Type: typ})
	o.Origin, o.Site = r.Obj.Origin, r.Obj.Site
	return heap.Ref{Obj: o, Path: "", Copy: r.Copy}
}

// putElem stores v as an element of the containers c.
func (a *memory) putElem(c, v heap.Values, t types.Type) {
	if len(v) == 0 || !a.e.types.hasRefs(t) {
		return
	}
	for _, r := range c.Step(accesspath.Elem) {
		a.st.Store(r, v, ssaquery.IsAggregate(t), false)
	}
}

func (a *execution) storeInstr(x *ssa.Store) {
	addr := a.value(x.Addr)
	a.write(addr, x, ssaquery.Describe(x.Addr), x.Pos())
	v := a.value(x.Val)
	t := x.Val.Type()
	if a.e.types.hasRefs(t) {
		agg := ssaquery.IsAggregate(t)
		for _, r := range addr {
			a.st.Store(r, v, agg, len(addr) == 1)
		}
		a.fieldStore(x, v, agg)
		if _, ok := t.Underlying().(*types.Signature); ok {
			a.registerFunc(x, handlerPlace(x.Addr), v)
		}
	}
}

func (a *execution) returns(x *ssa.Return) {
	if !a.collect {
		return
	}
	for len(a.retVals) < len(x.Results) {
		a.retVals = append(a.retVals, nil)
		a.retGuards = append(a.retGuards, map[heap.Ref]effect.Guard{})
	}
	guard := a.guardAt(x.Block())
	for i, r := range x.Results {
		v := a.feasibleAt(x.Block(), r)
		a.retVals[i] = heap.Union(a.retVals[i], v)
		for _, r := range v {
			if g, ok := a.retGuards[i][r]; ok && g != guard {
				a.retGuards[i][r] = effect.Guard{}
			} else {
				a.retGuards[i][r] = guard
			}
		}
	}
	// What local memory holds here matters only if this return hands it out:
	// the list that an error path leaves behind is nobody's.
	st := a.st.Clone()
	var roots heap.Values
	for _, r := range x.Results {
		roots = append(roots, a.value(r)...)
	}
	st.KeepReachable(roots)
	if a.ret == nil {
		a.ret = st
	} else {
		a.ret = heap.Merge(a.ret, st)
	}
}
