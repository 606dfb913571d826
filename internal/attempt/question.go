package attempt

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// A question says to package machine what of a package can make a difference to what a
// retry sends.
type question struct{ *Program }

// Enters is the function of the package that a call runs.
func (q question) Enters(call ssa.CallInstruction) *ssa.Function { return q.own(call.Common()) }

// Has reports whether v is an object, or the metadata of one.
func (q question) Has(v ssa.Value) bool { return standsFor(v.Type()) }

// Asks says what of instr can make a difference to what a retry sends: writes, retries, and
// what functions return in which a write may be refused, or of which a row says something.
func (q question) Asks(instr ssa.Instruction) (values []ssa.Value, acts bool) {
	switch instr := instr.(type) {
	case ssa.CallInstruction:
		if !q.concerns(instr.Common()) {
			return nil, false
		}
		own := q.own(instr.Common())
		for _, op := range instr.Operands(nil) {
			// Of the arguments of its own functions the package says what they are used for.
			if *op != nil && (own == nil || isFunction((*op).Type())) {
				values = append(values, *op)
			}
		}
		return values, true
	case *ssa.Return:
		fn := instr.Parent()
		if fn.Parent() == nil && q.does[fn]&(commits|tells|repeats) == 0 && !(isExported(fn) && q.hasRow(fn)) {
			return nil, false
		}
		for _, v := range instr.Results {
			if q.tells(fn, v.Type()) {
				values = append(values, v)
			}
		}
		if isExported(fn) {
			for _, p := range fn.Params {
				values = append(values, p)
			}
		}
		return values, true
	case *ssa.Panic:
		return nil, true
	}
	return nil, false
}

// concerns reports whether a call may write an object, tell a conflict from other errors, or
// run a function that does.
func (q question) concerns(c *ssa.CallCommon) bool {
	if own := q.own(c); own != nil {
		return q.does[own]&(commits|tells|repeats) != 0
	}
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return false
	}
	to := target(c)
	if to.fn == nil || q.callDoes(c)&(commits|tells|repeats) != 0 || predicate(to.sig) {
		return true
	}
	return to.client().Verb == kube.Create
}

// tells reports whether the caller of fn may learn something of an object or a conflict by
// a result of type t.
func (q question) tells(fn *ssa.Function, t types.Type) bool {
	if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
		return fn.Parent() != nil || asks(fn.Signature)
	}
	return !decidesNothing(t)
}

func isFunction(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}
