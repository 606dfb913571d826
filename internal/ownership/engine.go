package ownership

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/effect"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Analyzer computes the summaries of a package and finds its writes to the
// informer cache. It reports nothing itself: cachemutate does.
var Analyzer = &analysis.Analyzer{
	Name:       "ownership",
	Doc:        "track which memory belongs to an informer's cache",
	Requires:   []*analysis.Analyzer{ssabuild.Analyzer},
	FactTypes:  []analysis.Fact{(*Fact)(nil)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Result is what the analysis of a package finds.
type Result struct {
	// Findings are sorted by position, one for each read of the cache.
	Findings []*Finding
	caps     map[string]bool
	// Conditional are writes to what a manager's client reads, in the same
	// order: they are findings if the manager turns deep copies off.
	Conditional []*Finding
	// LiveClients are the fields and variables that hold clients which the
	// program made for itself: what they read is never the cache's.
	LiveClients []string
}

// A unit is the package under analysis: what does not change while its
// functions are executed.
type unit struct {
	pass  *analysis.Pass
	prog  *ssa.Program
	pkg   *ssa.Package
	types typeInfo
	dir   string // the last elements of the import path

	analysed map[*ssa.Function]bool
	funcs    []*ssa.Function       // those, in order of analysis: callees first
	uses     map[*ssa.Function]int // mentions in the package: calls, values
	source   ssaquery.Source

	caps map[string]bool // what was left out, in words
	work int             // see mayWork
}

// An environment is all that is known while a function is executed: of its
// package, of the packages below, and so far of the other functions.
type environment struct {
	*unit
	deps     *dependencies
	dispatch *dispatch
	stores   *localStores
	clients  *clients
	known    *knowledge
	rules    []rule

	results map[*ssa.Function]*result
	tables  tables
}

// An engine analyses one package.
type engine struct {
	*environment
}

// Caps says, in no order, what was left out because it would take too long.
func (r *Result) Caps() []string { return slices.Collect(maps.Keys(r.caps)) }

// maxWork is how many references of callees' summaries are translated in a
// package: some seconds' work, and ten times what the largest package of
// controllers takes that was seen. Packages of many types that refer to each other
// (go/types) would take minutes.
const maxWork = 1_000_000

// mayWork counts a reference, and reports whether there may be one more: after
// the last, what calls do in the rest of the package is unknown.
func (u *unit) mayWork() bool {
	u.work++
	if u.work > maxWork {
		u.caps["calls are not followed any more, after as many as a package gets"] = true
		return false
	}
	return true
}

// capped notes that of fn something is left out.
func (u *unit) capped(fn *ssa.Function, what string) {
	u.caps[ssaquery.Origin(fn).String()+": "+what] = true
}

// Caps of the fixpoint: how often a function is analysed, how many rounds are
// made over what fields hold. Each round only looks at functions whose inputs
// changed; the results after the last round are taken as they are.
const (
	maxAnalyses = 6
	maxRounds   = 6
)

// Tests makes the functions of _test.go files count like others. Without it
// they are not looked at: what they do wrong is not reported, and the rest of
// their package is analysed as if they were not there. It is set before the
// first package is analysed.
var Tests bool

// sources are the functions of fns that are analysed.
func sources(pass *analysis.Pass, fns []*ssa.Function) []*ssa.Function {
	if Tests {
		return fns
	}
	test := make(map[*token.File]bool)
	for _, file := range pass.Files {
		if f := pass.Fset.File(file.FileStart); strings.HasSuffix(f.Name(), "_test.go") {
			test[f] = true
		}
	}
	if len(test) == 0 {
		return fns
	}
	out := make([]*ssa.Function, 0, len(fns))
	for _, f := range fns {
		if !f.Pos().IsValid() || !test[pass.Fset.File(f.Pos())] {
			out = append(out, f)
		}
	}
	return out
}

// newEngine makes the engine for pass's package.
func newEngine(pass *analysis.Pass, in *ssabuild.SSA) *engine {
	path := kube.Unvendored(pass.Pkg.Path())
	u := &unit{
		pass:     pass,
		prog:     in.Pkg.Prog,
		pkg:      in.Pkg,
		types:    typeInfo{refs: map[types.Type]bool{}},
		dir:      lastElems(path),
		analysed: map[*ssa.Function]bool{},
		uses:     map[*ssa.Function]int{},
		source:   ssaquery.Source{Files: pass.Files},
		caps:     map[string]bool{},
	}
	deps := &dependencies{unit: u}
	stores := &localStores{unit: u}
	return &engine{&environment{
		unit:     u,
		deps:     deps,
		stores:   stores,
		dispatch: &dispatch{unit: u, deps: deps, stores: stores, impls: map[implKey][]implementation{}},
		clients:  &clients{unit: u},
		known:    &knowledge{unit: u, deps: deps, passesHandlers: kube.PassesHandlers(path)},
		rules:    rules(),
		results:  map[*ssa.Function]*result{},
	}}
}

func run(pass *analysis.Pass) (any, error) {
	in := pass.ResultOf[ssabuild.Analyzer].(*ssabuild.SSA)
	if in == nil || !kube.ReachesAPIMachinery(pass.Pkg) && len(in.SrcFuncs) > 5000 {
		return &Result{}, nil
	}
	e := newEngine(pass, in)
	fns := sources(pass, in.SrcFuncs)
	for _, f := range fns {
		if len(f.Blocks) == 0 || byConvention(f) {
			continue
		}
		if tooLarge(f) {
			e.capped(f, "not analysed, it has too many instructions")
			continue
		}
		e.analysed[f] = true
	}
	e.deps.readFacts()
	e.known.readContracts()
	e.funcs = e.bottomUp(fns)
	e.stores.find()
	e.fixpoint()
	e.exportFact()
	g := &grouping{e.environment}
	res := &Result{Findings: g.findings(false), Conditional: g.findings(true), LiveClients: e.clients.liveClients(), caps: e.caps}
	certain := map[token.Pos]bool{}
	for _, f := range res.Findings {
		certain[f.Pos] = true
	}
	res.Conditional = slices.DeleteFunc(res.Conditional, func(f *Finding) bool { return certain[f.Pos] || f.Origin.Managed.Given })
	return res, nil
}

// byConvention reports whether f is known without a look at it: the copies that
// are generated.
func byConvention(f *ssa.Function) bool {
	o := ssaquery.Declared(f)
	return o != nil && f.Parent() == nil && (kube.IsDeepCopy(o) || o.Name() == "DeepCopyInto")
}

// tooLarge reports whether f is not worth its time: it is generated.
func tooLarge(f *ssa.Function) bool {
	n := 0
	for _, b := range f.Blocks {
		n += len(b.Instrs)
	}
	return n > maxInstrs
}

// lastElems keeps the last element of an import path.
func lastElems(p string) string { return path.Base(p) }

// posn is pos as package/file.go:line: short, and the same on every machine.
func (u *unit) posn(pos token.Pos) string { return posn(u.pass.Fset, u.dir, pos) }

// Posn is how messages and facts name the place pos in pass's package.
func Posn(pass *analysis.Pass, pos token.Pos) string {
	return posn(pass.Fset, lastElems(kube.Unvendored(pass.Pkg.Path())), pos)
}

func posn(fset *token.FileSet, dir string, pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	p := fset.Position(pos)
	return dir + "/" + filepath.Base(p.Filename) + ":" + strconv.Itoa(p.Line)
}

// analyses reports whether fn is analysed as part of this package.
func (u *unit) analyses(fn *ssa.Function) bool { return u.analysed[fn] }

// bottomUp orders functions so that callees come first where they can.
func (e *engine) bottomUp(src []*ssa.Function) []*ssa.Function {
	seen := map[*ssa.Function]bool{}
	var out []*ssa.Function
	var visit func(f *ssa.Function, depth int)
	visit = func(f *ssa.Function, depth int) {
		if o := f.Origin(); o != nil {
			f = o
		}
		if seen[f] || !e.analysed[f] || depth > 10000 {
			return
		}
		seen[f] = true
		var rands [16]*ssa.Value
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(rands[:0]) {
					if op == nil {
						continue
					}
					if g, ok := (*op).(*ssa.Function); ok {
						e.uses[ssaquery.Origin(g)]++
						visit(g, depth+1)
					}
				}
			}
		}
		out = append(out, f)
	}
	for _, f := range src {
		visit(f, 0)
	}
	return out
}

// summary is what is known of fn now; the function under analysis is
// analysed again when that changes.
func (a *recorder) summary(fn *ssa.Function) *effect.Summary {
	a.out.readsFn[fn] = true
	if r := a.e.results[fn]; r != nil {
		return r.sum
	}
	return nil
}

func (e *engine) fixpoint() {
	dirty := map[*ssa.Function]bool{}
	count := map[*ssa.Function]int{}
	readers := map[*ssa.Function]map[*ssa.Function]bool{}
	for _, f := range e.funcs {
		dirty[f] = true
	}
	e.tables = e.buildTables()
	for round := 0; round < maxRounds; round++ {
		for pass := 0; pass < maxAnalyses; pass++ {
			any := false
			for _, f := range e.funcs {
				if !dirty[f] || count[f] >= maxAnalyses+round {
					continue
				}
				dirty[f] = false
				any = true
				count[f]++
				old := e.results[f]
				r := e.analyse(f)
				e.results[f] = r
				for g := range r.readsFn {
					if readers[g] == nil {
						readers[g] = map[*ssa.Function]bool{}
					}
					readers[g][f] = true
				}
				if old == nil && !r.sum.Empty() || old != nil && !effect.Equal(old.sum, r.sum) {
					for g := range readers[f] {
						dirty[g] = true
					}
				}
			}
			if !any {
				break
			}
		}
		next := e.buildTables()
		changed := e.tables.diff(next)
		e.tables = next
		if len(changed) == 0 {
			break
		}
		again := false
		for _, f := range e.funcs {
			for k := range e.results[f].readsKey {
				if changed[k] {
					dirty[f] = true
					again = true
					break
				}
			}
		}
		if !again {
			break
		}
	}
	for f := range dirty {
		if dirty[f] {
			e.capped(f, "its summary is not final after as many analyses as it gets")
		}
	}
}

// analyse runs the analysis of one function.
func (e *engine) analyse(f *ssa.Function) *result {
	m := &memory{e: e.environment, fn: f, env: map[ssa.Value]heap.Values{}, tup: map[ssa.Value][]heap.Values{}, objs: heap.NewObjects()}
	out := &result{readsFn: map[*ssa.Function]bool{}, readsKey: map[string]bool{}, owned: map[paramOf]bool{}, ownedNames: map[string]bool{}}
	a := &execution{calls: &calls{recorder: &recorder{memory: m, out: out}}}
	// Parameters first, so that they keep their places in overflowing sets.
	for _, p := range f.Params {
		a.value(p)
	}
	for _, p := range f.FreeVars {
		a.value(p)
	}
	a.run()
	a.out.sum = a.summarize()
	if o := ssaquery.Declared(f); o != nil && f.Parent() == nil {
		a.out.sum = e.known.promised(o, a.out.sum)
	}
	a.enterSelf()
	if f == e.pkg.Func("init") && len(f.Blocks) > 0 {
		a.registerDeclared(f.Blocks[0].Instrs[0])
	}
	// What is left is small; the rest can go.
	a.out.writes, a.out.calls, a.out.fields = nil, nil, nil
	return a.out
}

// enterSelf treats f as called by a framework where its parameters say so:
// controller-runtime's events carry objects of the cache.
func (a *execution) enterSelf() {
	kc, ok := eventArgs(a.fn)
	if !ok {
		return
	}
	o := a.objs.Of(heap.Key{Kind: heap.Func, Site: a.fn})
	o.Fn = a.fn
	if a.fn.Parent() != nil && len(a.fn.FreeVars) > 0 {
		o = a.objs.Of(heap.Key{Kind: heap.Func, Site: "self"})
		o.Fn = a.fn
	}
	a.e.results[a.fn] = a.out
	a.enter(a.fn.Blocks[0].Instrs[0], o, nil, kc, 900)
}

// A grouping makes findings of the writes that the functions of a package were
// found to make.
type grouping struct{ *environment }

// findings are the findings of the package, one for each object that a function
// gets: the first write, or the call that leads to it; of all objects, or of
// those that are the cache's under some manager.
func (e *grouping) findings(managed bool) []*Finding {
	type key struct {
		fn     *ssa.Function
		origin string
	}
	by := map[key][]*Finding{}
	var keys []key
	var all []*Finding
	for _, f := range e.funcs {
		for _, x := range e.results[f].findings {
			if x.Pos.IsValid() && (x.Origin.Managed != nil) == managed {
				c := *x
				c.top, c.topPos, c.topArg = c.Fn, c.Pos, c.arg
				all = append(all, &c)
			}
		}
	}
	all = e.descend(all)
	for _, x := range all {
		k := key{x.top, x.Origin.Posn + x.Origin.What}
		if _, ok := by[k]; !ok {
			keys = append(keys, k)
		}
		by[k] = append(by[k], x)
	}
	var out []*Finding
	for _, k := range keys {
		fs := by[k]
		slices.SortStableFunc(fs, func(a, b *Finding) int {
			// The write itself says more than a call that leads to one.
			return cmp.Or(cmp.Compare(a.topPos, b.topPos), effect.CompareBool(len(a.Via) > 0, len(b.Via) > 0), compareWays(a, b),
				cmp.Compare(a.Fn.Pos(), b.Fn.Pos()), cmp.Compare(len(a.Via), len(b.Via)), cmp.Compare(a.What, b.What))
		})
		lines := map[string]bool{}
		f := *fs[0]
		f.Args = map[token.Pos]int{}
		for _, x := range fs {
			lines[e.posn(x.topPos)] = true
			f.All = append(f.All, x.topPos)
			if x.topArg >= 0 {
				f.Args[x.topPos] = x.topArg
			}
		}
		f.All = slices.Compact(f.All)
		f.Within = movedTo(fs)
		if len(f.Within) > 0 {
			for _, x := range fs {
				if x.arg >= 0 {
					f.Args[x.Pos] = x.arg
				}
			}
		}
		f.More = len(lines) - 1
		out = append(out, &f)
	}
	slices.SortStableFunc(out, func(a, b *Finding) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Origin.Posn, b.Origin.Posn), cmp.Compare(a.Origin.What, b.Origin.What))
	})
	for i := 1; i < len(out); i++ {
		if a, b := out[i-1], out[i]; a.Pos == b.Pos {
			a.Many, b.Many = true, true
		}
	}
	// One line, one finding: objects of several origins that meet at a write
	// are the same bug.
	out = slices.CompactFunc(out, func(a, b *Finding) bool { return a.Pos == b.Pos })
	return dropFieldTwins(out)
}

// compareWays orders findings as the program comes to them: by the first
// position on the ways to their writes that differs.
func compareWays(a, b *Finding) int {
	return slices.Compare(append(slices.Clone(a.way), a.Pos), append(slices.Clone(b.way), b.Pos))
}

// movedTo lists the places of the findings of one object, if they have all moved
// into one function.
func movedTo(fs []*Finding) []token.Pos {
	var out []token.Pos
	for _, f := range fs {
		if f.Fn != fs[0].Fn || f.Fn == f.top {
			return nil
		}
		out = append(out, f.Pos)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// descend moves findings from calls to where the object is really at risk: a
// function of this package that is never seen to be called with an object of
// the caller's own is mended where the write is, not at each call. Exported
// functions have callers that are not seen: there, all calls must agree.
func (e *grouping) descend(fs []*Finding) []*Finding {
	mixed := map[paramOf]bool{}
	names := map[string]bool{}
	managed := len(fs) > 0 && fs[0].Origin.Managed != nil
	for _, r := range e.results {
		for p := range r.owned {
			mixed[p] = true
		}
		for name := range r.ownedNames {
			names[name] = true
		}
	}
	for range effect.MaxVia {
		calls := map[*ssa.Function]map[ssa.Instruction]bool{}
		for _, f := range fs {
			if g := e.calleeOf(f); g != nil {
				if calls[g] == nil {
					calls[g] = map[ssa.Instruction]bool{}
				}
				calls[g][f.Inst] = true
			}
		}
		moved := false
		for _, f := range fs[:len(fs):len(fs)] {
			if g := e.calleeOf(f); g != nil && (len(calls[g]) == e.uses[g] || !managed && !exported(g) && !mixed[f.into(g)] && !names[ssaquery.FuncName(g)+" "+f.Posn]) {
				into := e.into(f, g)
				if len(into) > 0 {
					*f = *into[0]
					fs = append(fs, into[1:]...)
					moved = true
				}
			}
		}
		if !moved {
			break
		}
	}
	return fs
}

// exported reports whether other packages can call f by its name.
func exported(f *ssa.Function) bool {
	o := ssaquery.Declared(f)
	if o == nil || !o.Exported() {
		return false
	}
	if r := o.Signature().Recv(); r != nil {
		if n := ssaquery.Named(r.Type()); n != nil {
			return n.Obj().Exported()
		}
	}
	return true
}

// calleeOf is the function of this package that f's call leads into.
func (e *grouping) calleeOf(f *Finding) *ssa.Function {
	call, ok := f.Inst.(ssa.CallInstruction)
	if !ok || len(f.Via) == 0 {
		return nil
	}
	g := call.Common().StaticCallee()
	if g == nil || g.Parent() != nil {
		return nil
	}
	g = ssaquery.Origin(g)
	if !e.analyses(g) || e.results[g] == nil {
		return nil
	}
	return g
}

// into is the parameter of g that the object of f goes into at the call of g.
func (f *Finding) into(g *ssa.Function) paramOf {
	if g.Signature.Recv() != nil {
		return paramOf{g, f.arg}
	}
	return paramOf{g, f.arg - 1}
}

// into is f, moved from the call of g to the places in g that its write is
// reached by.
func (e *grouping) into(f *Finding, g *ssa.Function) []*Finding {
	var out []*Finding
	for i := range e.results[g].sum.Writes {
		w := &e.results[g].sum.Writes[i]
		if w.Posn == f.Posn && w.What == f.What && w.Site().Pos.IsValid() &&
			slices.EqualFunc(w.Via, f.Via[1:], func(a, b effect.Hop) bool { return a.Func == b.Func }) {
			c := *f
			c.Origin = f.Origin.Through(f.Via[0])
			c.Fn, c.Pos, c.Inst, c.Via, c.arg = g, w.Site().Pos, w.Site().Inst, w.Via, w.Site().Arg
			c.way = append(slices.Clone(f.way), f.Pos)
			out = append(out, &c)
		}
	}
	return out
}

// dropFieldTwins drops what was found by way of what a field holds where the
// same write was also found by following the object itself.
func dropFieldTwins(fs []*Finding) []*Finding {
	type bug struct{ origin, write string }
	direct := map[bug]bool{}
	for _, f := range fs {
		if !f.byField() {
			direct[bug{f.Origin.Posn, f.Posn}] = true
		}
	}
	return slices.DeleteFunc(fs, func(f *Finding) bool {
		return f.byField() && direct[bug{f.Origin.Posn, f.Posn}]
	})
}
