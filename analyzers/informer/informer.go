package informer

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/wording"
)

//go:embed doc.go
var docFile string

const (
	lateRequest      = "late-request"
	neverStarted     = "never-started"
	waitBeforeStart  = "wait-before-start"
	nothingToWaitFor = "nothing-to-wait-for"
)

// Analyzer finds informers that never run, and waits for no cache. See the package documentation.
var Analyzer = New(engines.Default)

// New returns the analyzer on the engines e.
func New(e *engines.Set) *analysis.Analyzer {
	a := e.OnFunctions("informer", docFile, run)
	a.FactTypes = fact.Types[handling]()
	return a
}

func run(pass *analysis.Pass, src *ssabuild.SSA, rep *report.Reporter) {
	p := &program{pass: pass, Package: src.Flow(), params: map[*ssa.Parameter][]event{}, returning: map[*ssa.Function]bool{}}
	p.export(src.Plain, src.Pkg)
	for i := range ssaquery.Instructions(src.Plain...) {
		switch i := i.(type) {
		case *ssa.Go:
			startInGoroutine(pass, rep, i)
		case *ssa.Call:
			if f := ssaquery.Called(&i.Call); f != nil && kube.WaitsForSync(f) {
				waitForNothing(rep, i)
			}
		}
		if v := p.madeBy(i); v != nil {
			l := life{pass: pass, rep: rep, flow: p.Package, made: v, events: p.events(v)}
			l.check()
		}
	}
}

// madeBy is the factory that i makes for a real client: its result, or the merge of several such results.
func (p *program) madeBy(i ssa.Instruction) ssa.Value {
	switch i := i.(type) {
	case *ssa.Call, *ssa.Extract:
		if v := i.(ssa.Value); p.makes(v) && merge(v) == nil {
			return v
		}
	case *ssa.Phi:
		if kube.IsInformerFactory(i.Type()) && !slices.ContainsFunc(i.Edges, func(v ssa.Value) bool { return !p.makes(v) || merge(v) != i }) {
			return i
		}
	}
	return nil
}

// makes reports whether v is a new factory, which a function of the package may return.
func (p *program) makes(v ssa.Value) bool {
	if !kube.IsInformerFactory(v.Type()) {
		return false
	}
	call := ssaquery.ResultOf(v)
	if call == nil {
		return false
	}
	if fn := p.Callee(&call.Call); fn != nil {
		return p.returnsNew(fn, v)
	}
	f := ssaquery.Called(&call.Call)
	if f == nil || !kube.MakesInformerFactory(f) {
		return false
	}
	client := ssaquery.Named(apicalls.Object(call.Call.Args[0]).Type())
	return client == nil || client.Obj().Pkg() == nil || !kube.IsFakePackage(client.Obj().Pkg().Path())
}

// returnsNew reports whether fn only makes and returns the factory that its caller has as v.
func (p *program) returnsNew(fn *ssa.Function, v ssa.Value) bool {
	result := 0
	if e, ok := v.(*ssa.Extract); ok {
		result = e.Index
	}
	if p.returning[fn] {
		return false
	}
	p.returning[fn] = true
	defer delete(p.returning, fn)
	found := false
	for _, ret := range ssaquery.Returns(fn) {
		made := ret.Results[result]
		switch {
		case ssaquery.IsNil(made): // with an error
		case !p.makes(made) || slices.ContainsFunc(*made.Referrers(), func(r ssa.Instruction) bool { return r != ret }):
			return false
		default:
			found = true
		}
	}
	return found
}

// merge is the only use of v, if that is a merge.
func merge(v ssa.Value) ssa.Instruction {
	var phi *ssa.Phi
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Phi:
			if phi != nil && phi != ref {
				return nil
			}
			phi = ref
		default:
			return nil
		}
	}
	if phi == nil {
		return nil
	}
	return phi
}

// A life is what happens to a factory, from where it is made.
type life struct {
	pass   *analysis.Pass
	rep    *report.Reporter
	flow   *flow.Package
	made   ssa.Value
	events []event
}

func (l life) check() {
	if l.has(func(e event) bool { return e.kind == escapes }) {
		return
	}
	started := l.has(func(e event) bool { return e.kind == starts })
	told := map[string]bool{}
	var asked []requests
	for _, e := range l.events {
		if e.kind == waits && !e.later {
			l.wait(e)
		}
		if e.kind != asks || told[e.chain] || e.at == nil {
			continue
		}
		if !started && !l.mayRun(e.chain) || started && (l.late(e) || l.lateElsewhere(e)) {
			told[e.chain] = true
			i := slices.IndexFunc(asked, func(r requests) bool { return r.shown == e.shown })
			if i < 0 {
				i, asked = len(asked), append(asked, requests{at: e.at, shown: e.shown})
			}
			asked[i].names = append(asked[i].names, e.name())
		}
	}
	for _, r := range asked {
		if started {
			l.lateRequest(r)
		} else {
			l.neverStarted(r)
		}
	}
}

// requests are for informers that never run, by one call.
type requests struct {
	at    ssa.Instruction // of an event
	shown ssa.Instruction
	names []string
}

// say is one for one informer, and many for several. Both take the names of their kinds.
func (r requests) say(one, many string) string {
	return wording.Fit(wording.Max, func(d wording.Level) string {
		first := d.Name(r.names[0])
		switch others := len(r.names) - 1; others {
		case 0:
			return fmt.Sprintf(one, first)
		case 1:
			return fmt.Sprintf(many, first+" and "+d.Name(r.names[1]))
		default:
			return fmt.Sprintf(many, fmt.Sprintf("%s and %d others", first, others))
		}
	})
}

func (l life) has(is func(event) bool) bool { return slices.ContainsFunc(l.events, is) }

// mayRun reports whether the informers of the chain may be run or filled by hand.
func (l life) mayRun(chain string) bool {
	return l.has(func(e event) bool { return e.kind == unknown && may(e.chain, chain) })
}

// late reports whether e asks for an informer that nobody asked for before, and that nothing starts behind it.
func (l life) late(e event) bool {
	if e.at == nil {
		return false
	}
	behind := false
	for _, s := range l.events {
		if s.kind != starts {
			continue
		}
		if s.later && !s.inGoroutine() || s.at == e.at || l.after(e.at, s.at) {
			return false
		}
		behind = behind || l.after(s.at, e.at)
	}
	return behind && !l.mayRun(e.chain) && !l.has(func(before event) bool {
		return before.kind == asks && may(before.chain, e.chain) && (before.at == nil || l.has(func(s event) bool {
			return s.kind == starts && l.after(before.at, s.at)
		}))
	})
}

// lateElsewhere is late for an e in another function than that of the factory, which only runs behind all starts, as
// those that ask for the same informer do.
func (l life) lateElsewhere(e event) bool {
	return !l.mayRun(e.chain) && !l.has(func(x event) bool {
		return x.kind == asks && may(x.chain, e.chain) && !l.onlyStarted(x.shown)
	})
}

// onlyStarted reports whether i, which is not where the factory is made, only runs behind all starts.
func (l life) onlyStarted(i ssa.Instruction) bool {
	return i != nil && i.Parent() != l.made.Parent() && !l.has(func(s event) bool {
		return s.kind == starts && (s.shown == nil || !l.onlyBehind(i, s.shown, map[*ssa.Function]bool{}))
	})
}

// onlyBehind reports whether i only runs behind start, and start not again behind i, as far as the function of start
// runs once. asked are functions that are being asked: another round through them changes nothing.
func (l life) onlyBehind(i, start ssa.Instruction, asked map[*ssa.Function]bool) bool {
	if _, deferred := start.(*ssa.Defer); deferred {
		return false
	}
	fn := i.Parent()
	if fn == start.Parent() {
		return i != start && ssaquery.RunsAfter(start, i) && start.Block().Dominates(i.Block()) && !ssaquery.RunsAfter(i, start)
	}
	if asked[fn] {
		return true
	}
	asked[fn] = true
	places, ok := l.flow.Places(ssaquery.Origin(fn))
	return ok && len(places) > 0 && !slices.ContainsFunc(places, func(at ssa.Instruction) bool { return !l.onlyBehind(at, start, asked) })
}

// after reports whether b can run after a, before another factory is made.
func (l life) after(a, b ssa.Instruction) bool {
	return ssaquery.RunsAfterWithout(a, b, l.made.(ssa.Instruction).Block())
}

// lateRequest reports that r comes too late.
func (l life) lateRequest(r requests) {
	var last event
	for _, s := range l.events {
		if s.kind == starts && (l.after(s.at, r.at) || r.shown.Parent() != l.made.Parent()) {
			last = s
		}
	}
	message := r.say("the informer of %s never runs, and its lister stays empty: it is first requested here, after Start; request it before Start",
		"the informers of %s never run, and their listers stay empty: they are first requested here, after Start; request them before Start")
	if _, racing := last.shown.(*ssa.Go); racing {
		message = r.say("the informer of %s may never run, and its lister may stay empty: the goroutine of Start may run before it is requested here; request it before Start",
			"the informers of %s may never run, and their listers may stay empty: the goroutine of Start may run before they are requested here; request them before Start")
	}
	l.rep.Report(report.Finding{Pos: ssaquery.Position(r.shown), Category: lateRequest, Message: message,
		Trace: []report.Step{{Pos: last.shown.Pos(), Text: "the last Start of the factory"}},
		Fixes: moveBefore(l.pass, r.shown, last.shown),
	})
}

// neverStarted reports that nothing runs the informers of r.
func (l life) neverStarted(r requests) {
	l.rep.Report(report.Finding{Pos: ssaquery.Position(r.shown), Category: neverStarted,
		Message: r.say("the informer of %s never runs, and its lister stays empty: nothing calls Start of its factory; call Start, and wait until it has synced",
			"the informers of %s never run, and their listers stay empty: nothing calls Start of their factory; call Start, and wait until they have synced"),
		Trace: []report.Step{{Pos: l.made.Pos(), Text: "the factory is made here, and nobody who gets it starts it"}},
	})
}

// wait reports a wait that has nothing to wait for, as the factory is started only behind it.
func (l life) wait(w event) {
	after := false
	for _, s := range l.events {
		switch {
		case s.kind == unknown, s.kind == starts && (s.later || s.at == w.at || l.after(s.at, w.at)):
			return
		case s.kind == starts:
			after = after || l.after(w.at, s.at)
		}
	}
	if after {
		l.rep.Report(report.Finding{Pos: ssaquery.Position(w.at), Category: waitBeforeStart,
			Message: "this waits only for informers that run, and Start comes later: it returns at once, and the listers may still be empty; call Start first"})
	}
}

// inGoroutine reports whether e is a call that a goroutine does at once, and nothing else.
func (e event) inGoroutine() bool {
	g, ok := e.at.(*ssa.Go)
	return ok && g.Call.IsInvoke()
}

// name is the kind of the informer of e.
func (e event) name() string {
	if e.chain == anyKind {
		return "this resource"
	}
	return e.chain[strings.LastIndex(e.chain, ".")+1:]
}

// waitForNothing reports a wait for no caches, or for one of them twice.
func waitForNothing(rep *report.Reporter, call *ssa.Call) {
	args := call.Call.Args
	synced := args[len(args)-1]
	if ssaquery.IsNil(synced) {
		rep.Report(report.Finding{Pos: call.Pos(), Category: nothingToWaitFor,
			Message: "this waits for no cache, and returns true at once; pass HasSynced of the informers that are read next"})
		return
	}
	all := ssaquery.Gathered(synced)
	for i, v := range all {
		if slices.ContainsFunc(all[:i], func(before ssa.Value) bool { return same(before, v) }) {
			rep.Report(report.Finding{Pos: call.Pos(), Category: nothingToWaitFor,
				Message: "this waits for one cache twice, and not for another one; pass HasSynced of each informer that is read next"})
			return
		}
	}
}

// same reports whether x and y are one value, one place, or the same chain of accessors of one.
func same(x, y ssa.Value) bool {
	if ssaquery.SamePlace(x, y) {
		return true
	}
	if a, b := ssaquery.Wrapped(x), ssaquery.Wrapped(y); a != nil && b != nil {
		return same(a, b)
	}
	switch a := x.(type) {
	case *ssa.MakeClosure: // a method value
		b, ok := y.(*ssa.MakeClosure)
		return ok && a.Fn.(*ssa.Function).Object() == b.Fn.(*ssa.Function).Object() && len(a.Bindings) == 1 && same(a.Bindings[0], b.Bindings[0])
	case *ssa.Call:
		b, ok := y.(*ssa.Call)
		return ok && a.Call.IsInvoke() && a.Call.Method == b.Call.Method && len(a.Call.Args) == 0 && leadsOn(a.Type()) && same(a.Call.Value, b.Call.Value)
	}
	return false
}
