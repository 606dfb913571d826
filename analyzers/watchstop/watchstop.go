package watchstop

import (
	_ "embed"
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
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
	leftOpen    = "left-open"
	onlyChannel = "only-channel"
	contextOnly = "context-only"
)

// Analyzer finds watches that nobody stops. See the package documentation.
var Analyzer = New(engines.Default)

// New returns the analyzer on the engines e.
func New(e *engines.Set) *analysis.Analyzer { return e.OnFunctions("watchstop", docFile, run) }

func run(pass *analysis.Pass, src *ssabuild.SSA, rep *report.Reporter) {
	var calls []*ssa.Call
	for call := range ssaquery.Each[*ssa.Call](src.Plain...) {
		if kube.OpensWatch(call.Call.Signature()) {
			calls = append(calls, call)
		}
	}
	if len(calls) == 0 {
		return
	}
	c := &checker{pass: pass, rep: rep, Package: src.Flow(), leaves: map[question]bool{}}
	for _, call := range calls {
		if c.opens(call) {
			c.check(call)
		}
	}
}

// A checker looks at the watches that one package opens.
type checker struct {
	*flow.Package
	pass   *analysis.Pass
	rep    *report.Reporter
	leaves map[question]bool
}

// opens reports whether call, which returns a watch, does not return one that something else has.
func (c *checker) opens(call *ssa.Call) bool {
	if fn, _ := apicalls.Target(&call.Call); fn != nil && kube.Broadcasts(fn) {
		return false
	}
	f := c.Callee(&call.Call)
	return f == nil || !slices.ContainsFunc(ssaquery.Returns(f), func(ret *ssa.Return) bool { return kept(ret.Results[0]) })
}

// kept reports whether v may be read from a field or a variable that outlives the function.
func kept(v ssa.Value) bool {
	for o := range flow.Origins(v, func(v ssa.Value) []ssa.Value { return ssaquery.Edges(ssaquery.InInterface(v)) }) {
		switch o := ssaquery.InInterface(o).(type) {
		case *ssa.UnOp:
			if o.Op == token.MUL && flow.Variable(o.X) == nil {
				return true
			}
		case *ssa.Lookup, *ssa.Parameter:
			return true
		}
	}
	return false
}

// check reports the watch that call opens if it is left open on some way.
func (c *checker) check(call *ssa.Call) {
	ends := endsHere(watchContext(&call.Call))
	for _, patient := range []bool{true, false} {
		o := c.open(call, patient)
		o.walk().Behind(call)
		if len(o.left) == 0 {
			continue
		}
		f := report.Finding{Pos: call.Pos(), Category: contextOnly, Fixes: o.fix(), Message: "the goroutine of this watch stays if an event is pending when its context ends; defer its Stop"}
		switch at := c.pass.Fset.Position(ssaquery.Position(o.left[0])); {
		case len(o.kept) > 0:
			f.Category, f.Fixes = onlyChannel, nil
			f.Message = "only the channel of this watch is kept, so nobody can stop it: its goroutine and its connection stay; keep the watch, and stop it"
		case patient && !ends:
			f.Category = leftOpen
			f.Message = "nothing stops this watch on some paths: its goroutine and its connection stay; defer its Stop"
			if o.left[0] != ssa.Instruction(call) {
				f.Message = fmt.Sprintf("nothing stops this watch if the function ends at line %d: its goroutine and its connection stay; defer its Stop", at.Line)
			}
		}
		f.Trace = []report.Step{{Pos: ssaquery.Position(o.left[0]), Text: "the function ends here with the watch open"}}
		c.rep.Report(f)
		return
	}
}

// watchContext is the context that a watch is opened with, nil if there is none.
func watchContext(c *ssa.CallCommon) ssa.Value {
	for _, arg := range apicalls.Args(c) {
		if ssaquery.IsContext(arg.Type()) {
			return arg
		}
	}
	return nil
}

// endsHere reports whether the function that has the context, or one around it, ends it.
func endsHere(ctx ssa.Value) bool {
	return slices.ContainsFunc(ancestors(ctx), func(v ssa.Value) bool {
		call := ssaquery.ResultOf(v)
		if call == nil {
			return false
		}
		fn := ssaquery.Called(&call.Call)
		return fn != nil && kube.EndsContext(fn)
	})
}

// ancestors are the context, the one that it is made of, and so on.
func ancestors(ctx ssa.Value) []ssa.Value {
	var out []ssa.Value
	for ctx != nil && len(out) < maxContexts {
		ctx = apicalls.Object(ctx)
		out = append(out, ctx)
		call := ssaquery.ResultOf(ctx)
		ctx = nil
		if call != nil {
			ctx = watchContext(&call.Call)
		}
	}
	return out
}

// maxContexts bounds the chain of contexts that are made of each other; a function makes a few. No
// finding is lost: less is known to end a watch.
const maxContexts = 20
