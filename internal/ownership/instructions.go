package ownership

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ownership/accesspath"
	"github.com/k8slint/k8slint/internal/ownership/effect"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// instr executes one instruction. It is long because there is a case for each
// instruction of SSA, and short cases are best read beside each other.
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
		o.Container = a.e.types.keepsRefs(x.(ssa.Value).Type())
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
		a.env[x] = heap.Union(got, a.fieldContent(x, fieldKey(x.X, x.Field), x.Type()))

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
		for i, e := range x.Edges {
			if !a.paths.Dead(x.Block(), i) {
				v = heap.Union(v, a.value(e))
			}
		}
		a.env[x] = v

	case *ssa.MakeInterface:
		a.env[x] = a.value(x.X)
		for _, r := range a.env[x] {
			// Of which type it is decides which methods run.
			if r.Obj.Kind == heap.Local && r.Path == "" && r.Obj.Type == "" {
				r.Obj.Type = ssaquery.ConcreteType(x.X.Type())
			}
		}
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
		a.awaitLiteral(o)

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
				et := ssaquery.ChanElem(s.Chan.Type())
				t = append(t, heap.Union(a.load(ch.Step(accesspath.Elem), et), a.chanField(x, s.Chan, et)))
			}
		}
		a.tup[x] = t

	case *ssa.Send:
		a.putElem(a.value(x.Chan), a.value(x.X), x.X.Type())
		a.fieldElemStore(x, x.Chan, a.value(x.X), x.X)

	case *ssa.Store:
		a.storeInstr(x)

	case *ssa.MapUpdate:
		m := a.value(x.Map).Step(accesspath.Elem)
		a.write(m, x, ssaquery.Describe(x.Map)+"[...]", x.Pos())
		v := a.feasibleAt(x.Block(), x.Value)
		a.putElem(a.value(x.Map), v, x.Value.Type())
		a.fieldElemStore(x, x.Map, v, x.Value)

	case *ssa.Call:
		res := a.callInstr(x, x.Common())
		a.setResults(x, res)

	case *ssa.Go:
		a.callInstr(x, x.Common())

	case *ssa.Defer:
		if !slices.Contains(a.defers, x) {
			a.defers = append(a.defers, x)
		}

	case *ssa.RunDefers:
		for i := len(a.defers) - 1; i >= 0; i-- {
			a.callInstr(a.defers[i], a.defers[i].Common())
		}

	case *ssa.Return:
		a.enterLeaving(x, x.Results...)
		a.returns(x)
	}
}

func (a *execution) unop(x *ssa.UnOp) {
	switch x.Op {
	case token.MUL:
		v := a.load(a.value(x.X), x.Type())
		if fa, ok := x.X.(*ssa.FieldAddr); ok {
			if !a.knownField(a.value(fa.X), fa) {
				v = heap.Union(v, a.fieldContent(x, fieldKey(fa.X, fa.Field), x.Type()))
			}
		} else if g, ok := x.X.(*ssa.Global); ok {
			v = heap.Union(v, a.fieldContent(x, variableKey(g), x.Type()))
		}
		a.env[x] = v
	case token.ARROW:
		et := ssaquery.ChanElem(x.X.Type())
		v := heap.Union(a.load(a.value(x.X).Step(accesspath.Elem), et), a.chanField(x, x.X, et))
		if x.CommaOk {
			a.tup[x] = []heap.Values{v, nil}
		} else {
			a.env[x] = v
		}
	}
}

func (a *execution) storeInstr(x *ssa.Store) {
	addr := a.value(x.Addr)
	a.write(addr, x, ssaquery.Describe(x.Addr), x.Pos())
	v := a.feasibleAt(x.Block(), x.Val)
	t := x.Val.Type()
	if a.e.types.hasRefs(t) {
		agg := ssaquery.IsAggregate(t)
		for _, r := range addr {
			a.st.Store(r, v, agg, len(addr) == 1)
		}
		a.fieldStore(x, v)
		if _, ok := t.Underlying().(*types.Signature); ok {
			a.registerFunc(x, handlerPlace(x.Addr), v)
		}
		if !allLocal(addr) {
			a.enterLeaving(x, x.Val)
		}
	}
}

// callInstr executes a call, and returns what its results may be.
func (a *execution) callInstr(inst ssa.CallInstruction, c *ssa.CallCommon) []heap.Values {
	a.nested = 0
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return a.builtin(inst, c, b)
	}
	a.enterGiven(inst, c.Args)
	return a.callees(inst, c)
}

// builtin executes a call of a predeclared function.
func (a *execution) builtin(inst ssa.CallInstruction, c *ssa.CallCommon, b *ssa.Builtin) []heap.Values {
	switch b.Name() {
	case "append":
		return []heap.Values{a.appendTo(inst, c)}
	case "copy":
		dst := a.value(c.Args[0])
		a.write(dst.Step(accesspath.Elem), inst, a.e.callText(inst.Pos(), "copy"), inst.Pos())
		if s, ok := c.Args[1].Type().Underlying().(*types.Slice); ok {
			a.putElem(dst, a.load(a.value(c.Args[1]).Step(accesspath.Elem), s.Elem()), s.Elem())
		}
	case "delete":
		a.write(a.value(c.Args[0]).Step(accesspath.Elem), inst, a.e.callText(inst.Pos(), "delete"), inst.Pos())
	case "clear":
		a.write(a.value(c.Args[0]).Step(accesspath.Elem), inst, a.e.callText(inst.Pos(), "clear"), inst.Pos())
	case "min", "max", "len", "cap", "print", "println", "panic", "recover", "close", "real", "imag", "complex":
	case "ssa:wrapnilchk":
		return []heap.Values{a.value(c.Args[0])}
	}
	return nil
}

// appendTo is append(s, t...): a slice that shares s's memory, if there was
// room, or a new one, with the elements of both.
func (a *execution) appendTo(inst ssa.CallInstruction, c *ssa.CallCommon) heap.Values {
	slice, ok := c.Args[0].Type().Underlying().(*types.Slice)
	if !ok {
		return nil
	}
	dst := a.value(c.Args[0])
	if s, ok := c.Args[0].(*ssa.Slice); ok && s.High != nil && s.Max == nil {
		// append(x[:i], …) overwrites what stood behind i.
		a.write(dst.Step(accesspath.Elem), inst, a.e.callText(inst.Pos(), "append"), inst.Pos())
	}
	if p, ok := c.Args[0].(*ssa.Phi); ok && startsEmpty(p) {
		// kept := x[:0]; for … { kept = append(kept, …) } filters x in place.
		a.write(dst.Step(accesspath.Elem), inst, a.e.callText(inst.Pos(), "append"), inst.Pos())
	}
	if !a.e.types.hasRefs(slice.Elem()) {
		return dst
	}
	o := a.local(inst)
	fresh := heap.Ref{Obj: o, Path: "", Copy: false}
	agg := ssaquery.IsAggregate(slice.Elem())
	elems := a.load(dst.Step(accesspath.Elem), slice.Elem())
	var added heap.Values
	if len(c.Args) > 1 {
		if _, ok := c.Args[1].Type().Underlying().(*types.Slice); ok {
			added = a.load(a.value(c.Args[1]).Step(accesspath.Elem), slice.Elem())
		}
	}
	a.st.Store(fresh.Step(accesspath.Elem), heap.Union(elems, added), agg, false)
	for _, r := range dst {
		if r.Obj.Kind == heap.Local {
			a.st.Store(r.Step(accesspath.Elem), added, agg, false)
		}
	}
	out := heap.Values{fresh}
	for _, r := range dst {
		// Only local containers are kept as aliases: that append to a
		// cached slice may write its spare room is not reported, so the
		// result counts as a local slice.
		if r.Obj.Kind == heap.Local {
			out = heap.Union(out, heap.Values{r})
		}
	}
	return out
}

// startsEmpty reports whether p begins as x[:0], with the room that x has.
func startsEmpty(p *ssa.Phi) bool {
	for _, e := range p.Edges {
		if s, ok := e.(*ssa.Slice); ok && s.Max == nil {
			if k, ok := s.High.(*ssa.Const); ok && k.Value != nil && k.Int64() == 0 {
				return true
			}
		}
	}
	return false
}

// An execution is the abstract execution of one function.
type execution struct {
	*registrations
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
