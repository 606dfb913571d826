package watchflow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"

	"github.com/k8slint/k8slint/internal/kube"
)

// origin says where an object comes from.
type origin int

const (
	unknown origin = iota
	fromEvent
	fromList
)

// extraction reports whether v reads the resourceVersion of some object, and
// of which one.
func extraction(v ssa.Value) (object ssa.Value, ok bool) {
	switch v := v.(type) {
	case *ssa.Call:
		args := plainArgs(&v.Call)
		if recv, ok := kube.GetsVersion(name(&v.Call), len(args), false); ok {
			if recv {
				return receiver(&v.Call), true
			}
			return args[0], true
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 {
			args := plainArgs(&call.Call)
			if _, ok := kube.GetsVersion(name(&call.Call), len(args), true); ok {
				return args[0], true
			}
		}
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL && version(fa.X.Type(), fa.Field) {
			return fa.X, true
		}
	case *ssa.Field:
		if version(v.X.Type(), v.Field) {
			return v.X, true
		}
	}
	return nil, false
}

// objectOrigin tells where the object (or pointer to one) v comes from.
func (p *program) objectOrigin(v ssa.Value) origin {
	return (&tracer{p: p, seen: map[ssa.Value]bool{}}).object(v)
}

type tracer struct {
	p    *program
	seen map[ssa.Value]bool
}

func (t *tracer) object(v ssa.Value) origin {
	if v == nil || t.seen[v] || len(t.seen) > 400 {
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
		return t.places(v, t.p.pt.Locs(v))
	case *ssa.Field:
		if kube.IsEvent(v.X.Type()) {
			return fromEvent
		}
		return t.object(v.X)
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			if kube.IsEvent(v.Type()) {
				return fromEvent
			}
			for _, l := range t.p.pt.Pointees(v.X) {
				for _, s := range t.p.pt.Sends(l) {
					if r := t.object(s); r != unknown {
						return r
					}
				}
			}
			return unknown
		}
		if v.Op != token.MUL {
			return unknown
		}
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
		return t.places(v, t.p.pt.Locs(v.X))
	case *ssa.Parameter:
		if kube.IsEvent(v.Type()) {
			return fromEvent
		}
		for _, a := range t.p.pt.Args(v) {
			if r := t.object(a.Value); r != unknown {
				return r
			}
		}
	case *ssa.FreeVar:
		for _, l := range t.p.pt.Bound(v) {
			for _, d := range t.p.pt.Defs(l) {
				if r := t.object(d.Store.Val); r != unknown {
					return r
				}
			}
		}
	case *ssa.Alloc:
		// Memory that something was decoded into, or copied to.
		for _, s := range t.p.pt.Fills(pointsto.Variable(v)) {
			if r := t.object(s); r != unknown {
				return r
			}
		}
		for _, d := range t.p.pt.Defs(pointsto.Variable(v)) {
			if r := t.object(d.Store.Val); r != unknown {
				return r
			}
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			if r := t.object(e); r != unknown {
				return r
			}
		}
	case *ssa.ChangeType:
		return t.object(v.X)
	case *ssa.ChangeInterface:
		return t.object(v.X)
	case *ssa.MakeInterface:
		return t.object(v.X)
	case *ssa.Convert:
		return t.object(v.X)
	case *ssa.TypeAssert:
		return t.object(v.X)
	case *ssa.Slice:
		return t.object(v.X)
	case *ssa.Extract:
		switch tuple := v.Tuple.(type) {
		case *ssa.TypeAssert:
			return t.object(tuple.X)
		case *ssa.Call:
			return t.result(tuple, v.Index)
		case *ssa.UnOp:
			return t.object(tuple)
		case *ssa.Select:
			if kube.IsEvent(v.Type()) {
				return fromEvent
			}
			i := v.Index - 2
			for _, st := range tuple.States {
				if st.Send != nil {
					continue
				}
				if i == 0 {
					for _, l := range t.p.pt.Pointees(st.Chan) {
						for _, s := range t.p.pt.Sends(l) {
							if r := t.object(s); r != unknown {
								return r
							}
						}
					}
				}
				i--
			}
		case *ssa.Next:
			if rng, ok := tuple.Iter.(*ssa.Range); ok {
				return t.object(rng.X)
			}
		}
	case *ssa.Call:
		return t.result(v, 0)
	}
	return unknown
}

// places looks at what is stored in ls, as seen by the load v.
func (t *tracer) places(v ssa.Value, ls []pointsto.Loc) origin {
	instr, _ := v.(ssa.Instruction)
	for _, l := range ls {
		if instr != nil {
			defs, _ := t.p.pt.ReachingDefs(instr, l)
			for _, d := range defs {
				if r := t.object(d.Store.Val); r != unknown {
					return r
				}
			}
		}
		for _, s := range t.p.pt.Fills(l.Root()) {
			if r := t.object(s); r != unknown {
				return r
			}
		}
	}
	return unknown
}

// result tells where result i of a call comes from.
func (t *tracer) result(call *ssa.Call, i int) origin {
	c := &call.Call
	n := name(c)
	if kube.IsListCall(n, c.Signature()) && i == 0 {
		return fromList
	}
	if fns := t.p.pt.Callees(call); len(fns) > 0 {
		for _, f := range fns {
			for _, r := range pointsto.Returns(f) {
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
	switch hand := kube.HandsOn(n); hand {
	case kube.HandsArgument, kube.HandsEither:
		for _, a := range plainArgs(c) {
			if r := t.object(a); r != unknown {
				return r
			}
		}
		if hand == kube.HandsEither {
			return t.object(receiver(c))
		}
	case kube.HandsReceiver:
		return t.object(receiver(c))
	}
	return unknown
}
