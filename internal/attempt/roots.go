package attempt

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// isRoot reports whether something can be found in fn: it retries; it writes where it comes again, or calls itself; it
// writes after a write that leaves an object with its old version; or it writes twice and tells a conflict from other
// errors.
func (pr *Program) isRoot(fn *ssa.Function) bool {
	if pr.does[fn]&(commits|repeats) == 0 {
		return false
	}
	writes, told, copies := 0, false, false
	var left []*ssa.BasicBlock // with writes that leave an object, or what it was copied from, with its old version
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			d, again := pr.siteDoes(call.Common())
			again = again || d&commits != 0 && pr.own(call.Common()) == fn
			if again || d&commits != 0 && slices.ContainsFunc(left, func(l *ssa.BasicBlock) bool { return l == b || ssaquery.LeadsOn(l, b) }) {
				return true
			}
			if d&commits != 0 && ssaquery.LeadsOn(b, b) && (pr.own(call.Common()) == nil || isHanded(call.Common())) {
				return true
			}
			told = told || d&tells != 0
			if d&commits != 0 {
				writes++
			}
			if d&leaves != 0 || d&commits != 0 && (copies || pr.sendsCopy(pr.own(call.Common()))) {
				left = append(left, b)
			}
			copies = copies || kube.CopiesReceiver(target(call.Common()).name)
		}
	}
	return writes > 1 && told
}

// sendsCopy reports whether fn, or a function of the package that it calls, sends a copy of an object: what that was
// copied from has an old version then.
func (pr *Program) sendsCopy(fn *ssa.Function) bool {
	if fn == nil || pr.does[fn]&commits == 0 {
		return false
	}
	is, known := pr.copiers[fn]
	if !known {
		pr.copiers[fn] = false // of a function that calls itself
		for call := range ssaquery.Each[*ssa.Call](fn) {
			is = is || pr.sendsCopy(pr.own(&call.Call)) || kube.CopiesReceiver(target(&call.Call).name) && pr.isSent(call)
		}
		pr.copiers[fn] = is
	}
	return is
}

// isSent reports whether a call may write the object v.
func (pr *Program) isSent(v ssa.Value) bool {
	for u := range (flow.Walk{Along: flow.Converted | flow.Asserted | flow.Merged}).Uses(v) {
		if call, ok := u.At.(*ssa.Call); ok {
			if d, _ := pr.siteDoes(&call.Call); d&commits != 0 {
				return true
			}
		}
	}
	return false
}

// callsItself reports whether fn calls itself.
func callsItself(pr *Program, fn *ssa.Function) bool {
	for call := range ssaquery.Each[ssa.CallInstruction](fn) {
		if pr.own(call.Common()) == fn {
			return true
		}
	}
	return false
}

// tellsApart reports whether fn itself tells a conflict from other errors.
func (pr *Program) tellsApart(fn *ssa.Function) bool {
	for instr := range ssaquery.Instructions(fn) {
		if call, ok := instr.(ssa.CallInstruction); ok {
			if d, _ := pr.siteDoes(call.Common()); d&tells != 0 {
				return true
			}
		}
	}
	return false
}

// triesAgain reports whether fn writes again and again itself, and runs a function that it is given:
// only its callers know which.
func (pr *Program) triesAgain(fn *ssa.Function) bool {
	if !hasFuncParam(fn) || pr.does[fn]&(commits|repeats) != commits {
		return false
	}
	is, known := pr.tries[fn]
	if !known {
		pr.tries[fn] = false // of a function that calls itself
		is = pr.isRoot(fn)
		pr.tries[fn] = is
	}
	return is
}

// isHanded reports whether a call is given something that may be an object or lead to one,
// other than its receiver.
func isHanded(c *ssa.CallCommon) bool {
	for i, a := range c.Args {
		if (i > 0 || c.IsInvoke() || c.Signature().Recv() == nil) && isReference(a.Type()) && !ssaquery.IsContext(a.Type()) {
			return true
		}
	}
	return false
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
	return d | of, of&repeats != 0 && hasFuncParam(own) || pr.triesAgain(own)
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

// givesUp reports whether an attempt returns an error that is surely another one than that of the write:
// of a call that gets no error, and that writes no object itself.
func (pr *Program) givesUp(instr ssa.Instruction) bool {
	ret, ok := instr.(*ssa.Return)
	if !ok || len(ret.Results) == 0 {
		return false
	}
	err := ret.Results[len(ret.Results)-1]
	call := ssaquery.ResultOf(err)
	if call == nil || !ssaquery.NotNilAt(err, ret.Block()) {
		return false
	}
	if own := pr.own(call.Common()); own == nil && call.Common().StaticCallee() == nil || own != nil && pr.does[own]&(commits|repeats) != 0 {
		return false
	}
	return !slices.ContainsFunc(ssaquery.AllArgs(call.Common()), func(a ssa.Value) bool {
		if mi, ok := a.(*ssa.MakeInterface); ok {
			a = mi.X
		}
		_, isFunc := a.Type().Underlying().(*types.Signature)
		return isFunc || ssaquery.IsError(a.Type()) || ssaquery.IsAny(a.Type())
	})
}
