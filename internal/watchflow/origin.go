package watchflow

import (
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
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

// isListVersion reports whether v is a version that a list returned, through
// variables and functions.
func (o *origins) isListVersion(v ssa.Value) bool {
	back := func(v ssa.Value) []ssa.Value {
		if obj, ok := versionOf(v); ok && o.of(obj) == fromEvent {
			return nil
		}
		if call := ssaquery.ResultOf(v); call != nil {
			return o.code.returned(v)
		}
		return o.code.heldBy(v)
	}
	return flow.Any(v, back, func(v ssa.Value) bool {
		call := ssaquery.ResultOf(v)
		return o.isListed(v) || call != nil && kube.SaysList(calleeName(&call.Call))
	})
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
