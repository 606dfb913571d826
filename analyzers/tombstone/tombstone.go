package tombstone

import (
	_ "embed"
	"fmt"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/analyzerdoc"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/suppress"
)

//go:embed doc.go
var docFile string

// Analyzer finds delete handlers that do not expect a tombstone. See the
// package documentation.
var Analyzer = New(engines.Default)

// New returns the analyzer on the engines e.
func New(e *engines.Set) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     "tombstone",
		Doc:      analyzerdoc.MustExtract(docFile, "tombstone"),
		URL:      report.URL("tombstone"),
		Requires: []*analysis.Analyzer{e.SSA, suppress.Analyzer},
		Run:      func(pass *analysis.Pass) (any, error) { return run(pass, e) },
	}
}

func run(pass *analysis.Pass, e *engines.Set) (any, error) {
	src := pass.ResultOf[e.SSA].(*ssabuild.SSA)
	if src == nil {
		return nil, nil
	}
	rep := report.For(pass, e.Config)
	seen := map[*ssa.TypeAssert]bool{}
	p := newProgram(pass, src)
	for _, h := range p.handlers() {
		t := p.trailOf(h.obj)
		if t.handled {
			continue
		}
		for _, a := range t.asserts {
			if seen[a] {
				continue
			}
			f := report.Finding{Pos: a.Pos()}
			typ := types.TypeString(a.AssertedType, types.RelativeTo(pass.Pkg))
			switch t.outcome(a) {
			case panics:
				f.Category = "panics"
				f.Message = fmt.Sprintf("the %s panics on a tombstone: after a broken watch it gets a cache.DeletedFinalStateUnknown, not a %s; unwrap it first", h.what, typ)
			case loses:
				if h.filter || intended(pass, a) {
					continue
				}
				f.Category = "lost-delete"
				f.Message = fmt.Sprintf("the %s loses the deletion when it comes as a tombstone: after a broken watch it gets a cache.DeletedFinalStateUnknown, not a %s; unwrap it first", h.what, typ)
			default:
				continue
			}
			seen[a] = true
			f.Trace = []report.Step{{Pos: h.obj.Parent().Pos(), Text: "the " + h.what + " gets the object or a tombstone"}}
			rep.Report(f)
		}
	}
	return nil, nil
}

// intended reports whether a comment in the function of a speaks of
// tombstones: then whoever wrote it knows what is ignored.
func intended(pass *analysis.Pass, a *ssa.TypeAssert) bool {
	syntax := a.Parent().Syntax()
	if syntax == nil {
		return false
	}
	for _, file := range pass.Files {
		if file.FileStart > syntax.Pos() || syntax.End() > file.FileEnd {
			continue
		}
		for _, c := range file.Comments {
			if syntax.Pos() <= c.Pos() && c.End() <= syntax.End() && kube.MentionsTombstones(c.Text()) {
				return true
			}
		}
	}
	return false
}
