package watchflow

import (
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
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

// decodedEvent returns the pointer to an event that call decodes, or nil.
func decodedEvent(call *ssa.Call) ssa.Value {
	args := explicitArgs(&call.Call)
	if !kube.DecodesNext(calleeName(&call.Call)) || len(args) != 1 {
		return nil
	}
	if into := ssaquery.Unwrap(args[0]); kube.IsEvent(into.Type()) {
		return into
	}
	return nil
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

// channels traces channels of events back to the watches that they belong to, and tells
// whether these can send ERROR events. So the failure of one watch in a loop is not taken for
// that of another beside it.
type channels struct {
	code   *code
	sinkAt map[ssa.Instruction]*Sink
}

// watchesOf returns the watches whose events can come out of the channel ch, nil where
// not all of them are known.
func (c *channels) watchesOf(ch ssa.Value) []*Sink {
	if ch == nil {
		return nil
	}
	var sinks []*Sink
	for v := range flow.Origins(ch, c.from) {
		if ssaquery.IsNil(v) {
			continue // no events come from there
		}
		s := c.watchAt(v)
		if s == nil {
			return nil
		}
		if !slices.Contains(sinks, s) {
			sinks = append(sinks, s)
		}
	}
	return sinks
}

// watchAt is the watch that the call starts of which v is a result.
func (c *channels) watchAt(v ssa.Value) *Sink {
	call := ssaquery.ResultOf(v)
	if call == nil {
		return nil
	}
	return c.sinkAt[call]
}

// from are the values that v, a channel or a watch, comes from; none where some of them are not known.
func (c *channels) from(v ssa.Value) []ssa.Value {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return c.read(v)
		}
		return nil
	case *ssa.Parameter:
		f := v.Parent()
		if f.Object() != nil && f.Object().Exported() || len(c.code.Handed(f)) > 0 {
			return nil
		}
		var out []ssa.Value
		for _, a := range c.code.Args(v) {
			if passedOn(a.Call.Common(), f) {
				return nil
			}
			out = append(out, a.Value)
		}
		return out
	case *ssa.Call:
		if w := receiver(&v.Call); w != nil && kube.IsWatcher(w.Type()) && kube.EventChan(v.Type()) && len(explicitArgs(&v.Call)) == 0 {
			return []ssa.Value{w} // w.ResultChan()
		}
	}
	if ssaquery.ResultOf(v) != nil && c.watchAt(v) == nil {
		return c.code.returned(v)
	}
	return slices.Collect(ssaquery.Through(v))
}

// read are the values that u can read, none where something else may be stored there.
func (c *channels) read(u *ssa.UnOp) []ssa.Value {
	var out []ssa.Value
	for _, l := range c.code.Locs(u.X) {
		defs, _ := c.code.ReachingDefs(u, l)
		if len(defs) == 0 || strings.ContainsAny(l.Path, "[*") {
			return nil
		}
		for _, d := range defs {
			if d.Path != "" {
				return nil
			}
			out = append(out, d.Val)
		}
	}
	return out
}

// isOther reports whether k is surely another watch than each of own: of objects of another kind.
func isOther(k *Sink, own []*Sink) bool {
	if len(own) == 0 {
		return false
	}
	kc, ok := k.Instr.(*ssa.Call)
	if !ok {
		return false
	}
	return !slices.ContainsFunc(own, func(o *Sink) bool {
		oc, ok := o.Instr.(*ssa.Call)
		return !ok || o == k || !otherKinds(&kc.Call, &oc.Call)
	})
}

// carriesErrors reports whether an ERROR event can be received at r. Who sends into a channel that the package makes has
// often handled errors before, and what the program sends to its watchers are its own events: none is assumed there.
func (c *channels) carriesErrors(r receive) bool {
	if r.from == nil {
		return true // decoded by hand
	}
	return kube.IsEvent(ssaquery.ChanElem(r.from.Type())) && !c.madeHere(r.from) && !c.broadcast(r.from)
}

// madeHere reports whether the package makes the channel ch.
func (c *channels) madeHere(ch ssa.Value) bool {
	return slices.ContainsFunc(c.code.Pointees(ch), func(at pointsto.Loc) bool {
		_, made := at.Base.(*ssa.MakeChan)
		return made && at.Path == ""
	})
}

// broadcast reports whether ch is the channel of a watch of what the program sends to its watchers itself.
func (c *channels) broadcast(ch ssa.Value) bool {
	for v := range flow.Origins(ch, c.from) {
		call := ssaquery.ResultOf(v)
		if call == nil {
			return false
		}
		if fn := ssaquery.Called(&call.Call); fn == nil || !kube.Broadcasts(fn) {
			return false
		}
	}
	return true
}
