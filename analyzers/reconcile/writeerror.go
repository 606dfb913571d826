package reconcile

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pathcond"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/wording"
)

// writeErrors reports the writes of fn, and those that it defers, whose failure nobody hears of.
func (r *reporter) writeErrors(pass *analysis.Pass, fn *ssa.Function) {
	for call := range ssaquery.Each[*ssa.Call](fn) {
		if w := r.writes(call); w.verb != "" {
			r.writeError(pass, w, call, unheard(pass, call, nil, w.beside))
		}
	}
	for d := range ssaquery.Each[*ssa.Defer](fn) {
		end := endsWell(pass, fn, d)
		if end == nil {
			continue
		}
		if w := r.writes(d); w.verb != "" && !w.dropped {
			r.writeError(pass, w, d, end)
		}
		f := d.Call.StaticCallee()
		if f == nil || f.Parent() != fn && (f.Pkg != fn.Pkg || f.Signature.Results().Len() > 0) {
			continue
		}
		for call := range ssaquery.Each[*ssa.Call](f) {
			if w := r.writes(call); w.verb != "" && tooLate(apicalls.Err(call), f) == nil && unheard(pass, call, f, w.beside) != nil {
				r.writeError(pass, w, call, end)
			}
		}
		if f.Parent() == fn {
			r.lateErrors(pass, fn, f, end, false)
		}
	}
}

// allLateErrors reports writes that fn, which is no Reconcile, defers, and whose error it means to return, but does not.
func (r *reporter) allLateErrors(pass *analysis.Pass, fn *ssa.Function) {
	res := fn.Signature.Results()
	if ssaquery.Declared(fn) == nil || res.Len() == 0 || !ssaquery.IsError(res.At(res.Len()-1).Type()) {
		return
	}
	for d := range ssaquery.Each[*ssa.Defer](fn) {
		lit := d.Call.StaticCallee()
		if lit == nil || lit.Parent() != fn {
			continue
		}
		ends := ssaquery.Returns(fn)
		if i := slices.IndexFunc(ends, func(ret *ssa.Return) bool { return ssaquery.RunsAfter(d, ret) }); i >= 0 {
			r.lateErrors(pass, fn, lit, ends[i], true)
		}
	}
}

// lateErrors reports the writes of lit, which fn defers, that keep their error in a variable when end has set the
// results. silent leaves those out behind which lit calls anything, such as a logger: then the error is told.
func (r *reporter) lateErrors(pass *analysis.Pass, fn, lit *ssa.Function, end *ssa.Return, silent bool) {
	for call := range ssaquery.Each[*ssa.Call](lit) {
		kept := tooLate(apicalls.Err(call), lit)
		if kept == nil {
			continue
		}
		w := r.writes(call)
		f := failure{pass: pass, err: apicalls.Err(call), beside: w.beside, kept: kept, deferred: lit, silent: silent}
		if w.verb == "" || f.behind(call) == nil {
			continue
		}
		r.ReportOnce(report.Finding{Pos: ssaquery.Position(w.at), Category: writeError,
			Message: wording.Fit(wording.Max, func(l wording.Level) string {
				return fmt.Sprintf("if %s fails, %s returns no error: the deferred function sets %s after the results; make %[3]s a named result", w.name(l), l.Name(fn.Name()), l.Name(kept.Name()))
			}),
			Trace: append(w.trace(), report.Step{Pos: end.Pos(), Text: "sets the results, and then the deferred function runs"}),
		})
	}
}

// writeError reports the write w, which call makes or tries again, if there is an end that Reconcile comes to although it
// has failed.
func (r *reporter) writeError(pass *analysis.Pass, w written, call ssa.CallInstruction, end *ssa.Return) {
	if end == nil {
		return
	}
	var fixes []analysis.SuggestedFix
	if w.below == nil {
		fixes = returnError(pass, end.Pos(), call.Pos())
	}
	r.ReportOnce(report.Finding{Pos: ssaquery.Position(w.at), Category: writeError,
		Message: wording.Fit(wording.Max, func(l wording.Level) string {
			return fmt.Sprintf("if %s fails, Reconcile returns no error and nothing tries again until the object changes; return the error", w.name(l))
		}),
		Trace: append(w.trace(), report.Step{Pos: end.Pos(), Text: "the empty result and no error: the key is not put back into the queue"}),
		Fixes: fixes,
	})
}

// endsWell is a return of fn behind d that says that nothing failed, where nothing else runs that fn defers and
// that may bring the key back; nil if there is none.
func endsWell(pass *analysis.Pass, fn *ssa.Function, d *ssa.Defer) *ssa.Return {
	for other := range ssaquery.Each[*ssa.Defer](fn) {
		if other != d && !onlySays(fn, &other.Call) {
			return nil
		}
	}
	for _, ret := range ssaquery.Returns(fn) {
		if ssaquery.RunsAfter(d, ret) && !leaves(ret) && len(ret.Results) == 2 && (isZero(ret.Results[0]) && ssaquery.IsNil(ret.Results[1]) || returnsStop(pass, ret)) {
			return ret
		}
	}
	return nil
}

// leaves reports whether ret is for an object that is gone or being deleted, of which nothing need be stored.
func leaves(ret *ssa.Return) bool {
	return slices.ContainsFunc(pathcond.At(ret.Block()), func(c pathcond.Condition) bool {
		c = c.Normal()
		if call, ok := c.Value.(*ssa.Call); ok && c.True {
			if fn := ssaquery.Called(&call.Call); fn != nil && kube.ExcusesError(fn) {
				return true
			}
		}
		of, deleting := apicalls.DeletionTest(c.Value)
		return of != nil && deleting == c.True
	})
}
