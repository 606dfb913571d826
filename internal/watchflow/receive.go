package watchflow

import (
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A receive is a place where an event comes in, with what is known behind it.
type receive struct {
	at  ssa.Instruction
	env map[any]abstract
	// from is the channel, nil for events that are decoded by hand.
	from ssa.Value
}

// receives lists the places of the package where events come in: receives from a
// channel, cases of a select, events that are decoded by hand.
func receives(c *code) []receive {
	var out []receive
	for _, instr := range c.Instrs() {
		switch instr := instr.(type) {
		case *ssa.UnOp:
			if receivesEvent(instr) {
				out = append(out, receive{instr, map[any]abstract{instr: receivedEvent(instr)}, instr.X})
			}
		case *ssa.Select:
			for sc := range selectCases(c, instr) {
				if sc.event {
					out = append(out, receive{instr, map[any]abstract{instr: sc.result}, sc.from})
				}
			}
		case *ssa.Call:
			if into := decodedEvent(instr); into != nil {
				env := map[any]abstract{instr: {kind: theNil}}
				for _, l := range c.Pointees(into) {
					env[l] = abstract{kind: event}
				}
				out = append(out, receive{instr, env, nil})
			}
		}
	}
	return out
}

// receivesEvent reports whether v receives from a channel of events.
func receivesEvent(v *ssa.UnOp) bool { return v.Op == token.ARROW && kube.EventChan(v.X.Type()) }

// receivedEvent is what the receive v of an event yields.
func receivedEvent(v *ssa.UnOp) abstract {
	if v.CommaOk {
		return tupleOf(abstract{kind: event}, boolean(true))
	}
	return abstract{kind: event}
}

// A selectCase is one case of a select.
type selectCase struct {
	event  bool      // it receives an event
	ends   bool      // it means that the loop is to end
	result abstract  // what the select yields if the case is taken
	from   ssa.Value // the channel that it receives from
}

// selectCases iterates over the cases of sel, without the default.
func selectCases(c *code, sel *ssa.Select) iter.Seq[selectCase] {
	return func(yield func(selectCase) bool) {
		received := 0
		for i, st := range sel.States {
			// The index of the case, whether the channel is open, and what each
			// of the receives got.
			elems := make([]abstract, 2, 2+len(sel.States))
			elems[0] = numberOf(i)
			for _, st := range sel.States {
				if st.Send == nil {
					elems = append(elems, abstract{})
				}
			}
			var sc selectCase
			if st.Send == nil {
				sc.ends, sc.from = isStopChannel(c, st.Chan), st.Chan
				if sc.event = kube.EventChan(st.Chan.Type()); sc.event {
					elems[1] = boolean(true)
					elems[2+received] = abstract{kind: event}
				}
				received++
			}
			sc.result = tupleOf(elems...)
			if !yield(sc) {
				return
			}
		}
	}
}

// isStopChannel reports whether receiving from v means that the loop is to end:
// ctx.Done(), stopCh.
func isStopChannel(c *code, v ssa.Value) bool {
	ch, ok := v.Type().Underlying().(*types.Chan)
	if !ok {
		return false
	}
	if st, ok := ch.Elem().Underlying().(*types.Struct); !ok || st.NumFields() > 0 {
		return false
	}
	n := strings.ToLower(channelName(c, v))
	return slices.ContainsFunc([]string{"stop", "done", "quit", "exit", "clos", "cancel", "shutdown", "term"}, func(s string) bool {
		return strings.Contains(n, s)
	})
}

// channelName is the name of the function that returned the channel v, or of the variable or
// field that it comes from, or "".
func channelName(c *code, v ssa.Value) string {
	v = ssaquery.Unwrap(v)
	if call, ok := v.(*ssa.Call); ok {
		return calleeName(&call.Call)
	}
	return variableName(c, v)
}
