package lostwrite

import (
	_ "embed"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apiobjects"
	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/attempt"
	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/copychanged"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/subresource"
)

//go:embed doc.go
var docFile string

const (
	statusOverwritten = "status-overwritten"
	statusNotStored   = "status-not-stored"
	onlyStatusStored  = "only-status-stored"
	emptyPatch        = "empty-patch"
	reversedPatch     = "reversed-patch"
	overwrittenByRead = "overwritten-by-read"
	statusInCreate    = "status-in-create"
	setBeforeRead     = "set-before-read"
)

// Analyzer finds changes that never reach the API server. See the package documentation.
var Analyzer = New(engines.Default)

// New returns the analyzer on the engines e.
func New(e *engines.Set) *analysis.Analyzer {
	run := func(pass *analysis.Pass, rep *report.Reporter) { run(pass, rep, e) }
	return e.Analyzer("lostwrite", docFile, run, e.Attempt, e.Subresource, bound.Analyzer)
}

func run(pass *analysis.Pass, rep *report.Reporter, e *engines.Set) {
	res := pass.ResultOf[e.Attempt].(*attempt.Result)
	if res == nil || ssabuild.InDependency(pass) {
		return
	}
	log := bound.Of(pass)
	w := &writer{pass: pass, kinds: pass.ResultOf[e.Subresource].(*subresource.Kinds), calls: map[*ssa.Function]map[ssa.Value][]*ssa.Call{}, taken: map[*ssa.Function][]*ssa.UnOp{}, controls: map[*ssa.Function]*machine.Control{}}
	for _, l := range w.chosen(res.Losses(func(fn *ssa.Function) { log.In(fn, "its lost writes are not checked: too many states") })) {
		rep.Report(w.finding(l))
	}
	for _, f := range copychanged.Find(pass) {
		rep.Report(f)
	}
}

// A lost is a loss with its category.
type lost struct {
	apiobjects.Loss
	category string
}

// order is that in which the categories of one write are preferred.
var order = []string{emptyPatch, reversedPatch, statusOverwritten, statusNotStored, onlyStatusStored, overwrittenByRead, setBeforeRead, statusInCreate}

// chosen are the losses that are reported: one of each write.
func (w *writer) chosen(all []apiobjects.Loss) []lost {
	var out []lost
	at := map[token.Pos]int{}
	for _, l := range all {
		category := w.categoryOf(l)
		if category == "" || w.inTestCode(l.Write.Pos()) {
			continue
		}
		i, ok := at[l.Write.Pos()]
		switch {
		case !ok:
			at[l.Write.Pos()] = len(out)
			out = append(out, lost{l, category})
		case slices.Index(order, category) < slices.Index(order, out[i].category):
			out[i] = lost{l, category}
		}
	}
	return out
}

// inTestCode reports whether pos is in a file that helps tests: fake clientsets store everything.
func (w *writer) inTestCode(pos token.Pos) bool {
	f := astspan.File(w.pass.Files, pos)
	return f != nil && slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"testing"` })
}

// categoryOf is the category of l, "" where it is not reported.
func (w *writer) categoryOf(l apiobjects.Loss) string {
	if !l.Always && l.Elsewhere && !happens(l, w.controls) || !kube.IsEncoded(l.Type, l.Change.Path) {
		return "" // the path may be none that happens; or it is for memory only
	}
	switch l.Kind {
	case apiobjects.EmptyPatch:
		if l.Partly && (l.Change.IsDefault() || l.Change.Clears() || isAside(l) || w.takenAfter(l) || l.Part == apiobjects.Spec && w.inMemory(l)) {
			return "" // the base has what the API server has not, on purpose
		}
		return emptyPatch
	case apiobjects.ReversedPatch:
		return reversedPatch
	case apiobjects.StatusReplaced, apiobjects.StatusNotSent:
		if !w.hasStatus(l.Type) || addsFinalizer(l) && !l.Later {
			return "" // the event of the finalizer starts a reconcile that sets the status again
		}
		switch _, _, mutates := mutatesOf(l.Write); {
		case mutates && l.Repeats:
			return "" // a function sets spec and status, and is called before each is sent
		case !mutates && l.Elsewhere && len(l.Others) == 0:
			return "" // with nothing else to send, the write may not happen
		}
		if len(l.Others) == 0 || !l.Into {
			return statusNotStored
		}
		return statusOverwritten
	case apiobjects.OnlyStatusSent:
		if !w.hasStatus(l.Type) || w.keeps(l) || l.Repeats {
			return ""
		}
		return onlyStatusStored
	case apiobjects.SetBefore:
		if kube.TypeName(l.Type) == kube.Unstructured || w.isFixed(l) || setsPart(l) {
			return ""
		}
		if l.Part != apiobjects.Spec || setsMore(l) {
			return setBeforeRead
		}
		return overwrittenByRead
	case apiobjects.ReadOver:
		inRetry := l.Read.Parent().Parent() != nil && l.Read.Parent() != l.Change.At.Parent() && // staleretry's
			(!l.Beside || l.Write.Parent() == l.Read.Parent())
		if !l.Partly && (!l.Always || inRetry) || w.isFixed(l) || l.Part == apiobjects.Status && !w.hasStatus(l.Type) {
			return ""
		}
		return overwrittenByRead
	case apiobjects.StatusCreated:
		if !w.hasStatus(l.Type) || w.kinds.Status(l.Type).Created() {
			return ""
		}
		return statusInCreate
	}
	return ""
}

func (w *writer) hasStatus(t types.Type) bool {
	return t != nil && w.kinds.Status(t).Verdict == subresource.Has
}

// keeps reports whether the status endpoint stores the change all the same, or the change is not
// meant to be stored.
func (w *writer) keeps(l apiobjects.Loss) bool {
	if call, ok := l.Change.At.(ssa.CallInstruction); ok {
		if fn := ssaquery.Called(call.Common()); fn != nil && kube.SetsDefaults(fn.Name()) {
			return true // used in memory
		}
	}
	if l.Part == apiobjects.Spec {
		if isOnlyWritten(l) {
			return l.Change.IsDefault() && !l.Change.FillsIn()
		}
		return l.Change.IsDefault() || w.inMemory(l)
	}
	_, field, _ := strings.Cut(l.Change.Path, ".")
	field, _, _ = strings.Cut(field, ".")
	return w.kinds.Status(l.Type).Stores(field) || w.takenAfter(l)
}

// addsFinalizer reports whether the write of l stores a finalizer that a call has added, and nothing else.
func addsFinalizer(l apiobjects.Loss) bool {
	c := l.Others[apiobjects.Metadata]
	_, calls := c.At.(ssa.CallInstruction)
	return calls && len(l.Others) == 1 && c.At == c.First && strings.HasPrefix(c.Path, kube.MetadataField+".Finalizers")
}

// setsMore reports whether the function that CreateOrUpdate calls sets more than the owner.
func setsMore(l apiobjects.Loss) bool {
	for _, c := range l.Others {
		if !setsOwner(c) {
			return true
		}
	}
	return false
}

// setsPart reports whether that function sets anything of the part that was set before, but for the
// owner.
func setsPart(l apiobjects.Loss) bool {
	c, sets := l.Others[l.Part]
	return sets && !(setsOwner(c) && c.At == c.First)
}

func setsOwner(c apiobjects.Change) bool {
	return strings.HasPrefix(c.Path, kube.MetadataField+".OwnerReferences")
}

// isFixed reports whether the API server refuses another value of what l has lost, so that it is set
// where the object is created.
func (w *writer) isFixed(l apiobjects.Loss) bool {
	kind, builtIn := kube.KindOf(l.Type)
	return builtIn && kube.IsFixed(kind, l.Change.Path) || l.Part == apiobjects.Spec && w.kinds.FixedSpec(l.Type)
}
