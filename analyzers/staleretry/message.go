package staleretry

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/attempt"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/posn"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/wording"
)

func (w *writer) inTest(pos token.Pos) bool { return ssabuild.InTest(w.pass.Fset, pos) }

// place names pos for b.
func (w *writer) place(pos token.Pos, b bug, l wording.Level) string {
	return l.At(posn.Of(w.pass, pos), posn.Of(w.pass, b.pos()))
}

// finding is the report of b.
func (w *writer) finding(b bug) report.Finding {
	f := report.Finding{Pos: b.pos(), Category: b.category, Message: w.message(b), Trace: w.trace(b)}
	if e := w.callExpr(b.at); e != nil {
		f.Pos, f.End = e.Pos(), e.End()
	}
	if fix := (&fixer{w}).fix(b); fix != nil {
		f.Fixes = []analysis.SuggestedFix{*fix}
	}
	return f
}

// message says in one line what is wrong and what to do.
func (w *writer) message(b bug) string {
	return wording.Fit(wording.Max, func(l wording.Level) string { return w.say(b, l) })
}

func (w *writer) say(b bug, l wording.Level) string {
	obj := l.Name(w.object(b.out))
	again := "in each attempt"
	if b.out.Region.Call == nil {
		again = "in each round"
	}
	switch b.category {
	case neverReread:
		if b.out.New.Source == attempt.Failed {
			return fmt.Sprintf("%s is what the refused %s returned, an empty object, and the next attempt sends it; read the object again %s", obj, firstVerb(b, l), again)
		}
		if b.skipped {
			return fmt.Sprintf("%s is not read again after a conflict: the next attempt sends the refused version again, or skips the write as already done; read it again %s, and apply the change to it", obj, again)
		}
		return fmt.Sprintf("%s is written again with the resourceVersion that was refused, so every attempt fails with a conflict; read it again %s, and apply the change to it", obj, again)
	case lostError:
		if b.out.Kind == attempt.Dropped {
			return fmt.Sprintf("the conflict of %s is lost: nil is returned to the retry, so nothing is tried again; return the error of the write", refused(b, l))
		}
		if b.out.Nil == b.out.Reread {
			return fmt.Sprintf("the conflict of %s is lost: the error of the next read is returned instead, so the lost write looks like success; return the error of the write", refused(b, l))
		}
		return fmt.Sprintf("the conflict of %s is lost: another error is tested and returned, so the lost write looks like success; return the error of the write", refused(b, l))
	case lostChange:
		if b.out.Kind == attempt.NotWritten {
			return fmt.Sprintf("the change to %s is lost after a conflict: the next attempt takes it for done, writes nothing and returns nil; decide in each attempt by what it has read", obj)
		}
		if b.out.Kind == attempt.LostNow {
			return fmt.Sprintf("the change to %s is lost: the read at %s overwrites it, and the object is written back unchanged; make the change after the read", obj, w.place(b.out.New.Lost.Pos(), b, l))
		}
		return fmt.Sprintf("the change to %s is lost after a conflict: the object is read again and written back unchanged, which looks like success; make the change again after the read", obj)
	case shadowed:
		id, _ := w.assigned(b.at)
		return fmt.Sprintf("%s is read again into a new variable, which shadows the one that is written, so the next attempt does not use it; assign with =", l.Name(id.Name))
	case flattened:
		at := b.out.Return.Pos()
		if b.out.Made != nil {
			at = b.out.Made.Pos()
		}
		return fmt.Sprintf("the error made at %s hides the conflict of %s from the retry, so nothing is retried; return the error as it is, or wrap it with %%w", w.place(at, b, l), refused(b, l))
	case secondWrite:
		if callVerb(b.out.Write) == kube.PatchInto {
			return fmt.Sprintf("this patch has the resourceVersion that its base had before %s at %s, so the server refuses it; make the base after that write", earlier(b, l), w.place(b.out.Earlier.Pos(), b, l))
		}
		if b.out.New.OfCopy {
			return fmt.Sprintf("%s still has the resourceVersion from before %s of its copy at %s, so the server refuses this write; write one of them, or set the new resourceVersion", obj, earlier(b, l), w.place(b.out.Earlier.Pos(), b, l))
		}
		if !returnsSent(b.out) {
			return fmt.Sprintf("%s still has the resourceVersion from before %s at %s, which does not return the new object, so the server refuses this write; return it there and use it", obj, earlier(b, l), w.place(b.out.Earlier.Pos(), b, l))
		}
		return fmt.Sprintf("%s still has the resourceVersion from before %s at %s, whose result is dropped, so the server refuses this write; use that result", obj, earlier(b, l), w.place(b.out.Earlier.Pos(), b, l))
	}
	if b.out.New.InCache {
		return fmt.Sprintf("%s is the informer's cached object, changed in place, so for a while the next attempt gets it with the change and the refused version; read it from the API server", obj)
	}
	wait := "the retry ends within 50 ms, before the cache has the new version"
	if b.out.Region.Call == nil {
		wait = "the loop does not wait until it has the new version"
	}
	return fmt.Sprintf("%s comes from the informer's cache in every attempt, and %s; read it from the API server", obj, wait)
}

// firstVerb is the method whose write was refused.
func firstVerb(b bug, l wording.Level) string { return l.Name(b.out.First.Verb) }

// refused names the write that was refused: this Update, or the Update in cordon.
func refused(b bug, l wording.Level) string {
	verb, in := firstVerb(b, l), b.out.First.Write.Parent()
	if in == b.at.Parent() || in.Parent() != nil {
		return "this " + verb
	}
	return "the " + verb + " in " + l.Name(in.Name())
}

// earlier names the first write: the Update, or cordon(…), of the program.
func earlier(b bug, l wording.Level) string {
	name := l.Name(verb(b.out.Earlier))
	if b.out.Earlier.Common().StaticCallee() != nil {
		return name + "(…)"
	}
	return "the " + name
}

// trace shows how it happens.
func (w *writer) trace(b bug) []report.Step {
	var steps []report.Step
	add := func(call ssa.CallInstruction, text string) {
		if call != nil && call.Pos().IsValid() {
			steps = append(steps, report.Step{Pos: call.Pos(), Text: text})
		}
	}
	if f := b.out.First; f != nil && f.Object.Read != nil && f.Object.Source != attempt.Failed {
		add(f.Object.Read, "the object is read here")
	}
	add(b.out.Region.Call, "retried here")
	add(b.out.Earlier, "the first write")
	add(b.out.Reread, "read again")
	add(b.out.Site, "the write")
	return steps
}

// verb is the method that a call calls.
func verb(call ssa.CallInstruction) string {
	if f := ssaquery.Target(call.Common()); f != nil {
		return f.Name()
	}
	return "write"
}

// returnsObject reports whether an object is among the results of a call.
func returnsObject(call ssa.CallInstruction) bool {
	for v := range call.Common().Signature().Results().Variables() {
		if kube.IsObject(v.Type()) {
			return true
		}
	}
	return false
}

// returnsSent reports whether the first of two writes, or the function that makes it, returns
// an object of the type that is sent: its new version, which is dropped.
func returnsSent(out attempt.Outcome) bool {
	sent := sentType(out.Write)
	for v := range out.Earlier.Common().Signature().Results().Variables() {
		if kube.IsObject(v.Type()) && (sent == nil || types.IsInterface(v.Type()) || types.Identical(v.Type(), sent)) {
			return true
		}
	}
	return false
}

// sentType is the type of the object that a write sends, nil where it is not one.
func sentType(write ssa.CallInstruction) types.Type {
	for _, a := range write.Common().Args {
		if kube.IsObject(a.Type()) && !types.IsInterface(a.Type()) {
			return a.Type()
		}
	}
	return nil
}

// object is how the author wrote what the call at out's Site sends: the only object that
// it is given, or, where that is a function with several, the one that comes to the write.
func (w *writer) object(out attempt.Outcome) string {
	e := w.callExpr(out.Site)
	if e == nil {
		return "the object"
	}
	var objs []ast.Expr
	for _, a := range e.Args {
		if t := w.pass.TypesInfo.TypeOf(a); t != nil && kube.IsObject(t) {
			objs = append(objs, a)
		}
	}
	write := out.Write
	if f := out.First; f != nil && f.Site == out.Site {
		write = f.Write
	}
	if len(objs) > 1 && write != nil && write != out.Site {
		n := sentArg(out.Site, write, 0)
		if callee := out.Site.Common().StaticCallee(); callee != nil && callee.Signature.Recv() != nil {
			n-- // the receiver is no argument
		}
		if n < 0 || n >= len(e.Args) || !slices.Contains(objs, e.Args[n]) {
			return "the object"
		}
		return w.source(e.Args[n])
	}
	if len(objs) == 0 {
		return "the object"
	}
	return w.source(objs[0])
}

// maxHelpers bounds the functions between a retry and its write in which the object is
// looked for.
// No finding is lost, only a text.
const maxHelpers = 4

// sentArg is the number of the argument of call that write sends, -1 if that is not known. The write is call itself, or
// lies in the function that call calls, or deeper.
func sentArg(call, write ssa.CallInstruction, depth int) int {
	if call == write {
		return slices.IndexFunc(call.Common().Args, func(a ssa.Value) bool { return kube.IsObject(a.Type()) })
	}
	fn := call.Common().StaticCallee()
	if fn == nil || depth == maxHelpers {
		return -1
	}
	for c := range ssaquery.Each[ssa.CallInstruction](fn) {
		if n := sentArg(c, write, depth+1); n >= 0 {
			sent := ssaquery.InInterface(c.Common().Args[n])
			return slices.IndexFunc(fn.Params, func(p *ssa.Parameter) bool { return p == sent })
		}
	}
	return -1
}

// source is the text of an object's expression on one line, short enough for a message.
func (w *writer) source(e ast.Expr) string {
	text := w.text(astspan.Addressed(e))
	if text == "" || len(text) > 40 || strings.Contains(text, "\n") {
		return "the object"
	}
	return text
}
