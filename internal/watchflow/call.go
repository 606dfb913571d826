package watchflow

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file takes calls and constants apart, as the author wrote them.

// calleeName is the name of the function or method that a call calls, or of the
// field or package variable that the function is kept in, or "".
func calleeName(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return c.Method.Name()
	}
	switch v := c.Value.(type) {
	case *ssa.Function:
		if v.Origin() != nil {
			return v.Origin().Name()
		}
		return v.Name()
	case *ssa.Builtin:
		return v.Name()
	case *ssa.UnOp:
		switch x := v.X.(type) {
		case *ssa.FieldAddr:
			return ssaquery.StructField(x.X.Type(), x.Field).Name()
		case *ssa.Global:
			return x.Name()
		}
	}
	return ""
}

// explicitArgs are the arguments of a call without the receiver.
func explicitArgs(c *ssa.CallCommon) []ssa.Value {
	if recv, args := ssaquery.Operands(c); recv != nil {
		return args
	}
	return c.Args
}

// receiver is the receiver of a method call, or nil.
func receiver(c *ssa.CallCommon) ssa.Value {
	recv, _ := ssaquery.Operands(c)
	return recv
}

// passedOn reports whether c only passes g on as an argument, so that g's
// parameters are not c's arguments.
func passedOn(c *ssa.CallCommon, g *ssa.Function) bool {
	return !c.IsInvoke() && slices.ContainsFunc(c.Args, func(a ssa.Value) bool {
		u := ssaquery.Unwrap(a)
		if mc, ok := u.(*ssa.MakeClosure); ok {
			u = mc.Fn
		}
		return u == ssa.Value(g)
	})
}

// suffixConst is the constant that the string v ends with, or "".
func suffixConst(v ssa.Value) string {
	if b, ok := v.(*ssa.BinOp); ok && b.Op == token.ADD {
		return ssaquery.StringConst(b.Y)
	}
	return ssaquery.StringConst(v)
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

func isError(t types.Type) bool { return types.Implements(t, errorType) }

// loadedFrom returns the address that v reads its value from, or nil where v is no
// load from memory.
func loadedFrom(v ssa.Value) ssa.Value {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		return u.X
	}
	return nil
}

// variableName is the name of the variable or field that v is read from or assigned to, or "".
func variableName(c *code, v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Parameter:
		return v.Name()
	case *ssa.FieldAddr:
		return fieldName(v)
	case *ssa.Field:
		return ssaquery.StructField(v.X.Type(), v.Field).Name()
	case *ssa.Phi:
		return v.Comment
	case *ssa.UnOp:
		switch a := v.X.(type) {
		case *ssa.Alloc:
			return a.Comment
		case *ssa.FreeVar:
			return a.Name()
		case *ssa.Global:
			return a.Name()
		case *ssa.FieldAddr:
			return fieldName(a)
		}
	}
	for _, l := range c.Registers.Held(v) {
		return l.Describe()
	}
	return ""
}

// fieldName is the name of the field that a addresses.
func fieldName(a *ssa.FieldAddr) string { return ssaquery.StructField(a.X.Type(), a.Field).Name() }

// versionOf reports whether v reads the resourceVersion of some object, and of
// which one.
func versionOf(v ssa.Value) (object ssa.Value, ok bool) {
	switch v := v.(type) {
	case *ssa.Call:
		args := explicitArgs(&v.Call)
		if ofReceiver, ok := kube.GetsVersion(calleeName(&v.Call), len(args), false); ok {
			if ofReceiver {
				return receiver(&v.Call), true
			}
			return args[0], true
		}
	case *ssa.Extract: // version, err := accessor.ResourceVersion(obj)
		if call, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 {
			args := explicitArgs(&call.Call)
			if _, ok := kube.GetsVersion(calleeName(&call.Call), len(args), true); ok {
				return args[0], true
			}
		}
	case *ssa.UnOp:
		if fa, ok := loadedFrom(v).(*ssa.FieldAddr); ok && isVersionField(fa.X.Type(), fa.Field) {
			return fa.X, true
		}
	case *ssa.Field:
		if isVersionField(v.X.Type(), v.Field) {
			return v.X, true
		}
	}
	return nil, false
}

// isVersionField reports whether field i of t is a resourceVersion.
func isVersionField(t types.Type, i int) bool {
	return strings.EqualFold(ssaquery.StructField(t, i).Name(), kube.ResourceVersionField)
}

// noVersion reports whether a watch that starts from s starts from no version: from the
// newest state, or from any.
func noVersion(s string) bool { return s == "" || s == "0" }

// setsOptionsVersion returns the address that st stores to, if that is the
// resourceVersion of options of a list or watch.
func setsOptionsVersion(st *ssa.Store) *ssa.FieldAddr {
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok || !isVersionField(fa.X.Type(), fa.Field) || kube.OptionsField(fa.X.Type()) == "" {
		return nil
	}
	return fa
}
