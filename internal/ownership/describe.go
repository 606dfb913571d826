package ownership

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// describe names v as its author would: "svc.Annotations".
func describe(v ssa.Value) string { return describeDepth(v, 0) }

func describeDepth(v ssa.Value, depth int) string {
	if depth > 12 {
		return "…"
	}
	next := func(v ssa.Value) string { return describeDepth(v, depth+1) }
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return dot(next(v.X), fieldName(v.X, v.Field))
	case *ssa.Field:
		return dot(next(v.X), fieldName(v.X, v.Field))
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
			return calleeName(c.Common()) + "()"
		}
		if n, ok := v.Tuple.(*ssa.Next); ok {
			return next(n.Iter) + "[...]"
		}
		return next(v.Tuple)
	case *ssa.Range:
		return next(v.X)
	case *ssa.Call:
		return calleeName(v.Common()) + "()"
	case *ssa.MakeInterface:
		return next(v.X)
	case *ssa.ChangeInterface:
		return next(v.X)
	case *ssa.ChangeType:
		return next(v.X)
	case *ssa.Convert:
		return next(v.X)
	case *ssa.TypeAssert:
		return next(v.X)
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

// calleeName names what is called: "c.podLister.Get" is "podLister.Get".
func calleeName(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return lastSelector(describe(c.Value)) + "." + c.Method.Name()
	}
	if fn := c.StaticCallee(); fn != nil {
		return funcName(fn)
	}
	return lastSelector(describe(c.Value))
}

// lastSelector keeps the last two names of a selector.
func lastSelector(s string) string {
	parts := strings.Split(s, ".")
	if len(parts) > 2 {
		parts = parts[len(parts)-2:]
	}
	if len(parts) > 1 {
		return parts[len(parts)-1]
	}
	return s
}

// funcName names a function for a reader: "Controller.syncPod", or "a function
// literal in syncPod".
func funcName(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if p := fn.Parent(); p != nil {
		for p.Parent() != nil {
			p = p.Parent()
		}
		return "func literal in " + funcName(p)
	}
	name := fn.Name()
	name = strings.TrimSuffix(strings.TrimSuffix(name, "$bound"), "$thunk")
	recv := fn.Signature.Recv()
	if o := funcObj(fn); recv == nil && o != nil {
		recv = o.Signature().Recv() // of a method value
	}
	if recv != nil {
		if n := named(recv.Type()); n != nil {
			return n.Obj().Name() + "." + name
		}
	}
	return name
}

// writeWords are what a message says of the kinds of writes that are not plain
// from the name of the function.
var writeWords = map[string]string{
	"decode": ", which decodes the answer into it,",
}

// callText is how a call of a library function that writes reads: its source
// text, or the name that the table gives it.
func (e *engine) callText(pos token.Pos, what string) string {
	name, kind, _ := strings.Cut(what, ":")
	why := writeWords[kind]
	if c := e.source.call(pos); c != nil {
		if s := text(c); s != "" {
			return s + why
		}
		if s := text(c.Fun); s != "" {
			return s + "(...)" + why
		}
	}
	return name + why
}
