package attempt

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// isRoot reports whether something can be found in fn: it retries; it writes
// where it comes again; it writes after a write that leaves an object with its
// old version; or it writes twice and tells a conflict from other errors.
func (pr *Program) isRoot(fn *ssa.Function) bool {
	if pr.does[fn]&(commits|repeats) == 0 {
		return false
	}
	writes, told := 0, false
	var left []*ssa.BasicBlock // with writes that leave an object with its old version
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			d, again := pr.siteDoes(call.Common())
			if again || d&commits != 0 && (ssaquery.LeadsOn(b, b) || slices.ContainsFunc(left, func(l *ssa.BasicBlock) bool { return l == b || ssaquery.LeadsOn(l, b) })) {
				return true
			}
			told = told || d&tells != 0
			if d&commits != 0 {
				writes++
			}
			if d&leaves != 0 {
				left = append(left, b)
			}
		}
	}
	return writes > 1 && told
}

// siteDoes is what a call does, also in functions of the package. again: it
// retries a function that it is given, or may do so. A function tells its caller
// of a conflict only where it is asked about an error: what it does about its
// own is found there.
func (pr *Program) siteDoes(c *ssa.CallCommon) (d does, again bool) {
	d = pr.callDoes(c)
	own := pr.own(c)
	if own == nil {
		return d, d&repeats != 0
	}
	of := pr.does[own]
	if !predicate(own.Signature) {
		of &^= tells
	}
	return d | of, of&repeats != 0 && hasFuncParam(own)
}

// hasRow reports whether another package can have use for a row of fn: one of an
// object that it gets or returns, or of a predicate, or of what makes an error of another.
func (pr *Program) hasRow(fn *ssa.Function) bool {
	if pr.asked(fn) != nil {
		return true
	}
	for _, p := range fn.Params {
		if kube.IsObject(p.Type()) {
			return true
		}
	}
	for i := range fn.Signature.Results().Len() {
		if kube.IsObject(fn.Signature.Results().At(i).Type()) {
			return true
		}
	}
	return false
}

// asked is what a predicate, or a function that makes an error of another, is run with for
// its row, a conflict; nil for other functions, which are run with their parameters.
func (pr *Program) asked(fn *ssa.Function) []value {
	if asks(fn.Signature) && fn.Signature.Recv() == nil {
		return []value{{kind: conflict, text: "same"}}
	}
	if i := converts(fn.Signature); i >= 0 && fn.Signature.Recv() == nil && pr.does[fn]&(commits|repeats) == 0 {
		args := make([]value, i+1)
		args[i] = value{kind: conflict, text: "same"}
		return args
	}
	return nil
}
