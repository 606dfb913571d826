package watchflow

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file tells which watches a channel delivers the events of, so that the failure
// of one watch in a loop is not taken for that of another beside it, and whether these can
// be ERROR events.

// channels traces channels of events back to the watches that they belong to.
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
