package watchflow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

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
func (o *origins) isEventVersion(v ssa.Value) bool { return o.eventVersion(v, 0) }

func (o *origins) eventVersion(v ssa.Value, depth int) bool {
	if obj, ok := versionOf(v); ok && o.of(obj) == fromEvent {
		return true
	}
	return !o.code.tooFar(v, depth+1) && o.code.holdsOne(v, func(x ssa.Value) bool { return o.eventVersion(x, depth+1) })
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
func (o *origins) isListVersion(v ssa.Value) bool { return o.listVersion(v, 0) }

// maxVersionDepth bounds the steps from a version to where it is read: a few
// variables and functions in between are all that people write, and what is
// further away is taken for unknown.
const maxVersionDepth = 5

// tooFar reports whether v is too many steps away from the version that is traced.
func (c *code) tooFar(v ssa.Value, depth int) bool {
	if _, plain := v.(*ssa.Const); plain {
		return depth > maxVersionDepth
	}
	return c.log.Past(depth, maxVersionDepth, v.Parent(), "gave up tracing a version to where it is read: too many steps")
}

func (o *origins) listVersion(v ssa.Value, depth int) bool {
	if o.code.tooFar(v, depth) {
		return false
	}
	if obj, ok := versionOf(v); ok {
		switch o.of(obj) {
		case fromEvent:
			return false
		case fromList:
			return true
		}
	}
	switch v := v.(type) {
	case *ssa.Extract:
		return o.listVersion(v.Tuple, depth+1)
	case *ssa.UnOp, *ssa.Phi:
		return o.code.holdsOne(v, func(x ssa.Value) bool { return o.listVersion(x, depth+1) })
	case *ssa.Call:
		for _, f := range o.code.Callees(v) {
			for _, r := range ssaquery.Returns(f) {
				for _, res := range r.Results {
					if o.listVersion(res, depth+1) {
						return true
					}
				}
			}
		}
		return kube.SaysList(calleeName(&v.Call))
	}
	return false
}

// isObjectVersion reports whether v is read from a Kubernetes object or list:
// a name alone proves nothing, there are versions of other things.
func (o *origins) isObjectVersion(v ssa.Value) bool { return o.objectVersion(v, 0) }

func (o *origins) objectVersion(v ssa.Value, depth int) bool {
	if o.code.tooFar(v, depth) {
		return false
	}
	if _, ok := versionOf(v); ok {
		return true
	}
	switch v := v.(type) {
	case *ssa.Phi:
		return o.code.holdsOne(v, func(x ssa.Value) bool { return o.objectVersion(x, depth+1) })
	case *ssa.UnOp:
		if v.Op == token.MUL {
			if o.code.holdsOne(v, func(x ssa.Value) bool { return o.objectVersion(x, depth+1) }) {
				return true
			}
			// Kept in a field or shared variable: from an object somewhere.
			if _, local := v.X.(*ssa.Alloc); !local {
				for _, l := range o.code.Locs(v.X) {
					for _, d := range o.code.Defs(l) {
						if d.Path == "" && o.objectVersion(d.Val, depth+2) {
							return true
						}
					}
				}
			}
		}
	case *ssa.Parameter:
		for _, a := range o.code.Args(v) {
			if o.objectVersion(a.Value, depth+1) {
				return true
			}
		}
	}
	return false
}

// isParsedVersion reports whether v is the number that a version was parsed to.
func (o *origins) isParsedVersion(v ssa.Value) bool { return o.parsedVersion(v, 0) }

func (o *origins) parsedVersion(v ssa.Value, depth int) bool {
	if o.code.tooFar(v, depth) {
		return false
	}
	switch v := v.(type) {
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		if !ok || v.Index != 0 {
			return false
		}
		if kube.ParsesNumber(calleeName(&call.Call)) {
			return o.objectVersion(call.Call.Args[0], depth+1)
		}
	case *ssa.Convert:
		return o.parsedVersion(v.X, depth+1)
	case *ssa.UnOp, *ssa.Phi:
		return o.code.holdsOne(v, func(x ssa.Value) bool { return o.parsedVersion(x, depth+1) })
	}
	return false
}
