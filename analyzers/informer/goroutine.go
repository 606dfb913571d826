package informer

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/controlpath"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// startInGoroutine reports a factory that is started in a goroutine of its own and waited for at once. Start does
// not block: it runs each informer in a goroutine.
func startInGoroutine(pass *analysis.Pass, rep *report.Reporter, start *ssa.Go) {
	factory := start.Call.Value
	if !start.Call.IsInvoke() || kube.FactoryCallOf(start.Call.Method, factory.Type()) != kube.FactoryStarts || asksIfSynced(start.Parent()) {
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
			if !call.Call.IsInvoke() || !ssaquery.SamePlace(call.Call.Value, factory) {
				return !sleeps(call)
			}
			does := kube.FactoryCallOf(call.Call.Method, factory.Type())
			if does == kube.FactoryWaits && wait == nil {
				wait = call
			}
			return does != kube.FactoryWaits && does != kube.FactoryStarts
		},
	}.Behind(start)
	if wait == nil {
		return
	}
	rep.Report(report.Finding{Pos: start.Pos(), Category: waitBeforeStart,
		Message: "this Start may not have run yet when WaitForCacheSync looks for started informers, and then that waits for none; call Start without go: it does not block",
		Trace:   []report.Step{{Pos: wait.Pos(), Text: "returns at once if no informer is started yet"}},
		Fixes: []analysis.SuggestedFix{{Message: "Call Start without go",
			TextEdits: []analysis.TextEdit{{Pos: start.Pos(), End: start.Pos() + token.Pos(len("go "))}}}},
	})
}

// asksIfSynced reports whether fn asks informers whether they have synced: then it does not depend on the factory's answer.
func asksIfSynced(fn *ssa.Function) bool {
	for i := range ssaquery.Instructions(fn) {
		switch i := i.(type) {
		case *ssa.Call:
			if i.Call.IsInvoke() && kube.AsksIfSynced(i.Call.Method) {
				return true
			}
		case *ssa.MakeClosure:
			if m, ok := i.Fn.(*ssa.Function).Object().(*types.Func); ok && kube.AsksIfSynced(m) {
				return true
			}
		}
	}
	return false
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
