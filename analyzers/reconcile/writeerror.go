package reconcile

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/controlpath"
	"github.com/k8slint/k8slint/internal/fact"
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
	if w.below == nil || failsLikeWrite(call.Common().StaticCallee(), call.Parent().Pkg, map[*ssa.Function]bool{}) {
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

// tooLate is the variable that the deferred literal lit captures and keeps err in, if nobody reads it behind the end of
// the function that defers it: it is no result of that. nil if there is none.
func tooLate(err ssa.Value, lit *ssa.Function) *ssa.FreeVar {
	if err == nil || lit == nil {
		return nil
	}
	var kept *ssa.FreeVar
	for _, ref := range *err.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Val == err {
			x, ok := st.Addr.(*ssa.FreeVar)
			if !ok || kept != nil && kept != x || !unread(x) {
				return nil
			}
			kept = x
		}
	}
	return kept
}

// unread reports whether only the deferred literal that captures x reads that variable behind the end of the function
// whose variable it is.
func unread(x *ssa.FreeVar) bool {
	if slices.ContainsFunc(*x.Referrers(), func(i ssa.Instruction) bool { _, is := i.(*ssa.MakeClosure); return is }) {
		return false
	}
	bound := ssaquery.BoundTo(x)
	if len(bound) != 1 {
		return false
	}
	a, ok := bound[0].(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, ref := range *a.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
		case *ssa.UnOp:
			if ref.Block() == a.Parent().Recover || behindDefers(ref) {
				return false // a result
			}
		case *ssa.MakeClosure:
			if call, ok := ssaquery.CalledAtOnce(ref).(*ssa.Call); ref.Fn != x.Parent() && (!ok || call == nil) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// behindDefers reports whether i can run when the function has run what it defers.
func behindDefers(i ssa.Instruction) bool {
	for run := range ssaquery.Each[*ssa.RunDefers](i.Parent()) {
		if ssaquery.RunsAfter(run, i) {
			return true
		}
	}
	return false
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

// A written is a call that changes something on the server, or tries to again.
type written struct {
	verb string              // "" if there is none
	at   ssa.CallInstruction // where to report it
	// helper is the function of the package that at calls, and below the API call there whose error it returns, or only
	// tells about: dropped.
	helper  string
	below   ssa.CallInstruction
	dropped bool
	beside  []said // what it returns with the error
}

// said is what a result is beside an error.
type said int

const (
	unknown   said = iota
	something      // not nil, or true
	nothing        // nil, false, or an empty struct
)

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

// name is how a message calls w.
func (w written) name(l wording.Level) string {
	if w.below != nil {
		return "the " + l.Name(w.verb) + " in " + l.Name(w.helper)
	}
	return "this " + l.Name(w.verb)
}

// trace leads to the API call.
func (w written) trace() []report.Step {
	if w.below == nil {
		return nil
	}
	does := " returns the error"
	if w.dropped {
		does = " does not return the error"
	}
	return []report.Step{{Pos: ssaquery.Position(w.below), Text: "if this fails, " + w.helper + does}}
}

// helpers knows which functions of a package return the error of a write, or drop it.
type helpers struct {
	pass    *analysis.Pass
	pkg     *ssa.Package
	methods map[string][]*ssa.Function // of types of the package, by name
	known   map[*ssa.Function]written
	// asked are those of the question that is being answered, which begins with the first of them: none, as far as is
	// known. It is true of those that are being asked, and circle tells that one was asked again, found that one writes:
	// with both, those that were asked before may write too.
	asked  map[*ssa.Function]bool
	circle bool
	found  bool
}

func newHelpers(pass *analysis.Pass, pkg *ssa.Package, fns []*ssa.Function) *helpers {
	h := &helpers{pass: pass, pkg: pkg, methods: map[string][]*ssa.Function{}, known: map[*ssa.Function]written{}, asked: map[*ssa.Function]bool{}}
	for _, fn := range fns {
		if fn.Signature.Recv() != nil && len(fn.TypeArgs()) == 0 {
			h.methods[fn.Name()] = append(h.methods[fn.Name()], fn)
		}
	}
	return h
}

// writes is the API call that call is, or tries again, or whose error the function that it calls returns or drops; none
// if it changes nothing on the server.
func (h *helpers) writes(call ssa.CallInstruction) written {
	c := call.Common()
	fn, _ := apicalls.Target(c)
	if fn == nil {
		return written{}
	}
	if verb, obj := apicalls.Of(c); apicalls.Sends(verb) || verb == kube.Create {
		if obj != nil && isEvent(obj.Type()) {
			return written{} // it only tells what happened
		}
		return written{verb: strings.ToLower(fn.Name()), at: call}
	}
	if _, ok := kube.Deletes(fn); ok {
		return written{verb: "delete", at: call}
	}
	if _, _, ok := kube.Mutates(fn); ok {
		return written{verb: fn.Name(), at: call}
	}
	again, ok := kube.Retries(fn)
	if !ok || again.Fn >= len(c.Args) {
		for _, f := range h.callees(c) {
			if w := h.failing(f); w.verb != "" {
				below := w.at
				if w.below != nil {
					below = w.below
				}
				return written{w.verb, call, fn.Name(), below, w.dropped, w.beside}
			}
		}
		return written{}
	}
	mc, ok := c.Args[again.Fn].(*ssa.MakeClosure)
	if !ok {
		return written{}
	}
	for call := range ssaquery.Each[*ssa.Call](mc.Fn.(*ssa.Function)) {
		if w := h.writes(call); w.verb != "" && !w.dropped {
			return w
		}
	}
	return written{}
}

// isEvent reports whether t is a pointer to an Event of Kubernetes.
func isEvent(t types.Type) bool {
	kind, ok := kube.KindOf(t)
	return ok && kind.Kind == "Event"
}

// callees are the functions of the package that c calls, by an interface of the package too.
func (h *helpers) callees(c *ssa.CallCommon) []*ssa.Function {
	if f := c.StaticCallee(); f != nil {
		return []*ssa.Function{f}
	}
	if !c.IsInvoke() || c.Method.Pkg() != h.pkg.Pkg {
		return nil
	}
	iface := c.Value.Type().Underlying().(*types.Interface)
	return slices.DeleteFunc(slices.Clone(h.methods[c.Method.Name()]), func(f *ssa.Function) bool {
		return !types.Implements(f.Signature.Recv().Type(), iface)
	})
}

// failing is a write in fn, a function of the package, whose error it returns, or only tells about if it returns nothing;
// none if there is none.
func (h *helpers) failing(fn *ssa.Function) written {
	fn = ssaquery.Origin(fn)
	res := fn.Signature.Results()
	if fn.Pkg != h.pkg || res.Len() > 0 && !ssaquery.IsError(res.At(res.Len()-1).Type()) {
		return written{}
	}
	if w, ok := h.known[fn]; ok {
		return w
	}
	if open, ok := h.asked[fn]; ok {
		h.circle = h.circle || open
		return written{}
	}
	first := len(h.asked) == 0
	h.asked[fn] = true
	var out written
	for call := range ssaquery.Each[*ssa.Call](fn) {
		w := h.writes(call)
		if w.verb == "" {
			continue
		}
		if beside, ok := h.tells(fn, call, w.beside); ok {
			w.dropped, w.beside = res.Len() == 0, beside
			h.known[fn], out, h.found = w, w, true
			break
		}
	}
	h.asked[fn] = false
	if first {
		for f := range h.asked {
			if _, writes := h.known[f]; !writes && !(h.circle && h.found) {
				h.known[f] = written{}
			}
		}
		h.asked, h.circle, h.found = map[*ssa.Function]bool{}, false, false
	}
	return out
}

// tells reports whether fn, if call fails in it, returns that error, and what beside it; or ends if it returns nothing,
// and only tells about it before.
func (h *helpers) tells(fn *ssa.Function, call *ssa.Call, inner []said) (beside []said, ok bool) {
	if fn.Signature.Results().Len() == 0 {
		return nil, unheard(h.pass, call, fn, inner) != nil
	}
	err := apicalls.Err(call)
	if err == nil || stored(err) {
		return nil, false
	}
	f := failure{pass: h.pass, err: err, beside: inner, helper: true}
	ok = f.behind(call) != nil
	return f.returned, ok
}

// failsLikeWrite reports whether fn, a function of pkg, writes to the server, and returns no errors but those of calls
// of a client, in helpers too: another attempt is of use for all of them. known are those that were asked; one that is
// being asked does not, as far as it is known.
func failsLikeWrite(fn *ssa.Function, pkg *ssa.Package, known map[*ssa.Function]bool) bool {
	if fn == nil {
		return false
	}
	fn = ssaquery.Origin(fn)
	if is, asked := known[fn]; asked {
		return is
	}
	known[fn] = false
	if fn.Pkg != pkg || fn.Signature.Results().Len() != 1 {
		return false
	}
	writing := false
	for _, ret := range ssaquery.Returns(fn) {
		wrote, ok := fromClient(ret.Results[0], known)
		if !ok {
			return false
		}
		writing = writing || wrote
	}
	known[fn] = writing
	return writing
}

// fromClient reports whether v is nil or the error of a call of a client, and whether that call writes.
func fromClient(v ssa.Value, known map[*ssa.Function]bool) (wrote, ok bool) {
	switch x := v.(type) {
	case *ssa.Const:
		return false, true
	case *ssa.Extract:
		v = x.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok || apicalls.Err(call) == nil {
		return false, false
	}
	fn, _ := apicalls.Target(&call.Call)
	if fn == nil {
		return false, false
	}
	switch verb, _ := apicalls.Of(&call.Call); {
	case apicalls.Sends(verb), verb == kube.Create:
		return true, true
	case verb == kube.ReadInto, verb == kube.ReadLive, verb == kube.ListLive, verb == kube.Other && fn.Name() == "List":
		return false, true
	}
	if failsLikeWrite(call.Call.StaticCallee(), call.Parent().Pkg, known) {
		return true, true
	}
	_, deletes := kube.Deletes(fn)
	_, _, mutates := kube.Mutates(fn)
	return deletes, deletes && !mutates
}

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

func (f *failure) holds(p *controlpath.Path, cond ssa.Value) controlpath.Truth {
	if v, isNil := p.NilTest(cond); v != nil && f.same(p, v, map[ssa.Value]bool{}) {
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
	if f.err != nil && f.asks(p, cond, map[ssa.Value]bool{}) {
		return controlpath.Stop
	}
	return controlpath.Unknown
}

// asks reports whether v is made of the error: of its type, its text, or what it is compared with; or of a result beside
// it that may be anything.
func (f *failure) asks(p *controlpath.Path, v ssa.Value, seen map[ssa.Value]bool) bool {
	if v = p.Value(v); v == f.err || seen[v] {
		return v == f.err
	}
	seen[v] = true
	if s, ok := f.other(v); ok {
		return s != nothing
	}
	var of []ssa.Value
	switch x := v.(type) {
	case *ssa.Call:
		of = append([]ssa.Value{x.Call.Value}, x.Call.Args...)
	case *ssa.Extract:
		of = append(of, x.Tuple)
	case *ssa.TypeAssert:
		of = append(of, x.X)
	case *ssa.BinOp:
		of = append(of, x.X, x.Y)
	case *ssa.UnOp:
		of = append(of, x.X)
	case *ssa.FieldAddr:
		of = append(of, x.X)
	case *ssa.Field:
		of = append(of, x.X)
	case *ssa.ChangeInterface:
		of = append(of, x.X)
	case *ssa.Convert:
		of = append(of, x.X)
	case *ssa.Alloc:
		for _, ref := range *x.Referrers() {
			st, ok := ref.(*ssa.Store)
			if !ok || st.Addr != x {
				continue
			}
			if _, ok := f.other(st.Val); ok {
				of = append(of, st.Val)
			}
		}
	}
	return slices.ContainsFunc(of, func(v ssa.Value) bool { return f.asks(p, v, seen) })
}

// same reports whether v is the error, what is left of it when one kind is ignored, or an error that was made of it.
func (f *failure) same(p *controlpath.Path, v ssa.Value, seen map[ssa.Value]bool) bool {
	v = p.Value(v)
	if u, ok := v.(*ssa.UnOp); v == f.err || ok && f.kept != nil && u.X == f.kept {
		return true
	}
	call, ok := v.(*ssa.Call)
	if !ok || seen[call] { // a loop joins an error with that of its last round
		return false
	}
	seen[call] = true
	fn := ssaquery.Called(&call.Call)
	if fn == nil || !kube.IgnoresError(fn) && !kube.MakesError(fn) && kube.Wraps(kube.Name(fn)) == "" {
		return false
	}
	return slices.ContainsFunc(ssaquery.AllArgs(&call.Call), func(a ssa.Value) bool { return f.same(p, ssaquery.InInterface(a), seen) })
}

// visit goes on as long as the function only says that something failed.
func (f *failure) visit(p *controlpath.Path, i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Return:
		if f.helper {
			if f.same(p, i.Results[len(i.Results)-1], map[ssa.Value]bool{}) {
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

// onlySays reports whether the deferred call c of fn, or all that the literal or the function of the package which it runs
// calls, is a function of the standard library, logs, counts or ends a span: others may change the object, which brings its
// key back.
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

// isZero reports whether v is the zero value of a struct, or a literal that sets nothing else.
func isZero(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Const:
		return x.Value == nil
	case *ssa.UnOp:
		a, ok := x.X.(*ssa.Alloc)
		return ok && a.Comment == "complit" && !slices.ContainsFunc(*a.Referrers(), func(i ssa.Instruction) bool {
			f, ok := i.(*ssa.FieldAddr)
			return ok && slices.ContainsFunc(*f.Referrers(), func(i ssa.Instruction) bool {
				st, ok := i.(*ssa.Store)
				return !ok || !isNothing(st.Val)
			})
		})
	}
	return false
}

// isNothing reports whether v is the constant 0, false or nil.
func isNothing(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && (c.Value == nil || c.Value.ExactString() == "0" || c.Value.ExactString() == "false")
}

// A stopping says whether a function only returns an empty result and no error.
type stopping struct{ Stops bool }

// exportStops tells other packages which functions of this one do so.
func exportStops(pass *analysis.Pass, fns []*ssa.Function) {
	for _, fn := range fns {
		if obj := ssaquery.Declared(fn); obj != nil && obj.Pkg() == pass.Pkg && stops(fn) {
			fact.Tell(pass, obj, stopping{true})
		}
	}
}

func stops(fn *ssa.Function) bool {
	if len(fn.Blocks) != 1 || !kube.ReturnsResult(fn.Signature) {
		return false
	}
	for i := range ssaquery.Instructions(fn) {
		switch i := i.(type) {
		case ssa.CallInstruction:
			return false
		case *ssa.Return:
			return isZero(i.Results[0]) && ssaquery.IsNil(i.Results[1])
		}
	}
	return false
}

// isStop reports whether call calls such a function, of this package or another one.
func isStop(pass *analysis.Pass, call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	if fn == nil || !kube.ReturnsResult(fn.Signature) {
		return false
	}
	if stops(fn) {
		return true
	}
	obj := ssaquery.Called(&call.Call)
	if obj == nil {
		return false
	}
	does, _ := fact.Of[stopping](pass, obj.Origin())
	return does.Stops
}

// returnsStop reports whether ret returns what such a call returns.
func returnsStop(pass *analysis.Pass, ret *ssa.Return) bool {
	x, ok := ret.Results[0].(*ssa.Extract)
	if !ok || !ssaquery.OfSameCall(x, ret.Results[1]) {
		return false
	}
	call, ok := x.Tuple.(*ssa.Call)
	return ok && isStop(pass, call)
}
