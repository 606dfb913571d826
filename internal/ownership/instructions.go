package ownership

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// instr executes one instruction. It is long because there is a case for each
// instruction of SSA, and short cases are best read beside each other.
func (a *execution) instr(instr ssa.Instruction) {
	switch x := instr.(type) {
	case *ssa.Alloc:
		t := x.Type().Underlying().(*types.Pointer).Elem()
		if !a.memory.e.types.hasRefs(t) {
			return
		}
		o := a.memory.local(x)
		a.memory.st.Forget(o)
		a.memory.env[x] = whole(o)

	case *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		o := a.memory.local(x)
		o.Container = a.memory.e.types.keepsRefs(x.(ssa.Value).Type())
		a.memory.env[x.(ssa.Value)] = whole(o)

	case *ssa.FieldAddr:
		v := a.memory.value(x.X)
		if len(v) > 0 {
			a.memory.env[x] = v.Step("/" + ssaquery.FieldName(x.X, x.Field))
		}

	case *ssa.Field:
		v := a.memory.value(x.X)
		if len(v) == 0 {
			return
		}
		got := a.memory.load(v.Step("/"+ssaquery.FieldName(x.X, x.Field)), x.Type())
		a.memory.env[x] = heap.Union(got, a.record.fieldContent(x, fieldKey(x.X, x.Field), x.Type()))

	case *ssa.IndexAddr:
		a.memory.env[x] = a.memory.value(x.X).Step(accesspath.Elem)

	case *ssa.Index:
		a.memory.env[x] = a.memory.load(a.memory.value(x.X).Step(accesspath.Elem), x.Type())

	case *ssa.Lookup:
		t := x.Type()
		if x.CommaOk {
			t = t.(*types.Tuple).At(0).Type()
		}
		a.set(x, a.memory.load(a.memory.value(x.X).Step(accesspath.Elem), t), x.CommaOk)

	case *ssa.UnOp:
		a.unop(x)

	case *ssa.Slice, *ssa.ChangeInterface, *ssa.SliceToArrayPointer, *ssa.Range:
		a.memory.env[x.(ssa.Value)] = a.memory.value(*x.Operands(nil)[0])

	case *ssa.Phi:
		var v heap.Values
		for i, e := range x.Edges {
			if !a.memory.paths.Dead(x.Block(), i) {
				v = heap.Union(v, a.memory.value(e))
			}
		}
		a.memory.env[x] = v

	case *ssa.MakeInterface:
		a.memory.env[x] = a.memory.value(x.X)
		for _, r := range a.memory.env[x] {
			// Of which type it is decides which methods run.
			if r.Obj.Kind == heap.Local && r.Path == "" && r.Obj.Type == "" {
				r.Obj.Type = ssaquery.ConcreteType(x.X.Type())
			}
		}
		a.registrations.registerImplementation(x, x.X.Type(), x.Type())

	case *ssa.ChangeType:
		a.memory.env[x] = a.memory.value(x.X)
		if key := funcTypeKey(x.Type()); key != "" {
			a.registrations.registerFunc(x, key, a.memory.value(x.X))
		}

	case *ssa.Convert, *ssa.MultiConvert:
		v, from := x.(ssa.Value), *x.Operands(nil)[0]
		if a.memory.e.types.hasRefs(v.Type()) && !ssaquery.IsString(from.Type()) {
			a.memory.env[v] = a.memory.value(from)
		}

	case *ssa.TypeAssert:
		a.set(x, a.memory.assert(x, a.memory.value(x.X), x.AssertedType), x.CommaOk)

	case *ssa.MakeClosure:
		fn := x.Fn.(*ssa.Function)
		o := a.memory.funcObject(fn, x)
		for i, b := range x.Bindings {
			a.memory.st.Store(heap.Ref{Obj: o, Path: "/$" + strconv.Itoa(i), Copy: false}, a.memory.value(b), ssaquery.IsAggregate(b.Type()), true)
		}
		a.memory.env[x] = whole(o)
		a.registrations.awaitLiteral(o)

	case *ssa.Extract:
		if t := a.memory.tup[x.Tuple]; x.Index < len(t) {
			a.memory.env[x] = t[x.Index]
		}

	case *ssa.Next:
		if x.IsString {
			return
		}
		v := a.memory.value(x.Iter).Step(accesspath.Elem)
		t := x.Type().(*types.Tuple)
		a.memory.tup[x] = []heap.Values{nil, nil, a.memory.load(v, t.At(2).Type())}

	case *ssa.Select:
		t := make([]heap.Values, 2, 2+len(x.States))
		for _, s := range x.States {
			ch := a.memory.value(s.Chan)
			if s.Dir == types.SendOnly {
				a.memory.putElem(ch, a.memory.value(s.Send), s.Send.Type())
			} else {
				et := ssaquery.ChanElem(s.Chan.Type())
				t = append(t, a.memory.load(ch.Step(accesspath.Elem), et))
			}
		}
		a.memory.tup[x] = t

	case *ssa.Send:
		a.memory.putElem(a.memory.value(x.Chan), a.memory.value(x.X), x.X.Type())
		a.record.fieldElemStore(x, x.Chan, a.memory.value(x.X), x.X)

	case *ssa.Store:
		a.storeInstr(x)

	case *ssa.MapUpdate:
		m := a.memory.value(x.Map).Step(accesspath.Elem)
		a.record.write(m, x, ssaquery.Describe(x.Map)+"[...]", x.Pos())
		v := a.memory.feasibleAt(x.Block(), x.Value)
		a.memory.putElem(a.memory.value(x.Map), v, x.Value.Type())
		a.record.fieldElemStore(x, x.Map, v, x.Value)

	case *ssa.Call:
		res := a.callInstr(x, x.Common())
		a.memory.setResults(x, res)

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
		a.registrations.enterLeaving(x, x.Results...)
		a.returns(x)
	}
}

func (a *execution) unop(x *ssa.UnOp) {
	switch x.Op {
	case token.MUL:
		v := a.memory.load(a.memory.value(x.X), x.Type())
		if fa, ok := x.X.(*ssa.FieldAddr); ok {
			v = heap.Union(v, a.record.fieldContent(x, fieldKey(fa.X, fa.Field), x.Type()))
		} else if g, ok := x.X.(*ssa.Global); ok {
			v = heap.Union(v, a.record.fieldContent(x, variableKey(g), x.Type()))
		}
		a.memory.env[x] = v
	case token.ARROW:
		et := ssaquery.ChanElem(x.X.Type())
		a.set(x, a.memory.load(a.memory.value(x.X).Step(accesspath.Elem), et), x.CommaOk)
	}
}

// whole is a pointer to o, or to what o holds.
func whole(o *heap.Object) heap.Values { return heap.Values{{Obj: o, Path: "", Copy: false}} }

// set gives x the value v, or with commaOk the pair of v and whether there is one.
func (a *execution) set(x ssa.Value, v heap.Values, commaOk bool) {
	if commaOk {
		a.memory.tup[x] = []heap.Values{v, nil}
	} else {
		a.memory.env[x] = v
	}
}

func (a *execution) storeInstr(x *ssa.Store) {
	addr := a.memory.value(x.Addr)
	a.record.write(addr, x, ssaquery.Describe(x.Addr), x.Pos())
	v := a.memory.feasibleAt(x.Block(), x.Val)
	t := x.Val.Type()
	if a.memory.e.types.hasRefs(t) {
		agg := ssaquery.IsAggregate(t)
		for _, r := range addr {
			a.memory.st.Store(r, v, agg, len(addr) == 1)
		}
		a.record.fieldStore(x, v)
		if _, ok := t.Underlying().(*types.Signature); ok {
			a.registrations.registerFunc(x, handlerPlace(x.Addr), v)
		}
		if !allLocal(addr) {
			a.registrations.enterLeaving(x, x.Val)
		}
	}
}

// callInstr executes a call, and returns what its results may be.
func (a *execution) callInstr(inst ssa.CallInstruction, c *ssa.CallCommon) []heap.Values {
	a.calling.nested = 0
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return a.builtin(inst, c, b)
	}
	a.registrations.enterGiven(inst, c.Args)
	return a.calling.callees(inst, c)
}

// builtin executes a call of a predeclared function.
func (a *execution) builtin(inst ssa.CallInstruction, c *ssa.CallCommon, b *ssa.Builtin) []heap.Values {
	switch b.Name() {
	case "append":
		return []heap.Values{a.appendTo(inst, c)}
	case "copy":
		dst := a.memory.value(c.Args[0])
		a.record.write(dst.Step(accesspath.Elem), inst, a.memory.e.callText(inst.Pos(), "copy"), inst.Pos())
		if s, ok := c.Args[1].Type().Underlying().(*types.Slice); ok {
			a.memory.putElem(dst, a.memory.load(a.memory.value(c.Args[1]).Step(accesspath.Elem), s.Elem()), s.Elem())
		}
	case "delete":
		a.record.write(a.memory.value(c.Args[0]).Step(accesspath.Elem), inst, a.memory.e.callText(inst.Pos(), "delete"), inst.Pos())
	case "clear":
		a.record.write(a.memory.value(c.Args[0]).Step(accesspath.Elem), inst, a.memory.e.callText(inst.Pos(), "clear"), inst.Pos())
	case "min", "max", "len", "cap", "print", "println", "panic", "recover", "close", "real", "imag", "complex":
	case "ssa:wrapnilchk":
		return []heap.Values{a.memory.value(c.Args[0])}
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
	dst := a.memory.value(c.Args[0])
	if s, ok := c.Args[0].(*ssa.Slice); ok && s.High != nil && s.Max == nil {
		// append(x[:i], …) overwrites what stood behind i.
		a.record.write(dst.Step(accesspath.Elem), inst, a.memory.e.callText(inst.Pos(), "append"), inst.Pos())
	}
	if p, ok := c.Args[0].(*ssa.Phi); ok && startsEmpty(p) {
		// kept := x[:0]; for … { kept = append(kept, …) } filters x in place.
		a.record.write(dst.Step(accesspath.Elem), inst, a.memory.e.callText(inst.Pos(), "append"), inst.Pos())
	}
	if !a.memory.e.types.hasRefs(slice.Elem()) {
		return dst
	}
	o := a.memory.local(inst)
	fresh := heap.Ref{Obj: o, Path: "", Copy: false}
	agg := ssaquery.IsAggregate(slice.Elem())
	elems := a.memory.load(dst.Step(accesspath.Elem), slice.Elem())
	var added heap.Values
	if len(c.Args) > 1 {
		if _, ok := c.Args[1].Type().Underlying().(*types.Slice); ok {
			added = a.memory.load(a.memory.value(c.Args[1]).Step(accesspath.Elem), slice.Elem())
		}
	}
	a.memory.st.Store(fresh.Step(accesspath.Elem), heap.Union(elems, added), agg, false)
	for _, r := range dst {
		if r.Obj.Kind == heap.Local {
			a.memory.st.Store(r.Step(accesspath.Elem), added, agg, false)
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
	memory        *memory
	record        *recorder
	calling       *caller
	registrations *registrations
	defers        []*ssa.Defer
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
	if !a.record.collect {
		return
	}
	for len(a.retVals) < len(x.Results) {
		a.retVals = append(a.retVals, nil)
		a.retGuards = append(a.retGuards, map[heap.Ref]effect.Guard{})
	}
	guard := a.memory.guardAt(x.Block())
	for i, r := range x.Results {
		v := a.memory.feasibleAt(x.Block(), r)
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
	st := a.memory.st.Clone()
	var roots heap.Values
	for _, r := range x.Results {
		roots = append(roots, a.memory.value(r)...)
	}
	st.KeepReachable(roots)
	if a.ret == nil {
		a.ret = st
	} else {
		a.ret = heap.Merge(a.ret, st)
	}
}
