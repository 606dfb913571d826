package tombstone

import (
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Unwraps is the fact that a package calls the delete handlers that others give it, and
// looks into tombstones before: one informer of its own serves all of them.
type Unwraps struct{}

// AFact marks Unwraps as a fact.
func (*Unwraps) AFact() {}

// Optional marks it as a fact that few findings depend on: see the driver.
func (*Unwraps) Optional() {}

func (*Unwraps) String() string { return "calls delete handlers with what is in the tombstone" }

// newDispatchers returns the analyzer that exports Unwraps, Computes and Makes. It is an
// analyzer of its own as facts are. Its result is the functions and memory of the package,
// nil if it has none.
func newDispatchers(e *engines.Set) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "k8slintdispatchers",
		Doc:        "find packages that call the delete handlers of others",
		Requires:   []*analysis.Analyzer{e.SSA, bound.Analyzer},
		FactTypes:  []analysis.Fact{(*Unwraps)(nil), (*Computes)(nil), (*Makes)(nil)},
		ResultType: reflect.TypeFor[*program](),
		Run: func(pass *analysis.Pass) (any, error) {
			var none *program
			src := pass.ResultOf[e.SSA].(*ssabuild.SSA)
			if src == nil {
				return none, nil
			}
			p := newProgram(pass, src)
			p.unwraps = func(of *types.Package) bool {
				return of != nil && (of == pass.Pkg && p.dispatches || pass.ImportPackageFact(of, new(Unwraps)))
			}
			if p.dispatches = p.looksIntoTombstones() && p.callsHandlers(); p.dispatches {
				pass.ExportPackageFact(&Unwraps{})
			}
			makes := makers(p)
			for _, f := range makes.order {
				pass.ExportObjectFact(f, makes.found[f])
			}
			if c := p.computing.exported(p.funcs); c != nil {
				pass.ExportPackageFact(c)
			}
			return p, nil
		},
	}
}

// looksIntoTombstones reports whether some function of the package asserts that a value
// is a tombstone.
func (p *program) looksIntoTombstones() bool {
	return p.some(func(instr ssa.Instruction) bool {
		a, ok := instr.(*ssa.TypeAssert)
		return ok && toTombstone(a)
	})
}

// callsHandlers reports whether some function of the package calls the OnDelete of a
// handler with more than what it got itself, as a delete handler, from an informer.
func (p *program) callsHandlers() bool {
	return p.some(func(instr ssa.Instruction) bool {
		c, ok := instr.(ssa.CallInstruction)
		if !ok {
			return false
		}
		obj := deleted(c.Common())
		if obj == nil {
			return false
		}
		par, ok := obj.(*ssa.Parameter)
		return !ok || !slices.ContainsFunc(p.deleteHandlers(), func(h handler) bool { return h.obj == par })
	})
}

func (p *program) some(is func(ssa.Instruction) bool) bool {
	for instr := range ssaquery.Instructions(p.funcs...) {
		if is(instr) {
			return true
		}
	}
	return false
}

// deleted is the object that c tells a handler is deleted, nil where c calls no handler's
// OnDelete.
func deleted(c *ssa.CallCommon) ssa.Value {
	m := called(c)
	if m == nil || !kube.IsDeletionHandler(m) || len(c.Args) == 0 {
		return nil
	}
	return c.Args[len(c.Args)-1]
}

// onlyDispatched reports whether the handler h is only handed to packages that unwrap
// tombstones before they call it.
func (p *program) onlyDispatched(h handler) bool {
	d := &dispatching{program: p, seen: map[ssa.Value]bool{}}
	if h.in != nil || h.foreign {
		return h.in != nil && d.only(h.in) && d.some
	}
	recv := ssaquery.Named(h.obj.Parent().Signature.Recv().Type())
	other := p.some(func(instr ssa.Instruction) bool {
		mi, ok := instr.(*ssa.MakeInterface)
		return ok && ssaquery.Named(mi.X.Type()) == recv && !d.only(mi)
	})
	return d.some && !other
}

// A dispatching follows a handler to the functions that it is handed to.
type dispatching struct {
	program *program
	seen    map[ssa.Value]bool
	some    bool // of them unwrap
}

// maxDispatched bounds the values that a handler is followed through: a struct, what is
// read from it, the interface, and a helper or two.
const maxDispatched = 30

// only reports whether v gets nowhere but to packages that unwrap tombstones.
func (d *dispatching) only(v ssa.Value) bool {
	if d.seen[v] {
		return true
	}
	d.seen[v] = true
	if len(d.seen) > maxDispatched {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef, *ssa.FieldAddr:
		case *ssa.UnOp, *ssa.MakeInterface, *ssa.ChangeInterface:
			if !d.only(r.(ssa.Value)) {
				return false
			}
		case *ssa.Store:
			if r.Addr != v && !d.kept(r.Addr) {
				return false
			}
		case *ssa.MapUpdate:
			if !d.kept(r.Map) {
				return false
			}
		case ssa.CallInstruction:
			if !d.handed(r, v) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// kept reports whether what is put into the memory at addr is kept for the package to
// call, which unwraps.
func (d *dispatching) kept(addr ssa.Value) bool {
	for {
		switch a := addr.(type) {
		case *ssa.Alloc:
			return d.only(a)
		case *ssa.FieldAddr:
			addr = a.X
			continue
		case *ssa.IndexAddr:
			addr = a.X
			continue
		}
		d.some = true
		return d.program.dispatches
	}
}

// handed reports whether c hands v to a package that unwraps.
func (d *dispatching) handed(c ssa.CallInstruction, v ssa.Value) bool {
	common := c.Common()
	callees := d.program.points().Callees(c)
	if len(callees) == 0 {
		m := called(common)
		d.some = true
		return m != nil && m.Pkg() != d.program.pkg && d.program.unwraps(m.Pkg()) && !registers(m) && !d.givenBack(c)
	}
	for _, f := range callees {
		for i, par := range f.Params {
			if ssaquery.Actual(common, f, i) == v && !d.only(par) {
				return false
			}
		}
	}
	return true
}

// registers reports whether f is given an informer, with which it can register handlers.
func registers(f *types.Func) bool {
	informs := func(v *types.Var) bool {
		m, _, _ := types.LookupFieldOrMethod(v.Type(), true, nil, "AddEventHandler")
		return m != nil
	}
	sig := f.Signature()
	for v := range sig.Params().Variables() {
		if informs(v) {
			return true
		}
	}
	return sig.Recv() != nil && informs(sig.Recv())
}

// givenBack reports whether c returns a handler, which may call that which c is given, for
// the package to register.
func (d *dispatching) givenBack(c ssa.CallInstruction) bool {
	call, ok := c.(*ssa.Call)
	if !ok {
		return false
	}
	for i := range call.Call.Signature().Results().Len() {
		if !kube.IsHandler(ssaquery.ResultType(call.Type(), i)) {
			continue
		}
		res := ssa.Value(call)
		if call.Call.Signature().Results().Len() > 1 {
			res = extracted(call, i)
		}
		if res != nil && d.registered(res) {
			return true
		}
	}
	return false
}

// registered reports whether the handler v becomes a cache.ResourceEventHandler, or is
// one, that is handed on.
func (d *dispatching) registered(v ssa.Value) bool {
	if kube.OfCachePackage(v.Type()) {
		return !d.only(v)
	}
	for _, r := range *v.Referrers() {
		if mi, ok := r.(*ssa.MakeInterface); ok && kube.IsHandler(mi.Type()) && !d.only(mi) {
			return true
		}
	}
	return false
}

// straight reports whether the handlers value v, or that at v, is only returned or
// registered as it is: no filter and no other handler around it decides what it gets.
// It is not known of one in a struct that others hold.
func (p *program) straight(v ssa.Value) bool {
	switch v.(type) {
	case nil:
		return true
	case *ssa.Alloc, *ssa.Call:
	default:
		return false
	}
	values := []ssa.Value{v}
	add := func(v ssa.Value) {
		if !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	for i := 0; i < len(values); i++ {
		if i == maxDispatched || values[i].Referrers() == nil {
			return false
		}
		for _, r := range *values[i].Referrers() {
			switch r := r.(type) {
			case *ssa.DebugRef, *ssa.FieldAddr, *ssa.Return:
			case *ssa.UnOp, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.Extract, *ssa.Phi, *ssa.BinOp:
				add(r.(ssa.Value))
			case *ssa.If:
			case *ssa.Store:
				if r.Addr == values[i] {
					continue
				}
				if a, ok := r.Addr.(*ssa.Alloc); ok {
					add(a)
				} else {
					return false
				}
			case ssa.CallInstruction:
				callees := p.points().Callees(r)
				if len(callees) == 0 && !registersHandler(r.Common()) {
					return false
				}
				for _, f := range callees {
					for j, par := range f.Params {
						if ssaquery.Actual(r.Common(), f, j) == values[i] {
							add(par)
						}
					}
				}
			default:
				return false
			}
		}
	}
	return true
}

// registersHandler reports whether c hands what it is given to an informer.
func registersHandler(c *ssa.CallCommon) bool {
	m := called(c)
	return m != nil && kube.RegistersHandler(m)
}
