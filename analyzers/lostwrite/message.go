package lostwrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/posn"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/subresource"
	"github.com/k8slint/k8slint/internal/wording"
)

// A writer puts losses into words.
type writer struct {
	pass  *analysis.Pass
	kinds *subresource.Kinds
	calls map[*ssa.Function]map[ssa.Value][]*ssa.Call // what getting found
	taken map[*ssa.Function][]*ssa.UnOp               // what takenIn found
	// controls is for happens.
	controls map[*ssa.Function]*machine.Control
}

// A place is a call in the source.
type place struct {
	file *ast.File
	call *ast.CallExpr
	// outer are the nodes around the call, innermost first.
	outer []ast.Node
}

// placeOf is where call stands; its call is nil if the source has none.
func (w *writer) placeOf(call ssa.CallInstruction) place {
	if call == nil {
		return place{}
	}
	file, e, outer := astspan.Call(w.pass.Files, call.Pos())
	return place{file, e, outer}
}

// line names a place in the file of the finding by its line, and another by file and line.
func (w *writer) line(pos, near token.Pos, l wording.Level) string {
	return l.At(posn.Of(w.pass, pos), posn.Of(w.pass, near))
}

func (w *writer) finding(b lost) report.Finding {
	p := w.placeOf(b.Write)
	f := report.Finding{Pos: b.Write.Pos(), Category: b.category, Message: wording.Fit(wording.Max, func(l wording.Level) string { return w.say(b, p, l) })}
	if p.call != nil {
		f.Pos, f.End = p.call.Pos(), p.call.End()
	}
	if base := w.placeOf(b.Base); b.Change.At == nil && base.call != nil {
		f.Pos, f.End = base.call.Pos(), base.call.End()
	}
	if b.Change.At != nil {
		f.Trace = append(f.Trace, report.Step{Pos: b.Change.At.Pos(), Text: "the change"})
	}
	if b.Read != nil {
		f.Trace = append(f.Trace, report.Step{Pos: b.Read.Pos(), Text: "the read"})
	}
	if b.Base != nil {
		f.Trace = append(f.Trace, report.Step{Pos: b.Base.Pos(), Text: "the base of the patch"})
	}
	f.Trace = append(f.Trace, report.Step{Pos: b.Write.Pos(), Text: "the write"})
	if fix := w.fix(b, p); fix != nil {
		f.Fixes = []analysis.SuggestedFix{*fix}
	}
	return f
}

// say says in one line what is lost, why, and what to do.
func (w *writer) say(b lost, p place, l wording.Level) string {
	if b.Change.At == nil {
		return w.sayKept(b, p, l)
	}
	verb, reads, object, at := verb(b.Write), verb(b.Read), l.Name(w.object(b, p)), w.line(b.Change.At.Pos(), b.Write.Pos(), l)
	switch b.category {
	case statusOverwritten, statusNotStored:
		if _, _, mutates := mutatesOf(b.Write); mutates {
			return fmt.Sprintf("%s never writes the status of %s%s: the one set at %s is dropped; write it with Status().Update afterwards", verb, object, w.because(b, l), at)
		}
	}
	switch b.category {
	case statusOverwritten:
		return fmt.Sprintf("the status set at %s is lost: %s replaces %s with the server's answer%s; write the status first, or keep a copy", at, verb, object, w.because(b, l))
	case statusNotStored:
		return fmt.Sprintf("%s does not store the status of %s%s: the change at %s is dropped; use %s", verb, object, w.because(b, l), at, statusCall(b))
	case onlyStatusStored:
		return fmt.Sprintf("%s stores only the status%s: %s at %s is dropped; write it with Update or Patch first", writer3(b), w.because(b, l), what(b.Change.Path), at)
	case emptyPatch:
		if b.Partly {
			patch := "at " + w.line(b.Base.Pos(), b.Write.Pos(), l)
			if b.Base == b.Write {
				patch = "of " + l.Name(baseCall(b))
			}
			return fmt.Sprintf("%s at %s is lost: the patch %s does not have it, as its base was copied from %s after it; copy the base before the change", what(b.Change.Path), at, patch, object)
		}
		if b.Copied {
			return fmt.Sprintf("this patch does not have the change at %s: its base was copied from %s after it; make the copy before the change", at, object)
		}
		return fmt.Sprintf("this patch is empty, as its base is %s itself: the change at %s is dropped; pass a copy from before the change to %s", object, at, l.Name(baseCall(b)))
	case reversedPatch:
		return fmt.Sprintf("this patch undoes the change at %s: the changed object is its base, and the unchanged one is sent; swap them", at)
	case overwrittenByRead, setBeforeRead:
		if b.Read != nil {
			without := "unchanged"
			if b.Partly || b.Beside {
				without = "without it"
			}
			return fmt.Sprintf("%s at %s is lost: %s at %s reads the stored object into %s, which is written back %s; set it after the read", what(b.Change.Path), at, reads, w.line(b.Read.Pos(), b.Write.Pos(), l), object, without)
		}
		fix := "set it in the function that is passed"
		if args := b.Write.Common().Args; ssaquery.IsNil(args[len(args)-1]) {
			fix = "pass a function that sets it"
		}
		return fmt.Sprintf("%s at %s is lost if the object exists: %s reads the stored one into %s; %s", what(b.Change.Path), at, verb, object, fix)
	}
	return fmt.Sprintf("Create does not store the status of %s%s: the one set at %s is dropped; write it with Status().Update afterwards", object, w.because(b, l), at)
}

// sayKept says it of a patch that is kept beside its base.
func (w *writer) sayKept(b lost, p place, l wording.Level) string {
	return fmt.Sprintf("the patch of this base is always empty: the base is the object itself, sent as %s at %s; pass a copy to %s", l.Name(w.object(b, p)), w.line(b.Write.Pos(), b.Base.Pos(), l), l.Name(baseCall(b)))
}

// because says by what it is known that the kind has the status subresource.
func (w *writer) because(b lost, l wording.Level) string {
	e := w.kinds.Status(b.Type)
	name, where := l.Name(typeName(b.Type)), l.At(e.Where, posn.Of(w.pass, b.Write.Pos()))
	switch {
	case e.Source == subresource.Manifest:
		return fmt.Sprintf(" (%s has the status subresource, if %s is what is installed)", name, where)
	case e.Source == subresource.Use:
		return fmt.Sprintf(" (%s has the status subresource, which is written at %s)", name, where)
	case e.Where != "":
		return fmt.Sprintf(" (%s has the status subresource, %s)", name, where)
	}
	since := ""
	if e.Since() != "" {
		since = " since " + e.Since()
	}
	return fmt.Sprintf(" (%s has the status subresource%s)", name, since)
}

func typeName(t types.Type) string {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return "it"
}

// object is the expression that is written, without what makes an address of it.
func (w *writer) object(b lost, p place) string {
	if b.Base != nil && b.Base == b.Write { // a helper with its own order of arguments
		return "the " + typeName(b.Type)
	}
	if p.call != nil {
		for _, a := range p.call.Args {
			if t := w.pass.TypesInfo.TypeOf(a); t != nil && kube.IsObject(t) {
				return strings.TrimPrefix(types.ExprString(ast.Unparen(a)), "&")
			}
		}
	}
	return typeName(b.Type)
}

// verb is the method that call calls, "" for nil.
func verb(call ssa.CallInstruction) string {
	if call == nil {
		return ""
	}
	if fn := ssaquery.Target(call.Common()); fn != nil {
		return fn.Name()
	}
	return "the call"
}

// statusCall is what writes the status instead.
func statusCall(b lost) string {
	switch approves := kube.IsApproval(b.Type, b.Change.Path); {
	case approves && !b.Into:
		return "UpdateApproval"
	case approves:
		return `SubResource("approval").` + verb(b.Write)
	case !b.Into:
		return "UpdateStatus"
	}
	if verb(b.Write) == "Patch" {
		return "Status().Patch"
	}
	return "Status().Update"
}

// writer3 is the call that writes the status.
func writer3(b lost) string {
	if !b.Into || !isClientVerb(verb(b.Write)) {
		return verb(b.Write)
	}
	return "Status()." + verb(b.Write)
}

// isClientVerb reports whether a call of that name is one of controller-runtime's client, and none of a
// helper that makes it.
func isClientVerb(name string) bool { return name == "Update" || name == "Patch" }

func baseCall(b lost) string {
	if b.Base == nil {
		return "MergeFrom"
	}
	return verb(b.Base)
}

// what names what lies at a path of an object.
func what(path string) string {
	first, rest, _ := strings.Cut(path, ".")
	if first != kube.MetadataField {
		return "the " + strings.ToLower(first[:1]) + first[1:] + " set"
	}
	field, _, _ := strings.Cut(rest, ".")
	switch field {
	case "Finalizers":
		return "the finalizer set"
	case "OwnerReferences":
		return "the owner reference set"
	case "Annotations":
		return "the annotation set"
	}
	return "the label set"
}

// mutatesOf says what CreateOrUpdate and the like are given, if call is one.
func mutatesOf(call ssa.CallInstruction) (obj, mutate int, ok bool) {
	fn := ssaquery.Called(call.Common())
	if fn == nil {
		return 0, 0, false
	}
	return kube.Mutates(fn)
}
