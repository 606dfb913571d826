package reconcile

import (
	_ "embed"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssabuild"
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
	a.FactTypes = fact.Types[stopping]()
	return a
}

func run(pass *analysis.Pass, src *ssabuild.SSA, rep *report.Reporter) {
	if !kube.ImportsControllerRuntime(pass.Pkg) {
		return
	}
	exportStops(pass, src.Plain)
	r := &reporter{rep, newHelpers(pass, src.Pkg, src.Plain), apicalls.Helpers{}}
	for _, fn := range src.Plain {
		r.emptyObjects(fn)
	}
	periodic, reconciling := rawSources(src.Plain), reconciles(src.Plain)
	for _, fn := range src.Plain {
		owners, is := reconciling[fn]
		if !is {
			r.allLateErrors(pass, fn)
			continue
		}
		if slices.ContainsFunc(owners, func(o any) bool { return periodic[o] }) {
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

// owner is what sets up the controllers of fn, as far as is known: the type whose method it is, or lies in, or the
// function in which it lies.
func owner(fn *ssa.Function) any {
	fn = ssaquery.Outermost(fn)
	if recv := fn.Signature.Recv(); recv != nil {
		return ssaquery.Named(recv.Type())
	}
	return fn
}

// rawSources are the owners that give a controller a source that is no kind: it may enqueue all objects from time to
// time.
func rawSources(fns []*ssa.Function) map[any]bool {
	out := map[any]bool{}
	for _, fn := range fns {
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
			out[owner(fn)] = true
		}
	}
	return out
}

// reconciles are those of fns that controller-runtime calls, methods or functions that become a reconcile.Func, and
// those whose results they return as they are, with the owners of each.
func reconciles(fns []*ssa.Function) map[*ssa.Function][]any {
	out := map[*ssa.Function][]any{}
	ours := map[*ssa.Function]bool{}
	for _, fn := range fns {
		ours[fn] = true
	}
	var add func(fn *ssa.Function, owners []any)
	add = func(fn *ssa.Function, owners []any) {
		if !ours[fn] || len(fn.Blocks) == 0 {
			return
		}
		before := len(out[fn])
		for _, o := range append(slices.Clone(owners), owner(fn)) {
			if !slices.Contains(out[fn], o) {
				out[fn] = append(out[fn], o)
			}
		}
		if len(out[fn]) == before {
			return
		}
		for _, ret := range ssaquery.Returns(fn) {
			if len(ret.Results) != 2 {
				continue
			}
			x, ok := ret.Results[0].(*ssa.Extract)
			if !ok || !ssaquery.OfSameCall(x, ret.Results[1]) {
				continue
			}
			if call, ok := x.Tuple.(*ssa.Call); ok && call.Call.StaticCallee() != nil && kube.ReturnsResult(call.Call.Signature()) {
				add(call.Call.StaticCallee(), out[fn])
			}
		}
	}
	for _, fn := range fns {
		if obj := ssaquery.Declared(fn); obj != nil && kube.Reconciles(obj) {
			add(fn, nil)
		}
		for c := range ssaquery.Each[*ssa.ChangeType](fn) {
			if !kube.IsReconcileFunc(c.Type()) {
				continue
			}
			switch f := c.X.(type) {
			case *ssa.Function:
				add(f, []any{owner(fn)})
			case *ssa.MakeClosure:
				add(ssaquery.Unwrapped(f.Fn.(*ssa.Function)), []any{owner(fn)})
			}
		}
	}
	return out
}
