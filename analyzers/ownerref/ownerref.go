package ownerref

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/importedit"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/wiring"
	"github.com/k8slint/k8slint/internal/wording"
)

//go:embed doc.go
var docFile string

// Analyzer finds kinds whose events never reach the controller that owns them. See the package
// documentation.
var Analyzer = New(engines.Default)

// New returns the analyzer on the engines e.
func New(e *engines.Set) *analysis.Analyzer {
	a := e.OnFiles("ownerref", docFile, func(pass *analysis.Pass, files []*ast.File, rep *report.Reporter) {
		run(pass, files, pass.ResultOf[e.SSA].(*ssabuild.SSA), rep)
	}, e.SSA)
	a.FactTypes = fact.Types[does]()
	return a
}

func run(pass *analysis.Pass, files []*ast.File, src *ssabuild.SSA, rep *report.Reporter) {
	exportScopes(pass)
	if !kube.ImportsMeta(pass.Pkg) && !kube.ImportsControllerRuntime(pass.Pkg) {
		return
	}
	sets := read(pass, files)
	if len(sets.Owned)+len(sets.Written)+len(sets.Controlled)+len(sets.Controllers) > 0 || sets.Unknown {
		fact.TellPackage(pass, does{Sets: &sets.references})
	}
	if !kube.ImportsControllerRuntime(pass.Pkg) {
		return
	}
	r := &reader{pass: pass, sets: sets, all: sets.withImports(pass)}
	r.impossible(rep)
	m := &maker{pass: pass, owns: map[*types.Named]owning{}}
	for _, c := range wiring.Controllers(pass, files) {
		owner := ownerOf(c)
		m.owned(c, owner)
		for _, w := range c.Watches {
			if w.How != kube.BuilderOwns || w.Type == nil {
				continue
			}
			if f, ok := r.finding(c, owner, w); ok {
				rep.Report(f)
			}
		}
	}
	if src != nil && len(m.owns) > 0 {
		m.Package = src.Flow()
		m.report(src.Plain, rep)
	}
}

// ownerOf is the type that c is for, nil if that is not known.
func ownerOf(c *wiring.Controller) types.Type {
	for _, w := range c.Watches {
		if w.How == kube.BuilderFor {
			return w.Type
		}
	}
	return nil
}

type reader struct {
	pass *analysis.Pass
	// sets are the references that the package sets, all those of its imports too.
	sets reading
	all  references
}

func (r *reader) finding(c *wiring.Controller, owner types.Type, w wiring.Watch) (report.Finding, bool) {
	f := report.Finding{Pos: w.Name.Pos(), End: w.Call.End()}
	kind, builtIn := kube.KindOf(w.Type)
	name := types.ExprString(w.Object)
	say := func(category string, text func(l wording.Level) string) (report.Finding, bool) {
		f.Category, f.Message = category, wording.Fit(wording.Max, text)
		return f, true
	}
	switch {
	case owner == nil:
	case builtIn && kube.ClusterScoped(kind) && r.namespaced(owner):
		return say(clusterScoped, func(l wording.Level) string {
			return fmt.Sprintf("no %[1]s has a namespace, so the %[2]s, which has one, cannot own it: this never enqueues the %[2]s; use Watches and find the owner by a label",
				kind.Kind, l.Name(typeName(owner)))
		})
	case builtIn && kind.Kind == "Event":
		return say(neverOwned, func(wording.Level) string {
			return "Events have no controller, so this never enqueues anything; use Watches and find the object by involvedObject"
		})
	case builtIn && kind == kube.PodKind && r.workloadOwns(c, owner):
		return say(neverOwned, func(l wording.Level) string {
			return fmt.Sprintf("the controller of these Pods is their workload, not the %s: this never enqueues anything; use Watches and find the owner by a label", l.Name(typeName(owner)))
		})
	case !r.everyOwner(w):
		is, written := r.sets.onlyOwned(owner, w.Type)
		if !is || r.all.controls(pair{kube.TypeName(owner), kube.TypeName(w.Type)}) { // an import may
			break
		}
		f.Fixes = r.matchEveryOwner(w)
		return say(needsController, func(l wording.Level) string {
			if written {
				return fmt.Sprintf("Owns(%s) looks for the reference with controller: true, and those that are written here have none: this never enqueues anything; set Controller, or pass builder.MatchEveryOwner", l.Name(name))
			}
			return fmt.Sprintf("Owns(%s) looks for the controller's reference, and SetOwnerReference sets another one: this never enqueues anything; pass builder.MatchEveryOwner, or use SetControllerReference", l.Name(name))
		})
	}
	return report.Finding{}, false
}

// everyOwner reports whether an option of w may be builder.MatchEveryOwner.
func (r *reader) everyOwner(w wiring.Watch) bool {
	for _, o := range w.Options {
		call, ok := ast.Unparen(o).(*ast.CallExpr)
		if !ok {
			return true // that option, or a variable with it
		}
		if f, ok := callee(r.pass, call); !ok || kube.BuilderCallOf(f) != kube.BuilderPredicates {
			return true
		}
	}
	return false
}

// matchEveryOwner adds the option to w, if the builder package that is imported has it.
func (r *reader) matchEveryOwner(w wiring.Watch) []analysis.SuggestedFix {
	if !kube.HasMatchEveryOwner(r.pass.Pkg) {
		return nil
	}
	name, edits := importedit.Name(r.pass, astspan.File(r.pass.Files, w.Call.Pos()), kube.BuilderPackage, "builder")
	if name == "" {
		return nil
	}
	edits = append(edits, analysis.TextEdit{Pos: w.Call.Rparen, End: w.Call.Rparen, NewText: []byte(", " + name + ".MatchEveryOwner")})
	return []analysis.SuggestedFix{{Message: "Match every owner", TextEdits: edits}}
}

// workloadOwns reports whether the Pods that c watches can only be those of a workload that it
// owns: it is for a custom resource, and nothing near it makes Pods.
func (r *reader) workloadOwns(c *wiring.Controller, owner types.Type) bool {
	if kube.IsBuiltIn(owner) || r.sets.makesPods || r.all.AnyKind {
		return false
	}
	for _, w := range c.Watches {
		if w.How == kube.BuilderOwns && w.Type != nil {
			if k, ok := kube.KindOf(w.Type); ok && kube.IsWorkload(k) {
				return !returnsPods(r.pass.Pkg)
			}
		}
	}
	return false
}
