package attempt

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// isRoot reports whether something can be found in fn: it retries, or writes
// more than once.
func (pr *Program) isRoot(fn *ssa.Function) bool {
	writes, again := 0, false
	for _, b := range fn.Blocks {
		for _, s := range b.Succs {
			again = again || s.Dominates(b)
		}
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if pr.retries(call.Common()) {
				return true
			}
			again = again || testsConflict(call.Common())
			if pr.writes(call.Common()) {
				writes++
			}
		}
	}
	return writes > 1 || writes > 0 && again
}

// retries reports whether a call retries, or may do so with a function that it gets.
func (pr *Program) retries(c *ssa.CallCommon) bool {
	fn, name, sig, recv := target(c)
	if fn != nil {
		if _, ok := kube.RetryRows[kube.Name(fn)]; ok {
			return true
		}
	}
	switch kube.CallOf(name, fn, sig, recv).Verb {
	case kube.Write, kube.WriteInto, kube.PatchInto:
		return false
	}
	own := pr.own(c)
	return own != nil && hasFuncParam(own) && pr.relevant[own]
}

// testsConflict reports whether a call tells a conflict from other errors.
func testsConflict(c *ssa.CallCommon) bool {
	fn, _, sig, _ := target(c)
	if fn == nil || !predicate(sig) {
		return false
	}
	answer, known := kube.SaysConflict(fn)
	return answer && known
}

// writes reports whether a call writes an object.
func (pr *Program) writes(c *ssa.CallCommon) bool {
	fn, name, sig, recv := target(c)
	switch kube.CallOf(name, fn, sig, recv).Verb {
	case kube.Write, kube.WriteInto, kube.PatchInto:
		return true
	}
	if own := pr.own(c); own != nil && pr.writers[own] {
		return true
	}
	return contains(pr.row(fn), "commit")
}

func hasFuncParam(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if _, ok := p.Type().Underlying().(*types.Signature); ok {
			return true
		}
	}
	return false
}

// target is what a call calls, without running it.
func target(c *ssa.CallCommon) (fn *types.Func, name string, sig *types.Signature, recv types.Type) {
	if c.IsInvoke() {
		return c.Method, c.Method.Name(), c.Signature(), c.Value.Type()
	}
	if f := c.StaticCallee(); f != nil {
		if f.Origin() != nil {
			f = f.Origin()
		}
		if obj, ok := f.Object().(*types.Func); ok {
			if r := f.Signature.Recv(); r != nil {
				recv = r.Type()
			}
			return obj.Origin(), obj.Name(), f.Signature, recv
		}
		return nil, f.Name(), f.Signature, nil
	}
	return nil, valueName(c.Value), c.Signature(), nil
}

// own is the function of the package that a call calls, nil for others.
func (pr *Program) own(c *ssa.CallCommon) *ssa.Function {
	f := c.StaticCallee()
	if f == nil {
		return nil
	}
	if f.Origin() != nil {
		f = f.Origin()
	}
	if f.Pkg != pr.pkg || len(f.Blocks) == 0 {
		return nil
	}
	return f
}
