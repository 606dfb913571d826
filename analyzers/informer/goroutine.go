package informer

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/controlpath"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/wording"
)

// startInGoroutine reports a factory that is started in a goroutine of its own, by itself or by a method of what has
// it, and waited for at once. Start does not block: it runs each informer in a goroutine.
func startInGoroutine(pass *analysis.Pass, rep *report.Reporter, start *ssa.Go) {
	factory, starts := cycleOf(pass, &start.Call)
	if len(starts.Starts) == 0 || asksIfSynced(start.Parent()) {
		return
	}
	var wait *ssa.Call
	controlpath.Walk{
		Holds: func(*controlpath.Path, ssa.Value) controlpath.Truth { return controlpath.Unknown },
		Visit: func(_ *controlpath.Path, i ssa.Instruction) bool {
			call, ok := i.(*ssa.Call)
			if !ok {
				return !blocks(i)
			}
			of, does := cycleOf(pass, &call.Call)
			if of == nil || !ssaquery.SamePlace(of, factory) {
				return !sleeps(call)
			}
			if does.waitsFor(starts) && wait == nil {
				wait = call
			}
			return len(does.Waits)+len(does.Starts) == 0
		},
	}.Behind(start)
	if wait == nil {
		return
	}
	f := report.Finding{Pos: start.Pos(), Category: waitBeforeStart,
		Message: "WaitForCacheSync may run before this Start, and then waits for no informer; call Start without go: it does not block",
		Trace:   []report.Step{{Pos: wait.Pos(), Text: "returns at once if no informer is started yet"}},
		Fixes: []analysis.SuggestedFix{{Message: "Call Start without go",
			TextEdits: []analysis.TextEdit{{Pos: start.Pos(), End: start.Pos() + token.Pos(len("go "))}}}},
	}
	if method := ssaquery.Target(&start.Call).Name(); !kube.IsInformerFactory(factory.Type()) {
		f.Message = wording.Fit(wording.Max, func(d wording.Level) string {
			return fmt.Sprintf("%s may run before %s starts the informers, and then waits for none; start them before this goroutine", d.Name(ssaquery.Target(&wait.Call).Name()), d.Name(method))
		})
		f.Fixes = nil
	}
	rep.Report(f)
}

// blocks reports whether i waits for another goroutine.
func blocks(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Select:
		return i.Blocking
	case *ssa.UnOp:
		return i.Op == token.ARROW
	}
	return false
}

// sleeps reports whether the call waits for some time, or for other goroutines.
func sleeps(call *ssa.Call) bool {
	f := ssaquery.Called(&call.Call)
	if f == nil {
		return false
	}
	switch f.FullName() {
	case "time.Sleep", "(*sync.WaitGroup).Wait":
		return true
	}
	return kube.WaitsForSync(f)
}
