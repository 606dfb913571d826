package watchflow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// origin says where an object comes from.
type origin int

const (
	unknown origin = iota
	fromEvent
	fromList
)

// originOf tells where the object, or pointer to one, v comes from.
func originOf(c *code, v ssa.Value) origin {
	return (&trace{code: c, seen: map[ssa.Value]bool{}}).object(v)
}

// A trace follows one object back to where it comes from. It ends at the first
// value whose origin is known.
type trace struct {
	code *code
	seen map[ssa.Value]bool
}

// maxTrace bounds the values that one object is followed through. Real loops
// take some tens; an object that takes more is one of many that a generic
// machinery handles, of which nothing is claimed.
const maxTrace = 400

// object tells where the object v, or what it points to, comes from.
func (t *trace) object(v ssa.Value) origin {
	if v == nil || t.seen[v] {
		return unknown
	}
	if len(t.seen) > maxTrace {
		t.code.log.In(v.Parent(), "gave up tracing an object to its source: too many values")
		return unknown
	}
	t.seen[v] = true
	// The object of an event, however the event was had.
	switch v := v.(type) {
	case *ssa.FieldAddr:
		if kube.IsEvent(v.X.Type()) {
			return fromEvent
		}
		if r := t.object(v.X); r != unknown {
			return r
		}
		return t.contents(v, t.code.Locs(v))
	case *ssa.Field:
		if kube.IsEvent(v.X.Type()) {
			return fromEvent
		}
		return t.object(v.X)
	case *ssa.UnOp:
		return t.read(v)
	case *ssa.Parameter:
		if kube.IsEvent(v.Type()) {
			return fromEvent
		}
		for _, a := range t.code.Args(v) {
			if r := t.object(a.Value); r != unknown {
				return r
			}
		}
	case *ssa.FreeVar:
		for _, l := range t.code.Bound(v) {
			if r := t.defs(t.code.Defs(l)); r != unknown {
				return r
			}
		}
	case *ssa.Alloc:
		// Memory that something was decoded into, or copied to.
		if r := t.any(t.code.Fills(pointsto.Variable(v))); r != unknown {
			return r
		}
		return t.defs(t.code.Defs(pointsto.Variable(v)))
	case *ssa.Slice:
		return t.object(v.X)
	case *ssa.Extract:
		if ssaquery.Wrapped(v) == nil {
			return t.component(v)
		}
	case *ssa.Call:
		return t.result(v, 0)
	}
	for x := range ssaquery.Through(v) {
		if r := t.object(x); r != unknown {
			return r
		}
	}
	return unknown
}

// any is the first origin that is known of vs.
func (t *trace) any(vs []ssa.Value) origin {
	for _, v := range vs {
		if r := t.object(v); r != unknown {
			return r
		}
	}
	return unknown
}

// defs is the first origin that is known of what is stored.
func (t *trace) defs(defs []pointsto.Def) origin {
	for _, d := range defs {
		if r := t.object(d.Val); r != unknown {
			return r
		}
	}
	return unknown
}

// read tells where what v reads, from memory or a channel, comes from.
func (t *trace) read(v *ssa.UnOp) origin {
	switch v.Op {
	case token.ARROW:
		if kube.IsEvent(v.Type()) {
			return fromEvent
		}
		return t.received(v.X)
	case token.MUL:
		if kube.IsEvent(v.Type()) {
			return fromEvent
		}
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			if kube.IsEvent(fa.X.Type()) {
				return fromEvent
			}
			if r := t.object(fa.X); r != unknown {
				return r
			}
		}
		return t.contents(v, t.code.Locs(v.X))
	}
	return unknown
}

// received tells where what is received from ch comes from.
func (t *trace) received(ch ssa.Value) origin {
	for _, l := range t.code.Pointees(ch) {
		if r := t.any(t.code.Sends(l)); r != unknown {
			return r
		}
	}
	return unknown
}

// component tells where the component v of a tuple comes from.
func (t *trace) component(v *ssa.Extract) origin {
	switch tuple := v.Tuple.(type) {
	case *ssa.Call:
		return t.result(tuple, v.Index)
	case *ssa.UnOp:
		return t.object(tuple)
	case *ssa.Select:
		if kube.IsEvent(v.Type()) {
			return fromEvent
		}
		i := v.Index - 2 // the index of the case and "ok" come first
		for _, st := range tuple.States {
			if st.Send != nil {
				continue
			}
			if i == 0 {
				return t.received(st.Chan)
			}
			i--
		}
	case *ssa.Next:
		if rng, ok := tuple.Iter.(*ssa.Range); ok {
			return t.object(rng.X)
		}
	}
	return unknown
}

// contents tells where what is kept in ls, as seen by v, comes from.
func (t *trace) contents(v ssa.Value, ls []pointsto.Loc) origin {
	instr, _ := v.(ssa.Instruction)
	for _, l := range ls {
		if instr != nil {
			defs, _ := t.code.ReachingDefs(instr, l)
			if r := t.defs(defs); r != unknown {
				return r
			}
		}
		if r := t.any(t.code.Fills(l.Root())); r != unknown {
			return r
		}
	}
	return unknown
}

// result tells where result i of a call comes from.
func (t *trace) result(call *ssa.Call, i int) origin {
	c := &call.Call
	n := calleeName(c)
	if kube.IsListCall(n, c.Signature()) && i == 0 {
		return fromList
	}
	if fns := t.code.Callees(call); len(fns) > 0 {
		for _, f := range fns {
			for _, r := range ssaquery.Returns(f) {
				if i < len(r.Results) {
					if o := t.object(r.Results[i]); o != unknown {
						return o
					}
				}
			}
		}
		return unknown
	}
	if i != 0 {
		return unknown
	}
	hands := kube.HandsOn(n)
	if hands == kube.HandsArgument || hands == kube.HandsEither {
		if r := t.any(explicitArgs(c)); r != unknown {
			return r
		}
	}
	if hands == kube.HandsReceiver || hands == kube.HandsEither {
		return t.object(receiver(c))
	}
	return unknown
}
