package tombstone

import (
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// newDispatchers returns the analyzer that exports the facts. It is an
// analyzer of its own as facts are. Its result is the functions and memory of the package,
// nil if it has none.
func newDispatchers(e *engines.Set) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "k8slintdispatchers",
		Doc:        "find packages that call the delete handlers of others",
		Requires:   []*analysis.Analyzer{e.SSA, bound.Analyzer},
		FactTypes:  fact.Types[Does](),
		ResultType: reflect.TypeFor[*program](),
		Run: func(pass *analysis.Pass) (any, error) {
			var none *program
			src := pass.ResultOf[e.SSA].(*ssabuild.SSA)
			if src == nil {
				return none, nil
			}
			p := newProgram(pass, src)
			makes := makers(p)
			for _, f := range makes.order {
				fact.Tell(pass, f, *makes.found[f])
			}
			if does := (Does{Unwraps: p.looksIntoTombstones() && p.callsHandlers(), Computes: p.exported()}); does.Unwraps || len(does.Computes) > 0 {
				fact.TellPackage(pass, does)
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
		if !ok || len(c.Common().Args) == 0 {
			return false
		}
		m, args := ssaquery.Target(c.Common()), c.Common().Args
		if m == nil || !kube.IsDeletionHandler(m) {
			return false
		}
		par, ok := args[len(args)-1].(*ssa.Parameter)
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

// onlyDispatched reports whether the handler h is only handed to packages that unwrap
// tombstones before they call it, or to an informer of the package that makes what it tells.
func (p *program) onlyDispatched(h handler) bool {
	d := &dispatching{program: p}
	if h.in != nil {
		return d.only(h.in) && d.some || flow.OnlyTold(h.in, func(o ssa.Value) bool { return !kube.IsTombstone(o.Type()) })
	}
	method := h.obj.Parent().Signature.Recv()
	if method == nil {
		return false // registered in a goroutine
	}
	recv := ssaquery.Named(method.Type())
	other := p.some(func(instr ssa.Instruction) bool {
		mi, ok := instr.(*ssa.MakeInterface)
		return ok && ssaquery.Named(mi.X.Type()) == recv && !d.only(mi)
	})
	return d.some && !other
}

// A dispatching follows a handler to the functions that it is handed to.
type dispatching struct {
	program *program
	some    bool // of them unwrap
}

// only reports whether the handler v, or a struct with it, gets nowhere but to packages that unwrap tombstones.
func (d *dispatching) only(v ssa.Value) bool {
	along := flow.Walk{Along: flow.Converted | flow.Loaded | flow.Kept | flow.Gathered, Callees: d.program.points().Callees}
	return along.Only(v, func(u flow.Use) bool {
		call, ok := u.At.(ssa.CallInstruction)
		return ok && d.handed(call)
	})
}

// handed reports whether c, which runs a function of another package, hands the handler to one that unwraps.
func (d *dispatching) handed(c ssa.CallInstruction) bool {
	m := ssaquery.Target(c.Common())
	d.some = true
	return m != nil && m.Pkg() != d.program.pass.Pkg && d.program.told(m.Pkg()).Unwraps && !d.givenBack(c)
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
		if res := ssaquery.ResultAt(call, i); res != nil && d.registered(res) {
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
	return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		mi, ok := r.(*ssa.MakeInterface)
		return ok && kube.IsHandler(mi.Type()) && !d.only(mi)
	})
}
