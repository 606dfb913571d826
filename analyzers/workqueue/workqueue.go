package workqueue

import (
	_ "embed"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

//go:embed doc.go
var docFile string

const (
	done        = "done"
	forget      = "forget"
	foreignDone = "foreign-done"
)

// Analyzer finds keys that a work queue never hands out again, or too late. See the package documentation.
var Analyzer = New(engines.Default)

// New returns the analyzer on the engines e.
func New(e *engines.Set) *analysis.Analyzer { return e.OnFunctions("workqueue", docFile, run) }

func run(pass *analysis.Pass, src *ssabuild.SSA, rep *report.Reporter) {
	if !usesQueues(src.Plain) {
		return
	}
	c := &checker{
		pass: pass, rep: rep,
		Package: src.Flow(), fns: src.Plain,
		gives: map[*ssa.Function]bool{}, takes: map[*ssa.Parameter]bool{},
	}
	c.foreignDones()
	c.queues()
	c.rounds()
}

// usesQueues reports whether one of fns makes a queue, or calls a method of one.
func usesQueues(fns []*ssa.Function) bool {
	for call := range ssaquery.Each[ssa.CallInstruction](fns...) {
		if f := target(call); f != nil && kube.OfQueues(f) {
			return true
		}
	}
	return false
}

// A checker looks at the queues of one package.
type checker struct {
	*flow.Package
	pass   *analysis.Pass
	rep    *report.Reporter
	fns    []*ssa.Function
	astray bool                   // Done is called for keys that the same function does not get
	gives  map[*ssa.Function]bool // which functions may give an item back
	takes  map[*ssa.Parameter]bool
}

// queues looks at the queues that the package makes and that nobody else has.
func (c *checker) queues() {
	for call := range ssaquery.Each[*ssa.Call](c.fns...) {
		f := ssaquery.Called(&call.Call)
		if f == nil {
			continue
		}
		limiter, ok := kube.MakesQueue(f)
		if !ok {
			continue
		}
		uses := c.Of(call)
		if uses.Escapes {
			continue
		}
		c.neverDone(uses)
		if limiter >= 0 && countsFailures(call.Call.Args[limiter]) {
			c.neverForgotten(uses)
		}
	}
}

// neverDone reports a queue whose items nobody gives back.
func (c *checker) neverDone(uses flow.Uses) {
	if _, ok := uses.Call(does(kube.QueueDone)); ok {
		return
	}
	for _, u := range uses.Calls {
		if get, ok := u.At.(*ssa.Call); ok && does(kube.QueueGet)(u.Method) {
			c.rep.ReportOnce(report.Finding{Pos: get.Pos(), Category: done, Fixes: c.round(get).fix(),
				Message: "nothing calls Done for the items of this queue, so it hands out each of them only once; " + advice(get)})
		}
	}
}

// neverForgotten reports a queue that counts the failures of its items for ever.
func (c *checker) neverForgotten(uses flow.Uses) {
	added, ok := uses.Call(does(kube.QueueAddRateLimited))
	if _, forgets := uses.Call(does(kube.QueueForget)); !ok || forgets {
		return
	}
	c.rep.ReportOnce(report.Finding{Pos: ssaquery.Position(added.At), Category: forget,
		Message: "nothing calls Forget on this queue, so a success does not reset the failures of an item, and each failure doubles its delay; call Forget when an item was processed"})
}

func does(what kube.QueueCall) func(*types.Func) bool {
	return func(f *types.Func) bool { return queueCall(f) == what }
}

// queueCall is what the method f of a queue does. An interface that the package declares for queues has the
// same names.
func queueCall(f *types.Func) kube.QueueCall {
	if call := kube.QueueCallOf(f); call != kube.NoQueueCall {
		return call
	}
	return kube.QueueCallNamed(f)
}

// countsFailures reports whether the limiter v is one of client-go's that count the failures of an item.
func countsFailures(v ssa.Value) bool {
	x, ok := ssaquery.InInterface(v).(*ssa.Call)
	if !ok {
		return false
	}
	f := ssaquery.Called(&x.Call)
	if f != nil && kube.CombinesLimiters(f) && len(x.Call.Args) > 0 {
		return slices.ContainsFunc(ssaquery.Gathered(x.Call.Args[0]), countsFailures)
	}
	return f != nil && kube.CountsFailures(f)
}

// foreignDones reports where an event handler gives back keys that it has made itself.
func (c *checker) foreignDones() {
	handlers := c.handlers()
	for _, fn := range c.fns {
		for call := range ssaquery.Each[ssa.CallInstruction](fn) {
			if kube.QueueCallOf(target(call)) != kube.QueueDone {
				continue
			}
			_, args := ssaquery.Operands(call.Common())
			if !handlers[fn] || len(args) != 1 || !madeHere(args[0]) {
				c.astray = c.astray || !getsItem(ssaquery.Outermost(fn))
				continue
			}
			c.rep.ReportOnce(report.Finding{Pos: call.Pos(), Category: foreignDone,
				Message: "this key does not come from Get: Done lets a second worker have it while the first is still at work; leave Done to the worker that got the key"})
		}
	}
}

// handlers are the functions that client-go calls with events, and those that only they call.
func (c *checker) handlers() map[*ssa.Function]bool {
	out := map[*ssa.Function]bool{}
	for _, fn := range c.fns {
		if obj := ssaquery.Declared(fn); obj != nil && kube.IsEventHandler(obj) {
			out[fn] = true
		}
		for i := range ssaquery.Instructions(fn) {
			if f := handler(i); f != nil {
				out[f] = true
			}
		}
	}
	for _, fn := range c.fns {
		calls, ok := c.Callers(fn)
		ok = ok && len(calls) > 0
		for _, call := range calls {
			ok = ok && out[call.Parent()]
		}
		out[fn] = out[fn] || ok
	}
	return out
}

// handler is the literal that i makes a handler of events, nil if it makes none.
func handler(i ssa.Instruction) *ssa.Function {
	st, ok := i.(*ssa.Store)
	if !ok {
		return nil
	}
	field, ok := st.Addr.(*ssa.FieldAddr)
	if !ok || !kube.HandlesEvents(ssaquery.Named(field.X.Type()), ssaquery.FieldName(field.X, field.Field)) {
		return nil
	}
	switch v := st.Val.(type) {
	case *ssa.MakeClosure:
		return ssaquery.Unwrapped(v.Fn.(*ssa.Function))
	case *ssa.Function:
		return v
	}
	return nil
}

// madeHere reports whether the key v was made from an object by the function that has it, also by hand.
func madeHere(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return madeHere(x.X)
	case *ssa.Extract:
		call, ok := x.Tuple.(*ssa.Call)
		return ok && target(call) != nil && kube.MakesKey(target(call))
	case *ssa.BinOp:
		return x.Op == token.ADD // namespace + "/" + name
	case *ssa.Call:
		return target(x) != nil && kube.MakesText(target(x))
	case *ssa.UnOp:
		lit, ok := x.X.(*ssa.Alloc)
		return ok && x.Op == token.MUL && madeOfFields(lit)
	}
	return false
}

// madeOfFields reports whether the struct at a is a literal of which all that happens is that its fields
// are set, and that it is read: types.NamespacedName{Namespace: namespace, Name: name}.
func madeOfFields(a *ssa.Alloc) bool {
	fields := 0
	for _, r := range *a.Referrers() {
		switch r.(type) {
		case *ssa.FieldAddr:
			fields++
		case *ssa.UnOp:
		default:
			return false
		}
	}
	return fields > 0
}

// getsItem reports whether fn, or a literal in it, takes an item from a queue.
func getsItem(fn *ssa.Function) bool {
	for call := range ssaquery.Each[ssa.CallInstruction](append([]*ssa.Function{fn}, fn.AnonFuncs...)...) {
		if kube.QueueCallOf(target(call)) == kube.QueueGet {
			return true
		}
	}
	return false
}
