package tombstone

import (
	_ "embed"
	"fmt"
	"go/types"
	"strings"

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
	for _, h := range handlers(src) {
		t := &trail{pkg: src.Pkg, seen: map[*ssa.Parameter]bool{}}
		t.follow(h.obj)
		if t.handled {
			continue
		}
		for _, a := range t.asserts {
			if seen[a] || strings.HasSuffix(pass.Fset.Position(a.Pos()).Filename, "_test.go") {
				continue
			}
			f := report.Finding{Pos: a.Pos()}
			typ := types.TypeString(a.AssertedType, types.RelativeTo(pass.Pkg))
			switch {
			case !a.CommaOk && !guarded(a) && !t.rejected(a):
				f.Category = "panics"
				f.Message = fmt.Sprintf("the %s panics on a tombstone: after a broken watch it gets a cache.DeletedFinalStateUnknown, not a %s; unwrap it first", h.what, typ)
			case (!a.CommaOk && t.rejected(a) || a.CommaOk && t.givesUp(a)) && !h.filter && !intended(pass, a):
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
			if syntax.Pos() <= c.Pos() && c.End() <= syntax.End() {
				if kube.MentionsTombstones(c.Text()) {
					return true
				}
			}
		}
	}
	return false
}

// A handler is a function that an informer calls with a deleted object.
type handler struct {
	obj    *ssa.Parameter
	what   string
	filter bool
}

// handlers lists the delete handlers of the package, in source order.
func handlers(src *ssabuild.SSA) []handler {
	var out []handler
	for _, f := range src.SrcFuncs {
		if m, ok := f.Object().(*types.Func); ok && kube.IsDeletionHandler(m) {
			out = append(out, handler{obj: f.Params[1], what: "OnDelete method"})
		}
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				st, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				fa, ok := st.Addr.(*ssa.FieldAddr)
				if !ok {
					continue
				}
				n := named(fa.X.Type())
				if n == nil {
					continue
				}
				h := handler{what: "delete handler"}
				switch kube.DeletionField(n, n.Underlying().(*types.Struct).Field(fa.Field).Name()) {
				case kube.HandlesDeletion:
				case kube.FiltersDeletion:
					h.what, h.filter = "filter function", true
				default:
					continue
				}
				if !h.filter && filtered(fa.X, src.Pkg) {
					continue
				}
				if g := function(st.Val, src.Pkg); g != nil && len(g.Params) > 0 {
					h.obj = g.Params[len(g.Params)-1]
					out = append(out, h)
				}
			}
		}
	}
	return out
}

// filtered reports whether the handlers value at x is the Handler of a
// FilteringResourceEventHandler whose FilterFunc only lets objects of some type
// through: no tombstone gets past it.
func filtered(x ssa.Value, pkg *ssa.Package) bool {
	a, ok := x.(*ssa.Alloc)
	if !ok {
		return false
	}
	values := []ssa.Value{a}
	for _, r := range *a.Referrers() {
		if u, ok := r.(*ssa.UnOp); ok {
			values = append(values, u)
		}
	}
	for _, v := range values {
		for _, r := range *v.Referrers() {
			mi, ok := r.(*ssa.MakeInterface)
			if !ok {
				continue
			}
			for _, r := range *mi.Referrers() {
				st, ok := r.(*ssa.Store)
				if !ok {
					continue
				}
				fa, ok := st.Addr.(*ssa.FieldAddr)
				if ok && typeFilter(fa.X, pkg) {
					return true
				}
			}
		}
	}
	return false
}

// typeFilter reports whether the filtering handler at x asserts the type of
// what its FilterFunc gets, in the form with two results.
func typeFilter(x ssa.Value, pkg *ssa.Package) bool {
	n := named(x.Type())
	if !kube.IsFiltering(n) {
		return false
	}
	for _, r := range *x.Referrers() {
		fa, ok := r.(*ssa.FieldAddr)
		if !ok || !kube.IsFilter(n, n.Underlying().(*types.Struct).Field(fa.Field).Name()) {
			continue
		}
		for _, r := range *fa.Referrers() {
			st, ok := r.(*ssa.Store)
			if !ok {
				continue
			}
			g := function(st.Val, pkg)
			if g == nil || len(g.Params) == 0 {
				return true // not seen: it may
			}
			t := &trail{pkg: pkg, seen: map[*ssa.Parameter]bool{}}
			t.follow(g.Params[len(g.Params)-1])
			return len(t.asserts) > 0 && !t.handled
		}
	}
	return false
}

func named(t types.Type) *types.Named {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	n, _ := types.Unalias(t).(*types.Named)
	return n
}

// function returns the function of the package that v is, or binds.
func function(v ssa.Value, pkg *ssa.Package) *ssa.Function {
	for {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
		case *ssa.MakeClosure:
			v = x.Fn
		case *ssa.UnOp:
			if v = onlyStored(x.X); v == nil {
				return nil
			}
		case *ssa.Function:
			if x.Synthetic != "" {
				if obj, ok := x.Object().(*types.Func); ok {
					x = pkg.Prog.FuncValue(obj.Origin())
				}
			}
			if x == nil || x.Blocks == nil || x.Pkg != pkg {
				return nil
			}
			return x
		default:
			return nil
		}
	}
}

// onlyStored is the one value that the local variable at addr, which function
// literals may share, ever holds; nil if there are several.
func onlyStored(addr ssa.Value) ssa.Value {
	for {
		fv, ok := addr.(*ssa.FreeVar)
		if !ok {
			break
		}
		if addr = binding(fv); addr == nil {
			return nil
		}
	}
	a, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var val ssa.Value
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if val != nil || r.Addr != a {
				return nil
			}
			val = r.Val
		case *ssa.MakeClosure:
			for i, b := range r.Bindings {
				if b == a && stored(r.Fn.(*ssa.Function).FreeVars[i]) {
					return nil
				}
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return nil
		}
	}
	return val
}

// binding is what the literal's captured variable fv is in the function around
// it.
func binding(fv *ssa.FreeVar) ssa.Value {
	fn := fv.Parent()
	if fn.Parent() == nil {
		return nil // a method value: no literal
	}
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == fn {
				for i, v := range fn.FreeVars {
					if v == fv {
						return mc.Bindings[i]
					}
				}
			}
		}
	}
	return nil
}

// stored reports whether a literal does more with the captured variable fv than
// read it.
func stored(fv *ssa.FreeVar) bool {
	for _, r := range *fv.Referrers() {
		switch r.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return true
		}
	}
	return false
}

// trail is where the object of one handler goes.
type trail struct {
	pkg     *ssa.Package
	seen    map[*ssa.Parameter]bool
	asserts []*ssa.TypeAssert
	handled bool
	escapes bool // it goes where it cannot be followed
	// checks are the calls that return an error for a tombstone.
	checks []ssa.CallInstruction
}

// maxTrail bounds how many functions the object is followed through.
const maxTrail = 8

func (t *trail) follow(p *ssa.Parameter) {
	if t.seen[p] || len(t.seen) > maxTrail {
		return
	}
	t.seen[p] = true
	t.uses(p)
}

func (t *trail) uses(v ssa.Value) {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.TypeAssert:
			if n := named(r.AssertedType); n != nil && kube.NamedTombstone(n) {
				t.handled = true
			}
			t.asserts = append(t.asserts, r)
		case *ssa.Phi, *ssa.MakeClosure:
			// Replaced by what it held on some way, or shared.
			t.escapes = true
			if phi, ok := r.(*ssa.Phi); ok && !t.joined(phi) {
				t.uses(phi)
			}
		case *ssa.Store:
			if ia, ok := r.Addr.(*ssa.IndexAddr); ok && r.Val == v && ia != nil {
				continue // an argument of a log call
			}
			t.escapes = true
			t.shared(r)
		case ssa.CallInstruction:
			t.call(r, v)
		}
	}
}

// joined reports whether the phi was already followed: it would lead here again.
func (t *trail) joined(phi *ssa.Phi) bool {
	for _, e := range phi.Edges {
		if e == ssa.Value(phi) {
			return true
		}
		if _, ok := e.(*ssa.Phi); ok {
			return true
		}
	}
	return false
}

// shared looks at the loads of a variable that closures share.
func (t *trail) shared(st *ssa.Store) {
	a, ok := st.Addr.(*ssa.Alloc)
	if !ok {
		return
	}
	for _, r := range *a.Referrers() {
		if u, ok := r.(*ssa.UnOp); ok {
			t.uses(u)
		}
	}
}

func (t *trail) call(c ssa.CallInstruction, v ssa.Value) {
	common := c.Common()
	f := common.StaticCallee()
	if f == nil && !common.IsInvoke() {
		f = function(common.Value, t.pkg)
	}
	if f != nil {
		if f.Origin() != nil {
			f = f.Origin()
		}
		if f.Pkg == t.pkg && f.Blocks != nil {
			for i, a := range common.Args {
				if a == v && i < len(f.Params) {
					n := len(t.checks)
					if t.follow(f.Params[i]); len(t.checks) > n {
						t.checks = append(t.checks, c) // it says so to its caller
					}
				}
			}
			return
		}
		if kube.KnowsTombstones(f.Name()) {
			t.handled = true
		}
		if m, ok := f.Object().(*types.Func); ok && kube.FailsOnTombstone(m) {
			t.checks = append(t.checks, c)
		}
	}
	t.escapes = true
}

// rejected reports whether a call that returns an error for a tombstone stands
// before a, and a test of what it returned: meta.Accessor knows no tombstones.
func (t *trail) rejected(a *ssa.TypeAssert) bool {
	for _, c := range t.checks {
		if c.Parent() == a.Parent() && c.Block() != a.Block() && c.Block().Dominates(a.Block()) {
			return true
		}
	}
	return false
}

// guarded reports whether another assertion of the same value decides whether
// a is made.
func guarded(a *ssa.TypeAssert) bool {
	for _, r := range *a.X.Referrers() {
		if b, ok := r.(*ssa.TypeAssert); ok && b != a && b.CommaOk && b.Block().Dominates(a.Block()) {
			return true
		}
	}
	return false
}

// givesUp reports whether a handler returns where a fails, and does nothing
// else with the object.
func (t *trail) givesUp(a *ssa.TypeAssert) bool {
	if t.escapes || len(t.asserts) != 1 {
		return false
	}
	for _, r := range *a.Referrers() {
		e, ok := r.(*ssa.Extract)
		if !ok || e.Index != 1 {
			continue
		}
		for _, u := range *e.Referrers() {
			i, ok := u.(*ssa.If)
			if !ok {
				return false
			}
			return returns(i.Block().Succs[1], map[*ssa.BasicBlock]bool{})
		}
	}
	return false
}

// returns reports whether every way from b leads straight out of the function,
// past nothing but log calls.
func returns(b *ssa.BasicBlock, seen map[*ssa.BasicBlock]bool) bool {
	if seen[b] || len(seen) > 6 {
		return false
	}
	seen[b] = true
	for _, instr := range b.Instrs {
		switch instr := instr.(type) {
		case *ssa.Send, *ssa.MapUpdate, *ssa.Go, *ssa.Select:
			return false
		case *ssa.Call:
			if !logs(&instr.Call) {
				return false
			}
		case *ssa.Return:
			return true
		}
	}
	for _, s := range b.Succs {
		if !returns(s, seen) {
			return false
		}
	}
	return len(b.Succs) > 0
}

// logs reports whether the call only says something.
func logs(c *ssa.CallCommon) bool {
	n := ""
	if c.IsInvoke() {
		n = c.Method.Name()
	} else if f := c.StaticCallee(); f != nil {
		n = f.Name()
	}
	return kube.IsLogCall(n)
}
