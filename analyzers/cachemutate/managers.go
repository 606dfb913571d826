package cachemutate

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/suppress"
)

// The client of a controller-runtime manager copies what it reads from the cache.
// The program's main package, which imports the controllers, can turn that off for
// all types or for some. So facts tell of writes that would be findings then, and
// of options; the first package that sees both reports the writes: at the write
// where that is its own, else at the option, else at the import that brings the
// option.

// newManagers returns the analyzer that finds what options of managers and
// writes make of each other, for cachemutate to report. It is an analyzer of its
// own as facts are.
func newManagers(e *engines.Set) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "k8slintmanagers",
		Doc:        "find managers that turn deep copies off, and what that makes of their controllers",
		Requires:   []*analysis.Analyzer{e.Ownership, suppress.Analyzer, bound.Analyzer},
		FactTypes:  fact.Types[Managing](),
		ResultType: reflect.TypeFor[[]joined](),
		Run:        func(pass *analysis.Pass) (any, error) { return runManagers(pass, e) },
	}
}

func runManagers(pass *analysis.Pass, e *engines.Set) (any, error) {
	var none []joined
	if ssabuild.InDependency(pass) {
		return none, nil // a dependency
	}
	res := pass.ResultOf[e.Ownership].(*ownership.Result)
	dirs := pass.ResultOf[suppress.Analyzer].(*suppress.Set)
	here := &Managing{Live: res.LiveClients}
	here.Options, here.Uncached = managerOptions(pass)
	for _, f := range res.Conditional {
		f = f.Only(func(w *ownership.Finding) bool {
			file := astspan.File(pass.Files, w.Pos)
			return file != nil && !ssabuild.InTest(pass.Fset, w.Pos) &&
				(e.Config.Generated || !astspan.IsGenerated(file)) && !dirs.Silences(pass.Fset, "cachemutate", "option", w.Pos)
		})
		if f == nil {
			continue
		}
		if len(here.Writes) == maxManaged {
			bound.Of(pass).InPackage("writes too many objects that a manager's client reads; other packages see only the first")
			break
		}
		here.Writes = append(here.Writes, managedWrite(pass, f))
	}
	seen := map[string]*Managing{pass.Pkg.Path(): here}
	for pkg, f := range fact.Below[Managing](pass) {
		if sameModule(pass, pkg.Path()) {
			seen[pkg.Path()] = &f
		}
	}
	j := &joiner{pass: pass, here: here, seen: seen}
	j.join()
	if len(here.Options)+len(here.Uncached)+len(here.Live)+len(here.Writes)+len(here.Joined) > 0 {
		fact.TellPackage(pass, *here)
	}
	return j.out, nil
}

// sameModule reports whether the package at path is of pass's module or, as
// far as a driver that knows no modules can tell, of its repository.
func sameModule(pass *analysis.Pass, path string) bool {
	if pass.Module != nil {
		return true // other modules export no facts
	}
	return kube.Repository(path) == kube.Repository(pass.Pkg.Path())
}
