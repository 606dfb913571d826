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

// This file tells which receives in loops are from the channel of one watch, that a
// server may end.

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

// A spin is a receive from the channel of a watch, in a loop.
type spin struct {
	code  *code
	loops *loops
	at    ssa.Instruction
	loop  map[*ssa.BasicBlock]bool // the innermost one
	// renews are the instructions behind which the channel is another one.
	renews map[ssa.Instruction]bool
}

// ofWatch reports whether v is surely the channel of a watch that a server may end, or
// such a watch, and always the same one while the loop runs. It notes where v is set.
func (w *spin) ofWatch(v ssa.Value, channel bool) bool {
	switch v := ssaquery.Unwrap(v).(type) {
	case *ssa.Call:
		if !channel {
			return w.started(v)
		}
		of := receiver(&v.Call)
		return of != nil && calleeName(&v.Call) == kube.ResultChan && kube.IsWatchInterface(of.Type()) && w.ofWatch(of, false)
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && !channel && w.started(call)
	case *ssa.Parameter:
		return !channel || len(w.loops.channels.watchesOf(v)) > 0
	case *ssa.Phi:
		return !w.loop[v.Block()] && w.joined(v, channel)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return false
		}
		switch x := v.X.(type) {
		case *ssa.Alloc:
			return w.variable(x, channel)
		case *ssa.FreeVar:
			bound := ssaquery.BoundTo(x)
			if len(bound) != 1 {
				return false
			}
			a, ok := bound[0].(*ssa.Alloc)
			return ok && len(ssaquery.StoredIn(a)) == 1 && w.variable(a, channel)
		}
	}
	return false
}

// started is ofWatch of the watch that call returns. That of an informer ends only when
// the program stops it.
func (w *spin) started(call *ssa.Call) bool {
	w.renews[call] = true
	return !w.loop[call.Block()] && !strings.HasPrefix(calleeName(&call.Call), "NewIndexerInformerWatcher")
}

// joined is ofWatch of all that phi joins, but nil.
func (w *spin) joined(phi *ssa.Phi, channel bool) bool {
	some := false
	for v := range flow.Origins(phi, ssaquery.Edges) {
		if ssaquery.IsNil(v) {
			continue
		}
		if !w.ofWatch(v, channel) {
			return false
		}
		some = true
	}
	return some
}

// variable is ofWatch of what a holds.
func (w *spin) variable(a *ssa.Alloc, channel bool) bool {
	if !ssaquery.OnlyStoredByOwner(a) {
		return false
	}
	set := false
	for _, r := range *a.Referrers() {
		st, ok := r.(*ssa.Store)
		switch {
		case !ok || st.Addr != ssa.Value(a) || ssaquery.IsNil(st.Val) && !w.loop[st.Block()]:
			continue
		case w.loop[st.Block()] || w.renews[st] || !w.ofWatch(st.Val, channel):
			return false
		}
		w.renews[st], set = true, true
	}
	return set
}

// endsInTime reports whether something in the loop may end it after a while: a timer
// that was started before the loop, or a context with a deadline. time.After in the loop
// starts anew with each event.
func (w *spin) endsInTime() bool {
	for b := range w.loop {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Select:
				for _, st := range instr.States {
					if w.tells(st.Chan) {
						return true
					}
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
	if vs := w.code.heldBy(v); len(vs) == 1 {
		v = vs[0]
	}
	e, ok := v.(*ssa.Extract)
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
		return ok && !w.loop[call.Block()] && call.Parent() == ctx.Parent() && !slices.ContainsFunc(results(call), ssaquery.IsContext)
	})
}

// results are the types of what a call returns.
func results(call *ssa.Call) []types.Type {
	var out []types.Type
	for v := range call.Call.Signature().Results().Variables() {
		out = append(out, v.Type())
	}
	return out
}
