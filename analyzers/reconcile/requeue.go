package reconcile

import (
	"fmt"
	"go/token"
	"go/version"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/importedit"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pathcond"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// requeues reports a delay that has no effect: it may be negative, or an error comes with it.
func (r *reporter) requeues(pass *analysis.Pass, fn *ssa.Function, ret *ssa.Return) {
	delay := delayOf(ret)
	if delay == nil {
		return
	}
	if failed(ret.Block(), ret.Results[1]) {
		if obj := ssaquery.Declared(fn); obj != nil && kube.Reconciles(obj) {
			r.ReportOnce(report.Finding{Pos: ret.Pos(), Category: requeueWithError,
				Message: "RequeueAfter is ignored, as there is an error: the key comes back with the delay of the rate limiter; return one of them"})
		}
		return
	}
	if !mayPass(delay) || guarded(ret) || compared(delay, ret) {
		return
	}
	is := "negative"
	if isMax(delay) {
		is = "0"
	}
	f := report.Finding{Pos: ret.Pos(), Category: negativeRequeue,
		Message: fmt.Sprintf("RequeueAfter is %s once that time has passed, and then nothing reconciles the object again; use a positive minimum", is)}
	if call := untilTime(delay); call != nil {
		f.Fixes = atLeast(pass, call)
	}
	r.ReportOnce(f)
}

// delayOf is the RequeueAfter of the result that ret returns, nil if it sets none.
func delayOf(ret *ssa.Return) ssa.Value {
	load, ok := ret.Results[0].(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	a, ok := load.X.(*ssa.Alloc)
	if !ok || !kube.IsResult(ssaquery.Deref(a.Type())) {
		return nil
	}
	var set []*ssa.Store
	for _, ref := range *a.Referrers() {
		f, ok := ref.(*ssa.FieldAddr)
		if !ok || ssaquery.FieldName(f.X, f.Field) != "RequeueAfter" {
			if !ok && a.Comment != "complit" && !isRead(ref) {
				return nil // a variable that may be set anywhere
			}
			continue
		}
		for _, use := range *f.Referrers() {
			if st, ok := use.(*ssa.Store); ok {
				set = append(set, st)
			}
		}
	}
	if len(set) != 1 || !set[0].Block().Dominates(ret.Block()) {
		return nil
	}
	return set[0].Val
}

// isRead reports whether i reads a variable, or sets it to zero.
func isRead(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.UnOp:
		return true
	case *ssa.Store:
		return isZero(i.Val)
	}
	return false
}

// mayPass reports whether the duration v is the time until one that an object says, so much more or less, or 0 instead.
func mayPass(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.BinOp:
		_, constant := x.Y.(*ssa.Const)
		return constant && (x.Op == token.ADD || x.Op == token.SUB) && mayPass(x.X) || x.Op == token.SUB && isAge(x.Y)
	case *ssa.Call:
		if isMax(x) {
			return !slices.ContainsFunc(x.Call.Args, func(v ssa.Value) bool { return !isNothing(v) && !mayPass(v) })
		}
		if f := x.Call.StaticCallee(); f != nil && f.Pkg == x.Parent().Pkg && untilTime(x) == nil {
			ret := ssaquery.Returns(f)
			return len(ret) == 1 && len(ret[0].Results) == 1 && untilTime(ret[0].Results[0]) != nil && !guarded(ret[0])
		}
	}
	return untilTime(v) != nil
}

func isMax(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "max"
}

// isAge reports whether v is the time since one that an object says.
func isAge(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	fn := ssaquery.Called(&call.Call)
	return fn != nil && fn.FullName() == "time.Since" && saidByObject(call.Call.Args[0])
}

// untilTime is the call that made the duration v, of the time until one that an object says;
// nil if v is something else.
func untilTime(v ssa.Value) *ssa.Call {
	call, ok := v.(*ssa.Call)
	if !ok {
		return nil
	}
	fn := ssaquery.Called(&call.Call)
	if fn == nil {
		return nil
	}
	switch fn.FullName() {
	case "time.Until":
		if !saidByObject(call.Call.Args[0]) {
			return nil
		}
	case "(time.Time).Sub":
		now, ok := call.Call.Args[1].(*ssa.Call)
		if !ok || !saidByObject(call.Call.Args[0]) {
			return nil
		}
		if f := ssaquery.Called(&now.Call); f == nil || f.FullName() != "time.Now" {
			return nil
		}
	default:
		return nil
	}
	return call
}

// saidByObject reports whether the time v is a field of an API object, or so much later.
func saidByObject(v ssa.Value) bool {
	for {
		switch x := v.(type) {
		case *ssa.UnOp:
			object := apicalls.Object(ssaquery.Root(x.X))
			return x.Op == token.MUL && object != x.X && kube.IsObject(object.Type())
		case *ssa.Field:
			v = x.X
		case *ssa.Call:
			if fn := ssaquery.Called(&x.Call); fn == nil || fn.FullName() != "(time.Time).Add" {
				return false
			}
			v = x.Call.Args[0]
		default:
			return false
		}
	}
}

// guarded reports whether control comes to ret only after a test that may compare times.
func guarded(ret *ssa.Return) bool {
	for _, c := range pathcond.At(ret.Block()) {
		if onlyAsksIfSet(c.Normal().Value) {
			continue
		}
		if flow.Any(c.Value, flow.MadeOf, func(v ssa.Value) bool {
			if v.Type() == nil || ssaquery.IsError(v.Type()) {
				return false
			}
			_, call := v.(*ssa.Call)
			return kube.IsTime(v.Type()) || call && ssaquery.IsBool(v.Type())
		}) {
			return true
		}
	}
	return false
}

// compared reports whether control comes to ret only behind a comparison of delay, and may leave the function behind
// it, as if it had nothing more to do.
func compared(delay ssa.Value, ret *ssa.Return) bool {
	for cond := range ssaquery.Each[*ssa.If](ret.Parent()) {
		at := cond.Block()
		x, ok := cond.Cond.(*ssa.BinOp)
		if !ok || x.X != delay && x.Y != delay || !at.Dominates(ret.Block()) {
			continue
		}
		for _, end := range ssaquery.Returns(ret.Parent()) {
			for _, s := range at.Succs {
				if len(s.Preds) == 1 && s.Dominates(end.Block()) && !s.Dominates(ret.Block()) && ssaquery.IsNil(end.Results[1]) {
					return true
				}
			}
		}
	}
	return false
}

// onlyAsksIfSet reports whether cond compares with nil, or asks whether a time is zero.
func onlyAsksIfSet(cond ssa.Value) bool {
	switch x := cond.(type) {
	case *ssa.BinOp:
		return ssaquery.IsNil(x.Y)
	case *ssa.Call:
		fn, _ := apicalls.Target(&x.Call)
		return fn != nil && kube.SaysZero(fn.Name())
	}
	return false
}

// failed reports whether the error err is known not to be nil in b.
func failed(b *ssa.BasicBlock, err ssa.Value) bool {
	if call, ok := err.(*ssa.Call); ok {
		if fn := ssaquery.Called(&call.Call); fn != nil && kube.MakesError(fn) {
			return true
		}
	}
	return tested(b, err, token.NEQ)
}

// atLeast makes the duration that call returns a second at least.
func atLeast(pass *analysis.Pass, call *ssa.Call) []analysis.SuggestedFix {
	if v := pass.Pkg.GoVersion(); v != "" && version.Compare(v, "go1.21") < 0 {
		return nil // has no max
	}
	file, e, _ := astspan.Call(pass.Files, call.Pos())
	if e == nil {
		return nil
	}
	name, imports := importedit.Name(pass, file, "time", "time")
	if name == "" {
		return nil
	}
	return []analysis.SuggestedFix{{Message: "Wait for a second at least", TextEdits: append(imports,
		analysis.TextEdit{Pos: e.Pos(), End: e.Pos(), NewText: []byte("max(")},
		analysis.TextEdit{Pos: e.End(), End: e.End(), NewText: fmt.Appendf(nil, ", %s.Second)", name)},
	)}}
}
