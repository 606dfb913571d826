package reconcile

import (
	_ "embed"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pathcond"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

//go:embed doc.go
var docFile string

const (
	writeError       = "write-error"
	emptyObject      = "empty-object"
	negativeRequeue  = "negative-requeue"
	requeueWithError = "requeue-with-error"
)

// Analyzer finds reconciles that fail and are not tried again. See the package documentation.
var Analyzer = New(engines.Default)

// New returns the analyzer on the engines e.
func New(e *engines.Set) *analysis.Analyzer {
	a := e.OnFunctions("reconcile", docFile, run)
	a.FactTypes = []analysis.Fact{new(stopping)}
	return a
}

func run(pass *analysis.Pass, fns engines.Functions, rep *report.Reporter) {
	if !kube.ImportsControllerRuntime(pass.Pkg) {
		return
	}
	exportStops(pass, fns.All)
	r := &reporter{rep, newHelpers(pass, fns.Package, fns.All)}
	for _, fn := range fns.All {
		r.emptyObjects(fn)
	}
	periodic, reconciling := rawSources(fns.All), reconciles(fns.All)
	for _, fn := range fns.All {
		if !slices.Contains(reconciling, fn) {
			r.allLateErrors(pass, fn)
		}
	}
	for _, fn := range reconciling {
		if recv := fn.Signature.Recv(); recv != nil && periodic[ssaquery.Named(recv.Type())] {
			continue // it comes back by itself
		}
		r.writeErrors(pass, fn)
		for _, ret := range ssaquery.Returns(fn) {
			if ret.Pos().IsValid() {
				r.requeues(pass, fn, ret)
			}
		}
	}
}

// rawSources are the types whose methods give a controller a source that is no kind: it may enqueue all objects
// from time to time.
func rawSources(fns []*ssa.Function) map[*types.Named]bool {
	out := map[*types.Named]bool{}
	for _, fn := range fns {
		recv := fn.Signature.Recv()
		if recv == nil {
			continue
		}
		for i := range ssaquery.Instructions(fn) {
			switch i := i.(type) {
			case *ssa.Call:
				if f := ssaquery.Called(&i.Call); f == nil || !kube.WatchesSource(f) {
					continue
				}
			case *ssa.Alloc:
				if !kube.IsSourceChannel(i.Type()) {
					continue
				}
			default:
				continue
			}
			out[ssaquery.Named(recv.Type())] = true
		}
	}
	return out
}

// stored reports whether the value is kept in a variable, so that a test of it is not seen.
func stored(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(i ssa.Instruction) bool {
		st, ok := i.(*ssa.Store)
		return ok && st.Val == v
	})
}

type reporter struct {
	*report.Reporter
	*helpers
}

// reconciles are the methods of fns that controller-runtime calls, and the functions whose results they
// return as they are.
func reconciles(fns []*ssa.Function) []*ssa.Function {
	var out []*ssa.Function
	known, ours := map[*ssa.Function]bool{}, map[*ssa.Function]bool{}
	for _, fn := range fns {
		ours[fn] = true
	}
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		if known[fn] || !ours[fn] || len(fn.Blocks) == 0 {
			return
		}
		known[fn] = true
		out = append(out, fn)
		for _, ret := range ssaquery.Returns(fn) {
			if len(ret.Results) != 2 {
				continue
			}
			x, ok := ret.Results[0].(*ssa.Extract)
			if !ok || !ssaquery.OfSameCall(x, ret.Results[1]) {
				continue
			}
			if call, ok := x.Tuple.(*ssa.Call); ok && call.Call.StaticCallee() != nil && kube.ReturnsResult(call.Call.Signature()) {
				add(call.Call.StaticCallee())
			}
		}
	}
	for _, fn := range fns {
		if obj := ssaquery.Declared(fn); obj != nil && kube.Reconciles(obj) {
			add(fn)
		}
	}
	return out
}

// concerns reports whether v is made of what is holds.
func concerns(v ssa.Value, is func(ssa.Value) bool, depth int) bool {
	if v == nil || depth == 0 {
		return false
	}
	if is(v) {
		return true
	}
	i, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	for _, op := range i.Operands(nil) {
		if concerns(*op, is, depth-1) {
			return true
		}
	}
	return false
}

// tested reports whether control comes to b only if err is nil (token.EQL), or if it is not (token.NEQ).
func tested(b *ssa.BasicBlock, err ssa.Value, op token.Token) bool {
	return slices.ContainsFunc(pathcond.At(b), func(c pathcond.Condition) bool {
		c = c.Normal()
		x, ok := c.Value.(*ssa.BinOp)
		return ok && x.X == err && ssaquery.IsNil(x.Y) && (x.Op == op) == c.True
	})
}

// isObject reports whether v is the object, or lies in it.
func isObject(object ssa.Value) func(ssa.Value) bool {
	return func(v ssa.Value) bool { return apicalls.Object(v) == object }
}
