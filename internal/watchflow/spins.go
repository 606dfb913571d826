package watchflow

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file finds loops that never end once their watch has: a receive from the closed
// channel of a watch yields zero events, one after the other, and whatever the loop does
// with such an event leads back to the same receive.

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
		if w.loop == nil || !w.ofWatch(r.from, true) || !l.channels.carriesErrors(r) || w.endsInTime() {
			continue
		}
		if w.comesBack(result) {
			out = append(out, pos)
		}
	}
	return out
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
	zero := func(v ssa.Value) bool { return x.values.evalDeep(s, v).kind == event && kube.IsEvent(v.Type()) }
	isNil := func(v ssa.Value) bool { return x.values.evalDeep(s, v).kind == theNil }
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
		known = known || kube.IsEvent(a.Type()) || x.values.evalDeep(s, a).kind == theNil && !constant
	}
	if c.IsInvoke() {
		return known || x.values.evalDeep(s, c.Value).kind == theNil || kube.EndsProgram(c.Method.Name())
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
