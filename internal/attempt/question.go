package attempt

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Enters is the function of the package that a call runs.
func (pr *Program) Enters(call ssa.CallInstruction) *ssa.Function { return pr.own(call.Common()) }

// Asks says what of instr can make a difference to what a retry sends: calls that get
// objects, conflicts or functions, writes into objects, and what functions return.
func (pr *Program) Asks(instr ssa.Instruction) (values []ssa.Value, acts bool) {
	switch instr := instr.(type) {
	case ssa.CallInstruction:
		if !pr.concerns(instr.Common()) {
			return nil, false
		}
		for _, op := range instr.Operands(nil) {
			values = append(values, *op)
		}
		return values, true
	case *ssa.Return:
		for _, v := range instr.Results {
			if pr.tells(instr.Parent(), v.Type()) {
				values = append(values, v)
			}
		}
		return values, true
	case *ssa.Panic:
		return nil, true
	case *ssa.Store:
		return nil, liesInObject(instr.Addr)
	case *ssa.MapUpdate:
		return nil, liesInObject(instr.Map)
	case *ssa.FieldAddr:
		if kube.IsObject(instr.X.Type()) {
			return []ssa.Value{instr.X}, false
		}
	}
	return nil, false
}

// concerns reports whether a call may read, write or change an object, look at a conflict
// or run a function that does.
func (pr *Program) concerns(c *ssa.CallCommon) bool {
	if own := pr.own(c); own != nil {
		return pr.matters(own)
	}
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return false
	}
	fn, name, sig, recv := target(c)
	if fn == nil || pr.callDoes(c) != 0 || pr.handsObjects(c) {
		return true
	}
	return recv != nil && kube.IsObject(recv) && !reads(name) || predicate(sig)
}

// tells reports whether the caller of fn may learn something of an object or a conflict by
// a result of type t.
func (pr *Program) tells(fn *ssa.Function, t types.Type) bool {
	if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
		return fn.Parent() != nil || asks(fn.Signature)
	}
	return !decidesNothing(t)
}

// liesInObject reports whether the memory at v is an object's, or is reached from one.
func liesInObject(v ssa.Value) bool {
	for n := 0; v != nil && n < maxBehind; v, n = ssaquery.Around(v), n+1 {
		if kube.IsObject(v.Type()) {
			return true
		}
	}
	return false
}
