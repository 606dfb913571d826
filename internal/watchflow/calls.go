package watchflow

import (
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"
)

// name is the name of the function or method that a call calls, or "".
func name(c *ssa.CallCommon) string {
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
		// A function kept in a field or a package variable.
		switch x := v.X.(type) {
		case *ssa.FieldAddr:
			return pointsto.StructField(x.X.Type(), x.Field).Name()
		case *ssa.Global:
			return x.Name()
		}
	}
	return ""
}

// args without the receiver, as written.
func plainArgs(c *ssa.CallCommon) []ssa.Value {
	if !c.IsInvoke() && c.Signature().Recv() != nil && len(c.Args) > 0 {
		return c.Args[1:]
	}
	return c.Args
}

// receiver is the receiver of a method call, or nil.
func receiver(c *ssa.CallCommon) ssa.Value {
	if c.IsInvoke() {
		return c.Value
	}
	if c.Signature().Recv() != nil && len(c.Args) > 0 {
		return c.Args[0]
	}
	return nil
}
