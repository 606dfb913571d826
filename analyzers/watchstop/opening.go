package watchstop

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/controlpath"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// An opening is a watch that is open in a function.
type opening struct {
	*checker
	call     *ssa.Call          // that opens it, nil in a function that is given it
	err      map[ssa.Value]bool // the values that are the error of that call
	patient  bool               // the watch's context does not end
	contexts []ssa.Value
	watch    map[ssa.Value]bool // the values that are the watch
	channel  map[ssa.Value]bool // or the channel of its events
	kept     []ssa.Instruction  // where others get the channel
	left     []ssa.Instruction  // where control leaves the function, and the watch is open
}

// open is the watch that call opens.
func (c *checker) open(call *ssa.Call, patient bool) *opening {
	o := &opening{checker: c, call: call, err: flow.Names(apicalls.Err(call)), patient: patient}
	if o.contexts = ancestors(watchContext(&call.Call)); o.contexts == nil {
		o.contexts = []ssa.Value{}
	}
	if w := ssaquery.Extracted(call, 0); w != nil {
		o.name(w)
	}
	return o
}

// name notes that v is the watch, or its channel, in this function and its literals.
func (o *opening) name(v ssa.Value) {
	if !kube.IsWatcher(v.Type()) && !kube.IsWatcher(ssaquery.Deref(v.Type())) {
		o.channel = flow.Names(v)
		return
	}
	o.watch = flow.Names(v)
	var channels []ssa.Value
	for w := range o.watch {
		for _, i := range *w.Referrers() {
			if call, ok := i.(*ssa.Call); ok {
				if fn, recv := apicalls.Target(&call.Call); fn != nil && recv == w && kube.GivesEvents(fn) {
					channels = append(channels, call)
				}
			}
		}
	}
	o.channel = flow.Names(channels...)
}

// A question asks whether a function leaves the watch open that it gets as v.
type question struct {
	fn      *ssa.Function
	v       ssa.Value
	patient bool
}

// leavesOpen reports whether the function fn, to which v is given, can end while the watch is open. A context that
// it waits for is taken to be the watch's.
func (o *opening) leavesOpen(fn *ssa.Function, v ssa.Value) bool {
	q := question{fn, v, o.patient}
	if known, ok := o.leaves[q]; ok {
		return known
	}
	o.leaves[q] = false // for recursive functions
	in := &opening{checker: o.checker, patient: o.patient}
	in.name(v)
	in.walk().From(fn)
	o.leaves[q] = len(in.left) > 0 && len(in.kept) == 0
	return o.leaves[q]
}

func (o *opening) walk() controlpath.Walk { return controlpath.Walk{Holds: o.holds, Visit: o.visit} }

// holds: the watch was opened, its channel is not closed, and no event says that it has failed, after which the
// server closes it.
func (o *opening) holds(p *controlpath.Path, cond ssa.Value) controlpath.Truth {
	if v, isNil := p.NilTest(cond); v != nil {
		switch {
		case o.err[v], o.patient && o.isErrOf(v), isStarted(v):
			return controlpath.Of(isNil)
		case o.watch[v], o.channel[v], isEventField(v, kube.EventObjectField):
			return controlpath.Of(!isNil)
		}
	}
	switch x := cond.(type) {
	case *ssa.Call:
		if slices.ContainsFunc(x.Call.Args, func(v ssa.Value) bool { return o.err[p.Value(v)] }) {
			return controlpath.False // errors.Is and the like, of no error
		}
	case *ssa.Extract:
		return o.received(x)
	case *ssa.BinOp:
		if x.Op != token.EQL && x.Op != token.NEQ {
			break
		}
		if o.err[p.Value(x.X)] || endsStream(x) || o.patient && o.choosesEnd(x) {
			return controlpath.Of(x.Op == token.NEQ)
		}
	}
	return controlpath.Unknown
}

// isStarted reports whether v is the error of client-go's RetryWatcher that starts from a version which it takes.
func isStarted(v ssa.Value) bool {
	call := ssaquery.ResultOf(v)
	if call == nil || !ssaquery.IsError(v.Type()) {
		return false
	}
	if fn := ssaquery.Called(&call.Call); fn == nil || !kube.StartsLater(fn) {
		return false
	}
	return slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool {
		version := ssaquery.StringConst(arg)
		return version != "" && version != "0"
	})
}

// received is what is known of the second result of a receive, or of an assertion of an event's object.
func (o *opening) received(x *ssa.Extract) controlpath.Truth {
	switch t := x.Tuple.(type) {
	case *ssa.UnOp:
		if o.channel[t.X] {
			return controlpath.True
		}
	case *ssa.Select:
		if x.Index == 1 && slices.ContainsFunc(t.States, func(s *ssa.SelectState) bool { return o.channel[s.Chan] }) {
			return controlpath.True
		}
	case *ssa.TypeAssert:
		if isEventField(t.X, kube.EventObjectField) {
			return controlpath.Of(!kube.IsStatus(t.AssertedType))
		}
	}
	return controlpath.Unknown
}

// isEventField reports whether v is read from that field of a watch event.
func isEventField(v ssa.Value, field string) bool {
	switch x := v.(type) {
	case *ssa.Field:
		return kube.IsEvent(x.X.Type()) && ssaquery.FieldName(x.X, x.Field) == field
	case *ssa.UnOp:
		f, ok := x.X.(*ssa.FieldAddr)
		return ok && kube.IsEvent(ssaquery.Deref(f.X.Type())) && ssaquery.FieldName(f.X, f.Field) == field
	}
	return false
}

// endsStream reports whether x asks whether the type of an event is ERROR, or empty as that of a closed channel.
func endsStream(x *ssa.BinOp) bool {
	c, ok := x.Y.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return false
	}
	s := constant.StringVal(c.Value)
	return (s == "" || s == kube.EventError) && (isEventField(x.X, "Type") || isEventField(x.X, "type"))
}

// choosesEnd reports whether x asks whether a select has received the end of the watch's context.
func (o *opening) choosesEnd(x *ssa.BinOp) bool {
	st := ssaquery.Chosen(x)
	return st != nil && o.isEnd(st.Chan)
}

// isEnd reports whether the channel v is closed when the watch's context ends.
func (o *opening) isEnd(v ssa.Value) bool { return o.ofContext(v, "Done") }

func (o *opening) isErrOf(v ssa.Value) bool { return o.ofContext(v, "Err") }

// ofContext reports whether v is what the method returns for the watch's context, or for one that it is made of.
func (o *opening) ofContext(v ssa.Value, method string) bool {
	call, ok := v.(*ssa.Call)
	if !ok || !call.Call.IsInvoke() || call.Call.Method.Name() != method || !ssaquery.IsContext(call.Call.Value.Type()) {
		return false
	}
	return o.contexts == nil || slices.Contains(o.contexts, apicalls.Object(call.Call.Value))
}

func (o *opening) visit(p *controlpath.Path, i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Return:
		o.returns(p, i)
		return false
	case *ssa.Store:
		return o.stored(p, i)
	case *ssa.MapUpdate:
		return !o.is(p, i.Value)
	case *ssa.Send:
		return !o.is(p, i.X)
	case *ssa.MakeClosure:
		return !o.literalEnds(i)
	case *ssa.UnOp:
		return !(o.patient && i.Op == token.ARROW && o.isEnd(i.X))
	case ssa.CallInstruction:
		if i == ssa.Instruction(o.call) {
			o.left = append(o.left, i)
			return false
		}
		return !o.ends(p, i)
	}
	return true
}

func (o *opening) is(p *controlpath.Path, v ssa.Value) bool {
	v = p.Value(v)
	return o.watch[v] || o.channel[v]
}

// returns notes that control leaves the function, unless its caller gets the watch, or the process ends.
func (o *opening) returns(p *controlpath.Path, ret *ssa.Return) {
	fn := ret.Parent()
	if fn.Name() == "main" && fn.Pkg != nil && fn.Pkg.Pkg.Name() == "main" {
		return
	}
	for _, v := range ret.Results {
		if o.watch[p.Value(v)] {
			return
		}
		if o.channel[p.Value(v)] {
			o.kept = append(o.kept, ret)
		}
	}
	if !o.deferredStops(p, fn) {
		o.left = append(o.left, ret)
	}
}

// deferredStops reports whether fn defers, perhaps before the watch was opened, a literal that stops the variable which
// got the watch.
func (o *opening) deferredStops(p *controlpath.Path, fn *ssa.Function) bool {
	for d := range ssaquery.Each[*ssa.Defer](fn) {
		mc, ok := d.Call.Value.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		lit := mc.Fn.(*ssa.Function)
		for n, b := range mc.Bindings {
			v, ok := b.(*ssa.Alloc)
			if ok && slices.ContainsFunc(ssaquery.StoredIn(v), func(x ssa.Value) bool { return o.watch[p.Value(x)] }) && stops(lit, lit.FreeVars[n]) {
				return true
			}
		}
	}
	return false
}

// stored reports whether the watch is still the function's behind st.
func (o *opening) stored(p *controlpath.Path, st *ssa.Store) bool {
	v := p.Value(st.Val)
	if flow.Variable(st.Addr) != nil {
		return true
	}
	if o.channel[v] {
		o.kept = append(o.kept, st)
	}
	return !o.watch[v]
}

// literalEnds reports whether the literal, which has the watch, ends it whenever it runs.
func (o *opening) literalEnds(mc *ssa.MakeClosure) bool {
	fn := mc.Fn.(*ssa.Function)
	for n, b := range mc.Bindings {
		if o.watch[b] || o.channel[b] {
			return fn.Synthetic != "" || n >= len(fn.FreeVars) || !o.leavesOpen(fn, fn.FreeVars[n]) || stops(fn, fn.FreeVars[n]) && (goesOn(mc) || deferred(mc))
		}
	}
	return false
}

// deferred reports whether a function defers the literal. What that looks at before it stops the watch is for its author
// to know.
func deferred(mc *ssa.MakeClosure) bool {
	return slices.ContainsFunc(*mc.Referrers(), func(r ssa.Instruction) bool { _, ok := r.(*ssa.Defer); return ok })
}

// stops reports whether fn stops the watch v on some way.
func stops(fn *ssa.Function, v ssa.Value) bool {
	names := flow.Names(v)
	for call := range ssaquery.Each[ssa.CallInstruction](fn) {
		if f, recv := apicalls.Target(call.Common()); f != nil && kube.StopsWatch(f) && names[recv] {
			return true
		}
	}
	return false
}

// goesOn reports whether the function f is given to other code, another literal or the caller, which may call it.
func goesOn(f ssa.Value) bool {
	return slices.ContainsFunc(*f.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.MakeClosure, *ssa.Return:
			return true
		case *ssa.Store:
			return r.Val != f || flow.Variable(r.Addr) == nil || goesOn(r.Addr)
		case ssa.CallInstruction:
			return slices.Contains(r.Common().Args, f)
		}
		return false
	})
}

// ends reports whether the call ends the watch, or passes it on to code that may, or ends the process.
func (o *opening) ends(p *controlpath.Path, call ssa.CallInstruction) bool {
	c := call.Common()
	fn, recv := apicalls.Target(c)
	switch {
	case fn != nil && (kube.ExitsProcess(fn) || kube.StopsWatch(fn)):
		return true
	case fn != nil && recv != nil && o.watch[p.Value(recv)] && kube.GivesEvents(fn):
		return false
	}
	if b, builtin := c.Value.(*ssa.Builtin); builtin {
		return b.Name() == "append" && slices.ContainsFunc(c.Args, func(v ssa.Value) bool { return o.is(p, v) })
	}
	f := o.Callee(c)
	for n, arg := range c.Args {
		if o.is(p, arg) && (f == nil || n >= len(f.Params) || !o.leavesOpen(f, f.Params[n])) {
			return f != nil || fn == nil || !kube.KeepsNoKey(fn)
		}
	}
	return false
}
