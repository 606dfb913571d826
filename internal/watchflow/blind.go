package watchflow

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A Blind is a place where a loop over watch events takes what it received for
// what it is not.
type Blind struct {
	Pos token.Pos
	// Closed: the zero events of a closed channel lead back to this receive, for
	// ever; otherwise the object of an ERROR event meets an assertion to Type.
	Closed bool
	Type   types.Type
}

// blinds lists the receivers of watch events that assert the type of the object so
// that a Status panics, with no look at the event's type on the way. It also lists
// those that a closed channel keeps in their loop.
func blinds(l *loops) []*Blind {
	var out []*Blind
	seen := map[token.Pos]bool{}
	add := func(b *Blind) {
		if !seen[b.Pos] {
			seen[b.Pos] = true
			out = append(out, b)
		}
	}
	for _, r := range l.received {
		if _, decoded := r.at.(*ssa.Call); decoded || !l.channels.carriesErrors(r) {
			continue
		}
		x := l.explore("blind", kube.ErrorEvent, internalError)
		x.values.asserted = func(a *ssa.TypeAssert) {
			if !a.CommaOk {
				add(&Blind{Pos: a.Pos(), Type: a.AssertedType})
			}
		}
		x.runBehind(r.at, r.env)
	}
	for _, pos := range spins(l) {
		add(&Blind{Pos: pos, Closed: true})
	}
	return out
}

// A loop may never end once its watch has: a receive from the closed channel of a watch
// yields zero events, one after the other, and whatever the loop does with such an event
// leads back to the same receive.

// spins lists the receives that loop on the zero events of a closed channel.
func spins(l *loops) []token.Pos {
	var out []token.Pos
	for _, r := range l.received {
		// A range over the channel ends with the watch.
		if b := r.at.Block(); r.from == nil || !ssaquery.InLoop(b) || b.Comment == "rangechan.loop" {
			continue
		}
		w := &spin{code: l.code, loops: l, at: r.at, loop: ssaquery.InnermostLoop(r.at.Block()), renews: map[ssa.Instruction]bool{}}
		pos, result := zeroEvent(r)
		if w.loop == nil || !w.ofWatch(r.from) || !l.channels.carriesErrors(r) || w.endsInTime() {
			continue
		}
		if w.comesBack(result) {
			out = append(out, pos)
		}
	}
	return out
}

// A spin is a receive from the channel of a watch, in a loop.
type spin struct {
	code  *code
	loops *loops
	at    ssa.Instruction
	loop  map[*ssa.BasicBlock]bool // the innermost one
	// renews are the instructions behind which the channel is another one.
	renews map[ssa.Instruction]bool
}

// zeroEvent returns the position of the receive r, and what it yields once the channel
// is closed.
func zeroEvent(r receive) (token.Pos, abstract) {
	result := r.env[r.at]
	pos := ssaquery.Position(r.at)
	switch at := r.at.(type) {
	case *ssa.UnOp:
		if at.CommaOk {
			result = tupleOf(abstract{kind: event}, boolean(false))
		}
	case *ssa.Select:
		elems := slices.Clone(result.elem)
		elems[1] = boolean(false)
		result = tupleOf(elems...)
		for i, st := range at.States {
			if numberOf(i).text == elems[0].text {
				pos = st.Pos
			}
		}
	}
	return pos, result
}

// ofWatch reports whether ch is surely the channel of a watch that a server may end, and always the same one while
// the loop runs. It notes where it is set.
func (w *spin) ofWatch(ch ssa.Value) bool {
	some := false
	for v := range flow.Origins(ch, w.from) {
		if ssaquery.IsNil(v) {
			continue
		}
		if !w.started(v) {
			return false
		}
		some = true
	}
	return some
}

// from are the values of which v, a channel or a watch, is one while the loop runs; none where that is not known.
func (w *spin) from(v ssa.Value) []ssa.Value {
	switch v := v.(type) {
	case *ssa.Call:
		if of := receiver(&v.Call); of != nil && calleeName(&v.Call) == kube.ResultChan && kube.IsWatchInterface(of.Type()) {
			return []ssa.Value{of}
		}
	case *ssa.Phi:
		if !w.loop[v.Block()] {
			return v.Edges
		}
	case *ssa.UnOp:
		switch x := v.X.(type) {
		case *ssa.Alloc:
			return w.held(x)
		case *ssa.FreeVar:
			if bound := ssaquery.BoundTo(x); len(bound) == 1 {
				if a, ok := bound[0].(*ssa.Alloc); ok && len(ssaquery.StoredIn(a)) == 1 {
					return w.held(a)
				}
			}
		}
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType:
		return []ssa.Value{ssaquery.Wrapped(v)}
	}
	return nil
}

// held are the values that the variable a can hold while the loop runs.
func (w *spin) held(a *ssa.Alloc) (out []ssa.Value) {
	if !ssaquery.OnlyStoredByOwner(a) {
		return nil
	}
	for _, r := range *a.Referrers() {
		st, ok := r.(*ssa.Store)
		switch {
		case !ok:
		case w.loop[st.Block()]:
			return nil
		case !ssaquery.IsNil(st.Val):
			w.renews[st] = true
			out = append(out, st.Val)
		}
	}
	return out
}

// started reports whether v is a watch that was started before the loop. That of an informer ends only when the program
// stops it.
func (w *spin) started(v ssa.Value) bool {
	if p, ok := v.(*ssa.Parameter); ok {
		return !kube.EventChan(p.Type()) || len(w.loops.channels.watchesOf(p)) > 0
	}
	call := ssaquery.ResultOf(v)
	if call == nil || kube.EventChan(v.Type()) {
		return false
	}
	w.renews[call] = true
	return !w.loop[call.Block()] && !strings.HasPrefix(calleeName(&call.Call), "NewIndexerInformerWatcher")
}

// endsInTime reports whether something in the loop may end it after a while: a timer
// that was started before the loop, or a context with a deadline. time.After in the loop
// starts anew with each event.
func (w *spin) endsInTime() bool {
	for b := range w.loop {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Select:
				if slices.ContainsFunc(instr.States, func(st *ssa.SelectState) bool { return w.tells(st.Chan) }) {
					return true
				}
			case *ssa.UnOp:
				if instr.Op == token.ARROW && w.tells(instr.X) {
					return true
				}
			}
		}
	}
	return false
}

// tells reports whether something comes out of ch when some time has passed.
func (w *spin) tells(ch ssa.Value) bool {
	call, ok := ch.(*ssa.Call)
	if kube.TypeName(ssaquery.ChanElem(ch.Type())) == "time.Time" {
		return !ok || !w.loop[call.Block()]
	}
	if !ok || calleeName(&call.Call) != "Done" || receiver(&call.Call) == nil {
		return false
	}
	return slices.ContainsFunc(w.code.values(receiver(&call.Call)), func(v ssa.Value) bool {
		e, ok := v.(*ssa.Extract)
		if !ok {
			return false
		}
		made, ok := e.Tuple.(*ssa.Call)
		return ok && (strings.HasPrefix(calleeName(&made.Call), "WithTimeout") || strings.HasPrefix(calleeName(&made.Call), "WithDeadline"))
	})
}

// cancelsElsewhere reports whether v is the function that cancels a context of which
// nothing in the loop knows, such as that of the watch. Other functions without
// parameters may end the loop.
func (w *spin) cancelsElsewhere(v ssa.Value) bool {
	e, ok := soleValue(w.code, v).(*ssa.Extract)
	if !ok || e.Index != 1 {
		return false
	}
	made, ok := e.Tuple.(*ssa.Call)
	if !ok || !ssaquery.IsContext(ssaquery.ResultType(made.Type(), 0)) {
		return false
	}
	ctx := ssaquery.Extracted(made, 0)
	return !w.loop[made.Block()] && (ctx == nil || !w.knows(ctx))
}

// knows reports whether something in the loop may use ctx, or a context made of it.
func (w *spin) knows(ctx ssa.Value) bool {
	return !flow.Walk{Along: flow.Kept}.Only(ctx, func(u flow.Use) bool {
		call, ok := u.At.(*ssa.Call)
		made := func(v *types.Var) bool { return ssaquery.IsContext(v.Type()) }
		return ok && !w.loop[call.Block()] && call.Parent() == ctx.Parent() && !slices.ContainsFunc(slices.Collect(call.Call.Signature().Results().Variables()), made)
	})
}

// comesBack reports whether every way behind the receive, which has yielded result, leads
// back to it without a new watch.
func (w *spin) comesBack(result abstract) bool {
	x := w.loops.explore("spin", closedChannel, 0)
	x.crossing.all = true
	x.sink = func(*state, *Sink) bool { return true }
	x.receive = func(*state) bool { return true }
	leaves := false
	x.visit = func(s *state, at ssa.Instruction) bool {
		if at == w.at && s.frame.Call == nil {
			return false
		}
		leaves = leaves || w.leaves(x, s, at)
		return !leaves
	}
	env := w.entered(x.values)
	env[w.at.(ssa.Value)] = result
	x.runBehind(w.at, env)
	return !leaves && !x.capped
}

// entered is what tests before the receive have shown of variables that nothing sets in
// between.
//
//	for done := false; !done; {
func (w *spin) entered(e *evaluator) map[any]abstract {
	s := &state{env: map[any]abstract{}}
	at := w.at.Block()
	for b := at.Idom(); b != nil; b = b.Idom() {
		test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cut := edgesFrom(b)
		yes, no := ssaquery.Reachable(b.Succs[0], at, cut), ssaquery.Reachable(b.Succs[1], at, cut)
		if yes == no {
			continue
		}
		for _, instr := range b.Instrs {
			switch v := instr.(type) {
			case *ssa.UnOp:
				s.set(v, e.compute(s, v))
			case *ssa.BinOp:
				for _, x := range []ssa.Value{v.X, v.Y} {
					if ssaquery.IsRegister(x) && !e.eval(s, x).known() {
						s.env[x] = abstract{kind: given, text: numberOf(e.ids.Of(x)).text}
					}
				}
				s.set(v, e.compute(s, v))
			}
		}
		e.assume(s, test.Cond, yes)
	}
	return s.env
}

// edgesFrom are the edges on which control leaves b.
func edgesFrom(b *ssa.BasicBlock) map[ssaquery.Edge]bool {
	out := map[ssaquery.Edge]bool{}
	for _, succ := range b.Succs {
		out[ssaquery.Edge{From: b, To: succ}] = true
	}
	return out
}

// leaves reports whether the instruction at may end the loop, or give the zero event to somebody who ends it.
func (w *spin) leaves(x *exploration, s *state, at ssa.Instruction) bool {
	if w.renews[at] {
		return true
	}
	zero := func(v ssa.Value) bool { return x.values.eval(s, v).kind == event && kube.IsEvent(v.Type()) }
	isNil := func(v ssa.Value) bool { return x.values.eval(s, v).kind == theNil }
	switch at := at.(type) {
	case *ssa.Return:
		return s.frame.Call == nil
	case *ssa.Panic:
		return true
	case *ssa.Store: // who reads the event from there may end the loop
		_, local := at.Addr.(*ssa.Alloc)
		return zero(at.Val) && !local
	case *ssa.Send:
		return zero(at.X)
	case *ssa.MapUpdate:
		return zero(at.Value)
	case *ssa.Select:
		if slices.ContainsFunc(at.States, func(st *ssa.SelectState) bool { return st.Send != nil && zero(st.Send) }) {
			return true
		}
		goesOn := func(st *ssa.SelectState) bool { return st.Send != nil || !isStopChannel(w.code, st.Chan) }
		return at.Blocking && !slices.ContainsFunc(at.States, goesOn) // it waits for the end of the program
	case *ssa.FieldAddr:
		return isNil(at.X)
	case *ssa.UnOp:
		return at.Op == token.MUL && isNil(at.X)
	case *ssa.TypeAssert:
		return !at.CommaOk && isNil(at.X)
	case *ssa.Defer:
		return false
	case ssa.CallInstruction:
		return w.mayEnd(x, s, at.Common())
	}
	return false
}

// mayEnd reports whether the call c may end the loop: it does not return, panics on the
// zero event, tells somebody to stop, or nobody knows what it does with the event.
func (w *spin) mayEnd(x *exploration, s *state, c *ssa.CallCommon) bool {
	known := false // the event is passed, or its object
	for _, a := range c.Args {
		_, constant := a.(*ssa.Const)
		known = known || kube.IsEvent(a.Type()) || x.values.eval(s, a).kind == theNil && !constant
	}
	if c.IsInvoke() {
		return known || x.values.eval(s, c.Value).kind == theNil || kube.EndsProgram(c.Method.Name())
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "close" || b.Name() == "panic"
	}
	f := c.StaticCallee()
	switch {
	case f == nil:
		return known || c.Signature().Params().Len() == 0 && !w.cancelsElsewhere(c.Value)
	case f.Pkg == nil || f.Pkg.Pkg != w.code.pkg || len(f.Blocks) == 0:
		return known || kube.EndsProgram(f.Name()) || strings.HasPrefix(f.Name(), "Must")
	}
	return s.frame.Running(f) > 1 || x.crossing.tooNested(s, f)
}
