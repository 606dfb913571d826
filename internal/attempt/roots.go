package attempt

import (
	"strings"

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
	return strings.Contains(pr.row(fn), "commit")
}
