package tombstone

import (
	_ "embed"
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/importedit"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/wording"
)

//go:embed doc.go
var docFile string

// Analyzer finds delete handlers that do not expect a tombstone. See the
// package documentation.
var Analyzer = New(engines.Default)

// New returns the analyzer on the engines e.
func New(e *engines.Set) *analysis.Analyzer {
	dispatchers := newDispatchers(e)
	return e.Analyzer("tombstone", docFile, func(pass *analysis.Pass, rep *report.Reporter) {
		if p := pass.ResultOf[dispatchers].(*program); p != nil {
			run(pass, p, rep)
		}
	}, dispatchers, bound.Analyzer)
}

func run(pass *analysis.Pass, p *program, rep *report.Reporter) {
	for _, h := range p.deleteHandlers() {
		if p.onlyDispatched(h) {
			continue
		}
		t := trailOf(p, h.obj)
		for _, f := range findings(pass, h, t) {
			f.Trace = []report.Step{{Pos: h.obj.Parent().Pos(), Text: "the " + h.what + " gets the object or a tombstone"}}
			rep.ReportOnce(f)
		}
	}
}

// findings are what the handler h, whose object goes along t, does wrong.
func findings(pass *analysis.Pass, h handler, t *trail) []report.Finding {
	var out []report.Finding
	pointer := slices.IndexFunc(t.asserts, toPointer)
	for _, a := range t.asserts {
		f := report.Finding{Pos: a.Pos()}
		wrong := h.what
		switch {
		case t.panics(a):
			f.Category = "panics"
			wrong += " panics on a tombstone"
		case !h.filter && !t.handled && t.losesAt(a):
			f.Category = "lost-delete"
			wrong += " misses a deletion that comes as a tombstone"
		default:
			continue
		}
		f.Message = asserted(wrong, typeName(pass, a))
		if !t.handled {
			f.Fixes = unwrap(pass, a.Pos())
		}
		if pointer >= 0 {
			f.Fixes = nil
			f.Pos = t.asserts[pointer].Pos()
			f.Message = fmt.Sprintf("the %s: that is a cache.DeletedFinalStateUnknown, never the pointer that is asserted here; assert the struct", wrong)
		}
		out = append(out, f)
	}
	for _, k := range t.keys {
		if h.filter || t.handled || !t.losesKey(k) {
			continue
		}
		fix, fixes := "unwrap it first", unwrap(pass, k.Pos())
		if k.fn.Pkg().Scope().Lookup(k.better) != nil { // older releases have not all
			fixes = replaced(pass, k)
			fix = "use " + k.fn.Pkg().Name() + "." + k.better
		}
		out = append(out, report.Finding{Pos: k.Pos(), Category: "lost-delete", Fixes: fixes,
			Message: fmt.Sprintf("the %s misses a deletion that comes as a tombstone after a broken watch: %s.%s returns an error for it; %s", h.what, k.fn.Pkg().Name(), k.fn.Name(), fix)})
	}
	return out
}

// asserted says what goes wrong where a tombstone is taken for a value of type t.
func asserted(wrong, t string) string {
	return wording.Fit(wording.Max, func(l wording.Level) string {
		return fmt.Sprintf("the %s: after a broken watch it gets a cache.DeletedFinalStateUnknown, not a %s; unwrap it first", wrong, l.Name(t))
	})
}

// typeName is the type that a asserts, as its author wrote it.
func typeName(pass *analysis.Pass, a *ssa.TypeAssert) string {
	return importedit.TypeString(pass, a.Pos(), a.AssertedType)
}
