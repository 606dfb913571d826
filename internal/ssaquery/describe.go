package ssaquery

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// Describe names v as its author would: "svc.Annotations".
func Describe(v ssa.Value) string { return describeDepth(v, 0) }

// maxDescribed bounds the steps of a name in a message.
// No finding is lost, only a text.
const maxDescribed = 12

func describeDepth(v ssa.Value, depth int) string {
	if depth > maxDescribed {
		return "…"
	}
	next := func(v ssa.Value) string { return describeDepth(v, depth+1) }
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return dot(next(v.X), FieldName(v.X, v.Field))
	case *ssa.Field:
		return dot(next(v.X), FieldName(v.X, v.Field))
	case *ssa.IndexAddr:
		return next(v.X) + "[...]"
	case *ssa.Index:
		return next(v.X) + "[...]"
	case *ssa.Lookup:
		return next(v.X) + "[...]"
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return next(v.X)
		}
	case *ssa.Parameter:
		return v.Name()
	case *ssa.FreeVar:
		return v.Name()
	case *ssa.Global:
		return v.Name()
	case *ssa.Alloc:
		if v.Comment != "" && token.IsIdentifier(v.Comment) {
			return v.Comment
		}
	case *ssa.Phi:
		if token.IsIdentifier(v.Comment) {
			return v.Comment
		}
		if len(v.Edges) > 0 {
			return next(v.Edges[0])
		}
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return CalleeName(c.Common()) + "()"
		}
		if n, ok := v.Tuple.(*ssa.Next); ok {
			return next(n.Iter) + "[...]"
		}
		return next(v.Tuple)
	case *ssa.Range:
		return next(v.X)
	case *ssa.Call:
		return CalleeName(v.Common()) + "()"
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Convert, *ssa.TypeAssert:
		return next(Wrapped(v))
	case *ssa.Slice:
		return next(v.X)
	}
	return "it"
}

// embedded fields are not written where a selector goes through them.
func dot(x, field string) string {
	if kube.Embedded(field) {
		return x
	}
	return x + "." + field
}

// CalleeName names what is called: "c.podLister.Get" is "podLister.Get".
func CalleeName(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return lastSelector(Describe(c.Value)) + "." + c.Method.Name()
	}
	if fn := c.StaticCallee(); fn != nil {
		return FuncName(fn)
	}
	return lastSelector(Describe(c.Value))
}

// lastSelector is the last name of a selector.
func lastSelector(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }
