package watchflow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// origins tells where objects and versions come from.
type origins struct {
	code   *code
	listed map[ssa.Value]bool // isListed
}

func newOrigins(c *code) *origins { return &origins{c, map[ssa.Value]bool{}} }

// of tells where the object, or pointer to one, v comes from.
func (o *origins) of(v ssa.Value) origin { return originOf(o.code, v) }

// isEventVersion reports whether v is the version of an event's object.
func (o *origins) isEventVersion(v ssa.Value) bool {
	return flow.Any(v, o.code.heldBy, func(v ssa.Value) bool {
		obj, ok := versionOf(v)
		return ok && o.of(obj) == fromEvent
	})
}

// isListed reports whether v itself reads the version of what a list returned.
func (o *origins) isListed(v ssa.Value) bool {
	is, ok := o.listed[v]
	if !ok {
		obj, reads := versionOf(v)
		is = reads && o.of(obj) == fromList
		o.listed[v] = is
	}
	return is
}

// isObjectVersion reports whether v is read from a Kubernetes object or list:
// a name alone proves nothing, there are versions of other things.
func (o *origins) isObjectVersion(v ssa.Value) bool {
	return flow.Any(v, o.passed, func(v ssa.Value) bool {
		_, ok := versionOf(v)
		return ok
	})
}

// passed are the values that v holds: by way of variables and fields, wherever they are set, and as an argument.
func (o *origins) passed(v ssa.Value) []ssa.Value {
	if p, ok := v.(*ssa.Parameter); ok {
		return o.code.passed(p)
	}
	out := o.code.heldBy(v)
	addr := loadedFrom(v)
	if _, local := addr.(*ssa.Alloc); addr != nil && !local {
		for _, l := range o.code.Locs(addr) {
			for _, d := range o.code.Defs(l) {
				if d.Path == "" {
					out = append(out, d.Val)
				}
			}
		}
	}
	return out
}

// isParsedVersion reports whether v is the number that a version was parsed to.
func (o *origins) isParsedVersion(v ssa.Value) bool {
	back := func(v ssa.Value) []ssa.Value {
		if x, ok := v.(*ssa.Convert); ok {
			return []ssa.Value{x.X}
		}
		return o.code.heldBy(v)
	}
	return flow.Any(v, back, func(v ssa.Value) bool {
		call := ssaquery.ResultOf(v)
		return call != nil && len(call.Call.Args) > 0 && kube.ParsesNumber(calleeName(&call.Call)) && o.isObjectVersion(call.Call.Args[0])
	})
}

// origin says where an object comes from.
type origin int

const (
	unknown origin = iota
	fromEvent
	fromList
)

// originOf tells where the object, or pointer to one, v comes from: the first origin that is
// known on the way back.
func originOf(c *code, v ssa.Value) origin {
	t := &trace{code: c}
	for o := range flow.Origins(v, t.back) {
		if known := t.known(o); known != unknown {
			return known
		}
	}
	return unknown
}

// A trace follows one object back to where it comes from.
type trace struct {
	code *code
	n    int // values
}

// maxTrace bounds the values that one object is followed through. Real loops
// take some tens; an object that takes more is one of many that a generic
// machinery handles, of which nothing is claimed.
const maxTrace = 400

// known is where v comes from, as far as it says so itself: the object of an event, however
// the event was had, or a list.
func (t *trace) known(v ssa.Value) origin {
	if call := ssaquery.ResultOf(v); call != nil {
		if e, several := v.(*ssa.Extract); (!several || e.Index == 0) && kube.IsListCall(calleeName(&call.Call), call.Call.Signature()) {
			return fromList
		}
		return unknown
	}
	of := v.Type()
	switch v := v.(type) {
	case *ssa.FieldAddr:
		of = v.X.Type()
	case *ssa.Field:
		of = v.X.Type()
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok && kube.IsEvent(fa.X.Type()) {
			return fromEvent
		}
	case *ssa.Parameter:
	case *ssa.Extract:
		if _, ok := v.Tuple.(*ssa.Select); !ok {
			return unknown
		}
	default:
		return unknown
	}
	if kube.IsEvent(of) {
		return fromEvent
	}
	return unknown
}

// back are the values that v comes from, none where its origin is known.
func (t *trace) back(v ssa.Value) []ssa.Value {
	if v == nil || t.known(v) != unknown {
		return nil
	}
	if t.n++; t.n > maxTrace {
		t.code.log.In(v.Parent(), "gave up tracing an object to its source: too many values")
		return nil
	}
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return append([]ssa.Value{v.X}, t.contents(v, t.code.Locs(v))...)
	case *ssa.Field:
		return []ssa.Value{v.X}
	case *ssa.UnOp:
		return t.read(v)
	case *ssa.Parameter:
		return t.code.passed(v)
	case *ssa.Alloc:
		// Memory that something was decoded into, or copied to.
		l := pointsto.Variable(v)
		return append(slices.Clone(t.code.fills[l]), stored(t.code.Defs(l))...)
	case *ssa.Slice:
		return []ssa.Value{v.X}
	case *ssa.Extract:
		if ssaquery.Wrapped(v) == nil {
			return t.component(v)
		}
	case *ssa.Call:
		return t.result(v)
	}
	return slices.Collect(ssaquery.Through(v))
}

// stored are the values that defs store.
func stored(defs []pointsto.Def) []ssa.Value {
	var out []ssa.Value
	for _, d := range defs {
		out = append(out, d.Val)
	}
	return out
}

// read are the values that v reads, from memory or a channel.
func (t *trace) read(v *ssa.UnOp) []ssa.Value {
	switch v.Op {
	case token.ARROW:
		return t.received(v.X)
	case token.MUL:
		out := t.contents(v, t.code.Locs(v.X))
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			out = append([]ssa.Value{fa.X}, out...)
		}
		return out
	}
	return nil
}

// received are the values that are sent to ch.
func (t *trace) received(ch ssa.Value) []ssa.Value {
	var out []ssa.Value
	for _, l := range t.code.Pointees(ch) {
		out = append(out, t.code.Sends(l)...)
	}
	return out
}

// component are the values that the component v of a tuple comes from.
func (t *trace) component(v *ssa.Extract) []ssa.Value {
	switch tuple := v.Tuple.(type) {
	case *ssa.Call:
		return t.result(v)
	case *ssa.UnOp:
		return []ssa.Value{tuple}
	case *ssa.Select:
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
			return []ssa.Value{rng.X}
		}
	}
	return nil
}

// contents are the values that are kept in ls, as seen by v.
func (t *trace) contents(v ssa.Value, ls []pointsto.Loc) []ssa.Value {
	var out []ssa.Value
	for _, l := range ls {
		defs, _ := t.code.ReachingDefs(v.(ssa.Instruction), l)
		out = append(append(out, stored(defs)...), t.code.fills[l.Root()]...)
	}
	return out
}

// result are the values that v, the result of a call, comes from.
func (t *trace) result(v ssa.Value) []ssa.Value {
	call := ssaquery.ResultOf(v)
	if len(t.code.Callees(call)) > 0 {
		return t.code.returned(v)
	}
	if e, ok := v.(*ssa.Extract); ok && e.Index != 0 {
		return nil
	}
	var out []ssa.Value
	hands := kube.HandsOn(calleeName(&call.Call))
	if hands == kube.HandsArgument || hands == kube.HandsEither {
		out = append(out, explicitArgs(&call.Call)...)
	}
	if r := receiver(&call.Call); r != nil && (hands == kube.HandsReceiver || hands == kube.HandsEither) {
		out = append(out, r)
	}
	return out
}
