package reconcile

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/controlpath"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pathcond"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// said is what a result is beside an error.
type said int

const (
	unknown   said = iota
	something      // not nil, or true
	nothing        // nil, false, or an empty struct
)

// A failure is the hypothesis that a call has failed with an error that no test of its kind knows.
type failure struct {
	pass     *analysis.Pass
	err      ssa.Value    // nil if the call drops it at once
	kept     *ssa.FreeVar // where a deferred literal keeps it, for nobody else
	silent   bool         // nobody is told of it
	deferred *ssa.Function
	beside   []said      // what the helper returns beside err
	helper   bool        // its function is a helper, which hands the error on
	returned []said      // what that returns with the error
	dropped  *ssa.Return // where Reconcile, or what it defers, ends as if nothing had happened; where a helper returns the error
}

// unheard is a return where the function of call ends as if call had not failed; nil if there is none. deferred is
// that function if Reconcile defers it, and hears of nothing that it says; beside is as in [written].
func unheard(pass *analysis.Pass, call *ssa.Call, deferred *ssa.Function, beside []said) *ssa.Return {
	err := apicalls.Err(call)
	if err == nil || len(*err.Referrers()) == 0 {
		if !isStatement(pass, call) {
			return nil // _ = r.Update(ctx, obj) says that the author does not care
		}
		err = nil
	}
	if err != nil && stored(err) {
		return nil
	}
	f := failure{pass: pass, err: err, beside: beside, deferred: deferred}
	return f.behind(call)
}

// behind is f.dropped, if call fails.
func (f *failure) behind(call *ssa.Call) *ssa.Return {
	controlpath.Walk{Holds: f.holds, Visit: f.visit}.Behind(call)
	return f.dropped
}

func (f *failure) holds(p *controlpath.Path, cond ssa.Value) controlpath.Truth {
	if v, isNil := p.NilTest(cond); v != nil && f.same(p, v) {
		return controlpath.Of(!isNil)
	} else if s, ok := f.other(v); ok && s != unknown {
		return controlpath.Of(isNil == (s == nothing))
	}
	if s, ok := f.other(cond); ok && s != unknown {
		return controlpath.Of(s == something)
	}
	if call, ok := cond.(*ssa.Call); ok && slices.ContainsFunc(call.Call.Args, func(v ssa.Value) bool { return p.Value(v) == f.err }) {
		if fn := ssaquery.Called(&call.Call); fn != nil && kube.ExcusesError(fn) {
			return controlpath.False
		}
	}
	if f.err != nil && f.asks(p, cond) {
		return controlpath.Stop
	}
	return controlpath.Unknown
}

// asks reports whether v is made of the error: of its type, its text, or what it is compared with; or of a result beside
// it that may be anything.
func (f *failure) asks(p *controlpath.Path, v ssa.Value) bool {
	of := func(v ssa.Value) (of []ssa.Value) {
		of = flow.MadeOf(v)
		if a, ok := v.(*ssa.Alloc); ok {
			of = f.keptIn(a)
		}
		return of
	}
	return flow.Any(p.Value(v), of, func(v ssa.Value) bool {
		s, other := f.other(v)
		return v == f.err || other && s != nothing
	})
}

// keptIn are the results beside the error that are stored in a.
func (f *failure) keptIn(a *ssa.Alloc) (vs []ssa.Value) {
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == a {
			if _, ok := f.other(st.Val); ok {
				vs = append(vs, st.Val)
			}
		}
	}
	return vs
}

// same reports whether v is the error, what is left of it when one kind is ignored, or an error that was made of it.
func (f *failure) same(p *controlpath.Path, v ssa.Value) bool {
	of := func(v ssa.Value) (of []ssa.Value) {
		call, ok := v.(*ssa.Call)
		if !ok {
			return nil
		}
		fn := ssaquery.Called(&call.Call)
		if fn == nil || !kube.IgnoresError(fn) && !kube.MakesError(fn) && kube.Wraps(kube.Name(fn)) == "" {
			return nil
		}
		for _, a := range ssaquery.AllArgs(&call.Call) {
			of = append(of, p.Value(ssaquery.InInterface(a)))
		}
		return of
	}
	return flow.Any(p.Value(v), of, func(v ssa.Value) bool {
		u, ok := v.(*ssa.UnOp)
		return v == f.err || ok && f.kept != nil && u.X == f.kept
	})
}

// visit goes on as long as the function only says that something failed.
func (f *failure) visit(p *controlpath.Path, i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Return:
		if f.helper {
			if f.same(p, i.Results[len(i.Results)-1]) {
				f.returns(p, i)
			}
			return false
		}
		if f.deferred != nil {
			f.dropped = i
			return false
		}
		if len(i.Results) == 2 && returnsStop(f.pass, i) {
			f.dropped = i
		}
		if len(i.Results) != 2 || !isZero(p.Value(i.Results[0])) {
			return false
		}
		if err := p.Value(i.Results[1]); ssaquery.IsNil(err) || tested(i.Block(), err, token.EQL) {
			f.dropped = i
		}
		return false
	case *ssa.Call:
		return !f.silent && (f.says(p, &i.Call) || isStop(f.pass, i))
	case *ssa.RunDefers:
		for d := range ssaquery.Each[*ssa.Defer](i.Parent()) {
			if ssaquery.Reachable(d.Block(), i.Block(), nil) && !onlySays(i.Parent(), &d.Call) {
				return false
			}
		}
	case *ssa.Store:
		// Arguments, and the parts of what is told; never an object that is kept.
		a, ok := ssaquery.Root(i.Addr).(*ssa.Alloc)
		x, captured := i.Addr.(*ssa.FreeVar)
		return ok && !kube.IsObject(a.Type()) || captured && f.kept != nil && unread(x)
	case *ssa.Defer, *ssa.Go, *ssa.Send, *ssa.MapUpdate, *ssa.Panic, *ssa.Select:
		return false
	}
	return true
}

// returns notes what the helper returns, with the error, at ret.
func (f *failure) returns(p *controlpath.Path, ret *ssa.Return) {
	first := f.dropped == nil
	f.dropped = ret
	for i, v := range ret.Results {
		s := f.result(p, v)
		if first {
			f.returned = append(f.returned, s)
		} else if f.returned[i] != s {
			f.returned[i] = unknown
		}
	}
}

// onlySays reports whether the deferred call c of fn is a function of the standard library, logs, counts or ends a
// span. If c runs a literal or a function of the package, all calls in it must do no more than that. Others may change
// the object, which brings its key back.
func onlySays(fn *ssa.Function, c *ssa.CallCommon) bool {
	return onlySaysBut(fn, c, map[*ssa.Function]bool{})
}

func onlySaysBut(fn *ssa.Function, c *ssa.CallCommon, seen map[*ssa.Function]bool) bool {
	if f := c.StaticCallee(); f != nil && len(f.Blocks) > 0 && f.Pkg == fn.Pkg {
		if seen[f] {
			return true
		}
		seen[f] = true
		for i := range ssaquery.Instructions(f) {
			switch i := i.(type) {
			case ssa.CallInstruction:
				if !onlySaysBut(f, i.Common(), seen) {
					return false
				}
			case *ssa.Send, *ssa.Select:
				return false
			}
		}
		return true
	}
	f, _ := apicalls.Target(c)
	if f == nil {
		_, builtin := c.Value.(*ssa.Builtin)
		return builtin || len(c.Args) == 0 || kube.GivesLogger(c.Signature()) // cancel()
	}
	return kube.IsLogCall(f.Name()) || kube.IsForLog(f) || kube.Measures(f) || f.Name() == "End" || f.Pkg() == nil || kube.StdPath(f.Pkg().Path())
}

// says reports whether c changes nothing on the server: it logs, tells about an event, counts, makes a text, tests the
// error, or changes what is in memory.
func (f *failure) says(p *controlpath.Path, c *ssa.CallCommon) bool {
	fn, recv := apicalls.Target(c)
	switch {
	case fn == nil:
		_, builtin := c.Value.(*ssa.Builtin)
		return builtin || kube.GivesLogger(c.Signature())
	case kube.IsForLog(fn), kube.LogsByName(fn), kube.RecordsEvent(fn), kube.MakesText(fn), kube.ExcusesError(fn), kube.IgnoresError(fn), fn.Name() == "Error":
		return true
	case kube.ExitsProcess(fn):
		return false
	case kube.Quiet(fn) && !slices.ContainsFunc(c.Args, isFunction): // which may run later
		switch path := fn.Pkg().Path(); path {
		case "errors", "fmt", "strconv", "strings", "time":
			return true
		default:
			return !kube.StdPath(path)
		}
	case recv == nil:
		return kube.IsLogCall(fn.Name())
	}
	return len(apicalls.Args(c)) == 0 && c.Signature().Results().Len() == 1 // GetName and the like
}

func isFunction(v ssa.Value) bool {
	_, is := v.Type().Underlying().(*types.Signature)
	return is
}

// result is what v, which a helper returns, is on the path.
func (f *failure) result(p *controlpath.Path, v ssa.Value) said {
	v = p.Value(v)
	c, isConst := v.(*ssa.Const)
	switch s, other := f.other(v); {
	case other:
		return s
	case isConst && c.Value != nil && c.Value.ExactString() == "true", ssaquery.NeverNil(v):
		return something
	case isConst && isNothing(c), isZero(v):
		return nothing
	}
	return unknown
}

// other reports whether v is a result of the helper that failed, other than its error, and what it is.
func (f *failure) other(v ssa.Value) (s said, ok bool) {
	x, _ := v.(*ssa.Extract)
	err, _ := f.err.(*ssa.Extract)
	if x == nil || err == nil || !ssaquery.OfSameCall(err, x) || x.Index >= len(f.beside) {
		return unknown, false
	}
	return f.beside[x.Index], true
}

// isStatement reports whether the source calls call for its effect alone.
func isStatement(pass *analysis.Pass, call *ssa.Call) bool {
	_, c, outer := astspan.Call(pass.Files, call.Pos())
	if c == nil {
		return false
	}
	_, ok := outer[0].(*ast.ExprStmt)
	return ok
}

// stored reports whether the value is kept in a variable, so that a test of it is not seen.
func stored(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(i ssa.Instruction) bool {
		st, ok := i.(*ssa.Store)
		return ok && st.Val == v
	})
}

// tested reports whether control comes to b only if err is nil (token.EQL), or if it is not (token.NEQ).
func tested(b *ssa.BasicBlock, err ssa.Value, op token.Token) bool {
	return slices.ContainsFunc(pathcond.At(b), func(c pathcond.Condition) bool {
		c = c.Normal()
		x, ok := c.Value.(*ssa.BinOp)
		return ok && x.X == err && ssaquery.IsNil(x.Y) && (x.Op == op) == c.True
	})
}
