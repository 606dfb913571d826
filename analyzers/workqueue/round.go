package workqueue

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/controlpath"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A round is what a function does with one item that it gets from a queue.
type round struct {
	*checker
	get    *ssa.Call
	item   ssa.Value
	quit   map[ssa.Value]bool                // the values that say whether the queue is shut down
	names  map[ssa.Value]bool                // the values that are the item
	failed map[ssa.Value]bool                // errors of calls that would have given the item back
	given  []ssa.Instruction                 // where it is given back or passed on
	left   []ssa.Instruction                 // where control leaves the round without that
	leaves map[*ssa.Function]ssa.Instruction // what leftIn found out
}

// rounds reports the items that are kept on some way through the function that gets them.
func (c *checker) rounds() {
	for get := range ssaquery.Each[*ssa.Call](c.fns...) {
		if kube.QueueCallOf(target(get)) != kube.QueueGet || c.givenBefore(get) {
			continue
		}
		r := c.round(get)
		if len(r.left) > 0 && (len(r.given)+len(r.failed) > 0 || r.item != nil && !c.astray) {
			r.report()
		}
	}
}

// round follows the ways of control behind get.
func (c *checker) round(get *ssa.Call) *round {
	r := &round{checker: c, get: get, failed: map[ssa.Value]bool{}, leaves: map[*ssa.Function]ssa.Instruction{}}
	if e := ssaquery.Extracted(get, 0); e != nil {
		r.item = e
	}
	if e := ssaquery.Extracted(get, get.Call.Signature().Results().Len()-1); e != nil {
		r.quit = flow.Names(e)
	}
	r.names = flow.Names(r.item)
	controlpath.Walk{Holds: r.holds, Visit: r.visit}.Behind(get)
	return r
}

func (r *round) report() {
	f := report.Finding{Pos: r.get.Pos(), Category: done,
		Message: "on some paths nothing calls Done for this item, so the queue never hands it out again; " + advice(r.get)}
	if at := r.left[0]; at != r.get {
		f.Trace = []report.Step{{Pos: ssaquery.Position(at), Text: "the function ends here without Done"}}
	}
	if !slices.ContainsFunc(r.left, func(at ssa.Instruction) bool { return at.Parent() != r.get.Parent() }) {
		f.Fixes = r.fix()
	}
	r.rep.ReportOnce(f)
}

// advice is where to call Done for the item of get: what a loop defers only runs when its function ends.
func advice(get *ssa.Call) string {
	if ssaquery.InLoop(get.Block()) {
		return "call Done on each of them, before the next Get"
	}
	return "defer Done after the test of shutdown"
}

// givenBefore reports whether a call that the function has deferred before it gets the item gives it back.
func (c *checker) givenBefore(get *ssa.Call) bool {
	for d := range ssaquery.Each[*ssa.Defer](get.Parent()) {
		if d.Block().Dominates(get.Block()) && c.callGives(&d.Call) {
			return true
		}
	}
	return false
}

func (r *round) visit(p *controlpath.Path, i ssa.Instruction) bool {
	if r.gives(p, i) {
		if ret := r.leftIn(i); ret != nil && !r.givesBehind(i) {
			r.left = append(r.left, ret)
		}
		r.given = append(r.given, i)
		return false
	}
	switch i := i.(type) {
	case *ssa.Return:
		if !r.astray || !slices.ContainsFunc(i.Results, func(v ssa.Value) bool { return tells(p.Value(v)) }) {
			r.left = append(r.left, i)
		}
		return false
	case ssa.CallInstruction:
		switch fn := target(i); {
		case fn == nil:
		case kube.QueueCallOf(fn) == kube.QueueGet:
			r.left = append(r.left, i)
			return false
		case kube.QueueCallOf(fn) == kube.QueueShutDown, kube.ExitsProcess(fn):
			return false
		}
	}
	return true
}

// leftIn is where the function of the package that i runs, which calls Done, leaves the item on some way
// through it; nil if it leaves it nowhere, or i is no such call.
func (r *round) leftIn(i ssa.Instruction) ssa.Instruction {
	call, ok := i.(*ssa.Call)
	if !ok {
		return nil
	}
	f := r.Callee(&call.Call)
	if f == nil || !r.mayGive(f) {
		return nil
	}
	if left, known := r.leaves[f]; known {
		return left
	}
	r.leaves[f] = nil // for recursive functions
	in := &round{checker: r.checker, get: r.get, quit: r.quit, names: r.names, failed: map[ssa.Value]bool{}, leaves: r.leaves}
	controlpath.Walk{Holds: in.holds, Visit: in.visit}.From(f)
	if len(in.left) > 0 && len(in.failed) == 0 {
		r.leaves[f] = in.left[0]
	}
	return r.leaves[f]
}

// givesBehind reports whether something behind i gives the item too, before the next is got.
func (r *round) givesBehind(i ssa.Instruction) bool {
	found := false
	controlpath.Walk{Holds: r.holds, Visit: func(p *controlpath.Path, x ssa.Instruction) bool {
		found = found || x != i && r.gives(p, x)
		return !found && x != r.get
	}}.Behind(i)
	return found
}

// tells reports whether a caller that gets v may know the item by it.
func tells(v ssa.Value) bool {
	_, known := v.(*ssa.Const)
	return !known && !ssaquery.IsError(v.Type()) && !ssaquery.IsBool(v.Type())
}

// holds: the queue is not shut down, nothing else stops, the item is an ordinary one, and the calls that
// get it fail where the function gives it back itself afterwards.
func (r *round) holds(p *controlpath.Path, cond ssa.Value) controlpath.Truth {
	if r.quit[p.Value(cond)] {
		return controlpath.False
	}
	if v, isNil := p.NilTest(cond); v != nil {
		switch {
		case r.failed[v]:
			return controlpath.Of(!isNil)
		case splits(v) || stopped(v):
			return controlpath.Of(isNil)
		}
	}
	switch x := cond.(type) {
	case *ssa.Extract:
		if t, ok := x.Tuple.(*ssa.TypeAssert); ok && r.is(p, t.X) {
			return controlpath.True
		}
	case *ssa.BinOp:
		if (x.Op == token.EQL || x.Op == token.NEQ) && (r.is(p, x.X) || r.is(p, x.Y) || chosenStop(x)) {
			return controlpath.Of(x.Op == token.NEQ)
		}
	}
	return controlpath.Unknown
}

// splits reports whether v is the error of a key that cannot be split.
func splits(v ssa.Value) bool {
	call := ssaquery.ResultOf(v)
	return call != nil && target(call) != nil && kube.SplitsKey(target(call))
}

// stopped reports whether v is the error of a context.
func stopped(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && call.Call.IsInvoke() && ssaquery.IsContext(call.Call.Value.Type())
}

// chosenStop reports whether x asks whether a select has received from a channel that carries nothing, as
// channels do that are closed at the end.
func chosenStop(x *ssa.BinOp) bool {
	st := ssaquery.Chosen(x)
	if st == nil {
		return false
	}
	s, ok := ssaquery.ChanElem(st.Chan.Type()).Underlying().(*types.Struct)
	return ok && s.NumFields() == 0 && st.Dir == types.RecvOnly
}

func (r *round) is(p *controlpath.Path, v ssa.Value) bool {
	if p != nil {
		v = p.Value(v)
	}
	return r.names[v]
}

// gives reports whether i gives the item back, or passes it on to code that may. Without a path, a merge is
// the item if one of its values is.
func (r *round) gives(p *controlpath.Path, i ssa.Instruction) bool {
	is := func(v ssa.Value) bool { return r.is(p, v) }
	switch i := i.(type) {
	case *ssa.Return:
		return slices.ContainsFunc(i.Results, is)
	case *ssa.Store:
		return is(i.Val) && flow.Variable(i.Addr) == nil
	case *ssa.MapUpdate:
		return is(i.Key) || is(i.Value)
	case *ssa.Send:
		return is(i.X)
	case *ssa.Select:
		return slices.ContainsFunc(i.States, func(s *ssa.SelectState) bool { return s.Send != nil && is(s.Send) })
	case *ssa.MakeClosure:
		if _, ok := ssaquery.CalledAtOnce(i).(*ssa.Call); ok {
			return false // the call is looked at
		}
		return r.literal(i.Fn.(*ssa.Function))
	case ssa.CallInstruction:
		return r.call(i, is)
	}
	return false
}

// literal reports whether the literal fn, which the function may run, gives the item.
func (r *round) literal(fn *ssa.Function) bool {
	if m := ssaquery.Declared(fn); m != nil {
		return queueCall(m) == kube.QueueDone // a method that is kept
	}
	for i := range ssaquery.Instructions(fn) {
		if _, ret := i.(*ssa.Return); !ret && r.gives(nil, i) {
			return true
		}
	}
	return false
}

func (r *round) call(i ssa.CallInstruction, is func(ssa.Value) bool) bool {
	c := i.Common()
	fn := target(i)
	if r.callGives(c) {
		return true
	}
	if !slices.ContainsFunc(c.Args, is) && !(c.IsInvoke() && is(c.Value)) {
		return false
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "append"
	}
	if f := r.Callee(c); f != nil {
		for n, arg := range c.Args {
			if is(arg) && n < len(f.Params) && r.takesItem(f.Params[n]) {
				return true
			}
		}
		return false
	}
	if fn != nil && (kube.QueueCallOf(fn) != kube.NoQueueCall || kube.KeepsNoKey(fn) || readsObject(c)) {
		return false
	}
	return !r.fails(i)
}

// readsObject reports whether c reads an object from a cache or a server.
func readsObject(c *ssa.CallCommon) bool {
	verb, _ := apicalls.Of(c)
	return verb == kube.ReadCache || verb == kube.ReadLive || verb == kube.ReadInto
}

// fails notes that the call of unknown code, which gets the item, is taken to fail: if the function calls Done
// behind it, the call does not, unless it succeeds.
func (r *round) fails(i ssa.CallInstruction) bool {
	err := apicalls.Err(i)
	if err == nil || len(*err.Referrers()) == 0 {
		return false
	}
	for call := range ssaquery.Each[*ssa.Call](i.Parent()) {
		if kube.QueueCallOf(target(call)) == kube.QueueDone && ssaquery.RunsAfter(i, call) {
			r.failed[err] = true
			return true
		}
	}
	return false
}

// callGives reports whether c gives some item back, in a function of the package or at once.
func (c *checker) callGives(call *ssa.CallCommon) bool {
	fn, _ := apicalls.Target(call)
	if kube.QueueCallOf(fn) == kube.QueueDone {
		return true
	}
	f := c.Callee(call)
	return f != nil && c.mayGive(f)
}

// mayGive reports whether fn, or what it calls in the package, calls Done.
func (c *checker) mayGive(fn *ssa.Function) bool {
	if known, ok := c.gives[fn]; ok {
		return known
	}
	c.gives[fn] = false // for recursive functions
	for i := range ssaquery.Instructions(fn) {
		switch i := i.(type) {
		case ssa.CallInstruction:
			c.gives[fn] = c.gives[fn] || c.callGives(i.Common())
		case *ssa.MakeClosure:
			lit := i.Fn.(*ssa.Function)
			c.gives[fn] = c.gives[fn] || does(kube.QueueDone)(ssaquery.Declared(lit)) || c.mayGive(lit)
		}
	}
	return c.gives[fn]
}

// takesItem reports whether the function gives back the item that it has as parameter p, or passes or returns it.
func (c *checker) takesItem(p *ssa.Parameter) bool {
	if known, ok := c.takes[p]; ok {
		return known
	}
	c.takes[p] = false // for recursive functions
	r := &round{checker: c, names: flow.Names(p), failed: map[ssa.Value]bool{}}
	for i := range ssaquery.Instructions(p.Parent()) {
		if r.gives(nil, i) {
			c.takes[p] = true
			return true
		}
	}
	return false
}

func target(i ssa.CallInstruction) *types.Func { return ssaquery.Target(i.Common()) }
