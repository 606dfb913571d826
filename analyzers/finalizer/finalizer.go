package finalizer

import (
	_ "embed"
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/controlpath"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/wording"
)

//go:embed doc.go
var docFile string

const (
	addWhileDeleting = "add-while-deleting"
	addUnchecked     = "add-unchecked"
	goesOn           = "goes-on"
	cleanupAfter     = "cleanup-after"
)

// Analyzer finds reconcilers that handle the finalizer of an object that is being deleted in the wrong
// order. See the package documentation.
var Analyzer = New(engines.Default)

// New returns the analyzer on the engines e.
func New(e *engines.Set) *analysis.Analyzer {
	a := e.OnFunctions("finalizer", docFile, run)
	a.FactTypes = fact.Types[handling]()
	return a
}

func run(pass *analysis.Pass, src *ssabuild.SSA, rep *report.Reporter) {
	r := &reader{pass: pass, pkg: src.Pkg, known: map[*ssa.Function]*handling{}, helpers: apicalls.Helpers{}, flow: src.Flow}
	r.export(src.Plain)
	if !kube.ImportsControllerRuntime(pass.Pkg) {
		return
	}
	for _, fn := range src.Plain {
		obj := ssaquery.Declared(fn)
		if obj == nil || len(fn.Blocks) == 0 || !r.changes(fn) {
			continue
		}
		var before []visit
		for i := range ssaquery.Instructions(fn) {
			if object, err := r.helpers.Read(i); object != nil {
				v := visit{fn: fn, from: i, world: r.world(fn, object, err), rep: rep}
				v.check(kube.Reconciles(obj) && !slices.ContainsFunc(before, v.readsAgain))
				before = append(before, v)
			}
		}
		for _, p := range fn.Params {
			if mayHaveFinalizers(p.Type()) {
				v := visit{fn: fn, world: r.world(fn, p, nil), rep: rep, taken: r.onlyDeleted(p, map[*ssa.Parameter]bool{})}
				v.check(kube.ReconcilesObject(obj))
			}
		}
	}
}

// A visit looks at what a function does with one object.
type visit struct {
	fn    *ssa.Function
	from  ssa.Instruction // where the function gets the object, nil for a parameter
	world world
	rep   *report.Reporter
	taken bool // callers pass it only when it is being deleted
}

// walk follows the ways of control behind the place where the function gets the object.
func (v visit) walk(w world, look func(ssa.Instruction) bool) {
	walk := w.walk(func(_ *controlpath.Path, i ssa.Instruction) bool { return look(i) })
	if v.from == nil {
		walk.From(v.fn)
		return
	}
	walk.Behind(v.from)
}

// readsAgain reports whether v reads again the object that first has read. The check of first covers v: that the object
// is marked for deletion between the two reads is as rare as between a check and its write.
func (v visit) readsAgain(first visit) bool {
	if first.world.object != v.world.object || !first.from.Block().Dominates(v.from.Block()) {
		return false
	}
	one, other := first.from.(*ssa.Call).Call.Args, v.from.(*ssa.Call).Call.Args
	return slices.EqualFunc(one, other, func(a, b ssa.Value) bool { return ssaquery.Describe(a) == ssaquery.Describe(b) })
}

// name is the kind of the object.
func (v visit) name(l wording.Level) string {
	n := ssaquery.Named(v.world.object.Type())
	if n == nil || types.IsInterface(n) || kube.IsObjectMeta(n) {
		return "object"
	}
	return l.Name(n.Obj().Name())
}

// check reports what is wrong with removals, and with additions if nobody has looked at the deletion before.
func (v visit) check(first bool) {
	kept := v.kept()
	if first {
		v.additions(kept)
	}
	v.removals(kept)
}

// additions reports where a finalizer is added to the object although it is being deleted. An add that only such
// objects reach is meant: they have the finalizer.
func (v visit) additions(kept map[*ssa.BasicBlock]bool) {
	w := v.world
	v.walk(w, func(i ssa.Instruction) bool {
		if w.does(i) != kube.AddsFinalizer || !kept[i.Block()] || !w.callee(i).Sends && !v.sentBehind(i) {
			return true
		}
		category, say := addUnchecked, "if another finalizer keeps the %s while it is being deleted, the API server refuses this one; look at its DeletionTimestamp first"
		switch {
		case v.world.after()[i]:
			category, say = addWhileDeleting, "this runs after the finalizer of the %s was removed, and the API server refuses new ones of objects that are being deleted; return after the removal"
		case v.looksLater(i):
			category, say = addWhileDeleting, "the %s may be marked for deletion here, and the API server refuses new finalizers of such objects; look at its DeletionTimestamp first"
		}
		v.rep.ReportOnce(report.Finding{Pos: ssaquery.Position(i), Category: category, Message: wording.Fit(wording.Max, func(l wording.Level) string {
			return fmt.Sprintf(say, v.name(l))
		}), Fixes: keepOut(v.world.reader.pass, i)})
		return false
	})
}

// kept are the blocks that control reaches with an object that is not being deleted.
func (v visit) kept() map[*ssa.BasicBlock]bool {
	kept := map[*ssa.BasicBlock]bool{}
	if v.taken {
		return kept
	}
	alive := v.world
	alive.kept = true
	v.walk(alive, func(i ssa.Instruction) bool { kept[i.Block()] = true; return true })
	return kept
}

// looksLater reports whether the function looks at the deletion behind add, or behind the call that says whether to
// add: its own handling of the deletion comes too late.
func (v visit) looksLater(add ssa.Instruction) bool {
	from := add.Block()
	if d := from.Idom(); d != nil && ssaquery.Test(d) != nil && isAnswer(ssaquery.Test(d).Cond) {
		from = d
	}
	return slices.ContainsFunc(v.world.looking(), func(i ssa.Instruction) bool {
		return i.Block() != add.Block() && ssaquery.LeadsOn(from, i.Block()) || i.Block() == add.Block() && ssaquery.Position(i) > ssaquery.Position(add)
	})
}

// isAnswer reports whether cond is what a call answers.
func isAnswer(cond ssa.Value) bool {
	_, ok := cond.(*ssa.Call)
	return ok
}

// sentBehind reports whether the object comes to the API server behind i with the finalizer that i adds.
func (v visit) sentBehind(i ssa.Instruction) bool {
	sent := false
	v.world.walk(func(_ *controlpath.Path, j ssa.Instruction) bool {
		if v.world.does(j) == kube.RemovesFinalizer {
			return false
		}
		switch j.(type) {
		case *ssa.Defer:
		case *ssa.RunDefers:
			sent = sent || v.defersSending()
		default:
			sent = sent || v.world.sends(j)
		}
		return !sent
	}).Behind(i)
	return sent
}

// defersSending reports whether the function defers a write of the object.
func (v visit) defersSending() bool {
	for i := range ssaquery.Instructions(v.fn) {
		if d, ok := i.(*ssa.Defer); ok && (v.world.sends(d) || v.deferredSends(d)) {
			return true
		}
	}
	return false
}

func (v visit) deferredSends(d *ssa.Defer) bool {
	mc, ok := d.Call.Value.(*ssa.MakeClosure)
	if !ok {
		return false
	}
	for i := range ssaquery.Instructions(mc.Fn.(*ssa.Function)) {
		if v.world.sends(i) {
			return true
		}
	}
	return false
}

// removals reports what comes too late, or should not come at all, once the last finalizer is gone.
func (v visit) removals(kept map[*ssa.BasicBlock]bool) {
	v.walk(v.world, func(i ssa.Instruction) bool {
		if v.world.does(i) == kube.RemovesFinalizer && (!kept[i.Block()] || v.world.callee(i).Tests) {
			v.behind(i, kept)
		}
		return true
	})
}

// behind looks at the ways of control behind the removal, which is done only if the object is being deleted.
func (v visit) behind(removal ssa.Instruction, kept map[*ssa.BasicBlock]bool) {
	w := v.world
	w.removed = removal
	sent := w.callee(removal).Releases
	var send ssa.Instruction
	w.walk(func(_ *controlpath.Path, i ssa.Instruction) bool {
		if !sent && w.sends(i) {
			sent, send = true, i
			return true
		}
		if !sent {
			return true
		}
		normal := kept[i.Block()]
		switch {
		case w.does(i) == kube.AddsFinalizer:
			return false
		case normal && w.creates(i):
			v.rep.ReportOnce(report.Finding{Pos: ssaquery.Position(i), Category: goesOn, Message: wording.Fit(wording.Max, func(l wording.Level) string {
				return fmt.Sprintf("this runs after the finalizer of the %s was removed, and creates objects for one that is gone; return after the removal", v.name(l))
			})})
			return false
		case !normal && send != nil && w.changesOther(i) && send.Block().Dominates(i.Block()) && !ssaquery.InLoop(i.Block()):
			v.rep.ReportOnce(report.Finding{Pos: ssaquery.Position(removal), Category: cleanupAfter, Message: wording.Fit(wording.Max, func(l wording.Level) string {
				return fmt.Sprintf("the %s is gone once its finalizer is removed here, and if the cleanup below fails, nobody tries again; remove the finalizer last", v.name(l))
			}), Trace: []report.Step{{Pos: ssaquery.Position(i), Text: "the cleanup, which may fail"}}})
			return false
		}
		return true
	}).Behind(removal)
}

// creates reports whether i creates another object.
func (w world) creates(i ssa.Instruction) bool {
	call, ok := i.(*ssa.Call)
	if !ok {
		return false
	}
	if verb, obj := w.reader.helpers.Does(&call.Call); verb == kube.Create {
		return obj != w.object
	}
	if c := w.callee(i); c.Creates && !c.Tests {
		return true
	}
	fn, _ := apicalls.Target(&call.Call)
	if fn == nil {
		return false
	}
	obj, _, ok := kube.Mutates(fn)
	return ok && apicalls.Object(call.Call.Args[obj]) != w.object
}

// changesOther reports whether i changes or deletes another object, and its error is used.
func (w world) changesOther(i ssa.Instruction) bool {
	call, ok := i.(*ssa.Call)
	if !ok || call.Referrers() == nil || len(*call.Referrers()) == 0 {
		return false
	}
	if verb, obj := w.reader.helpers.Does(&call.Call); apicalls.Sends(verb) {
		return obj != w.object
	}
	deleted := apicalls.Deleted(&call.Call)
	return deleted != nil && deleted != w.object || w.reader.deletes(call)
}

// deletes reports whether call is of a function of the package that deletes objects, and tells its error.
func (r *reader) deletes(call *ssa.Call) bool {
	f := call.Call.StaticCallee()
	if f == nil || f.Pkg != r.pkg || apicalls.Err(call) == nil {
		return false
	}
	for c := range ssaquery.Each[*ssa.Call](f) {
		if fn, _ := apicalls.Target(&c.Call); fn != nil && kube.DeletesAny(fn) {
			return true
		}
	}
	return false
}
