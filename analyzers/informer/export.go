package informer

import (
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// export tells other packages what the functions of this one do.
func (p *program) export(fns []*ssa.Function, pkg *ssa.Package) {
	cycles := false
	for _, fn := range fns {
		obj := ssaquery.Declared(fn)
		if obj == nil || obj.Pkg() != p.pass.Pkg || len(fn.Blocks) == 0 {
			continue
		}
		var h handling
		for i, x := range fn.Params {
			if leadsOn(x.Type()) {
				if does, ok := p.steps(x); ok {
					h.Params = append(h.Params, param{fact.Param(i), does})
				}
			}
		}
		if fn.Signature.Recv() != nil && len(fn.Params) > 0 {
			h.Cycle = fieldCycle(fn)
			cycles = cycles || h.Cycle.any()
		}
		if len(h.Params) > 0 || h.Cycle.any() {
			fact.Tell(p.pass, obj, h)
		}
	}
	if cycles {
		exportCycles(p.pass, pkg)
	}
}

// steps is what happens to x, if the factory stays here.
func (p *program) steps(x *ssa.Parameter) (does []step, ok bool) {
	for _, e := range p.param(x) {
		if e.kind == escapes || e.kind == unknown && e.chain == "" {
			return nil, false
		}
		does = append(does, step{e.kind, e.chain, e.later})
	}
	return does, true
}

// exportCycles tells what the methods of interfaces do that only one type of the package implements.
func exportCycles(pass *analysis.Pass, pkg *ssa.Package) {
	all := ssaquery.NewTypes(pkg)
	for _, name := range pass.Pkg.Scope().Names() {
		t, ok := pass.Pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		iface, ok := t.Type().Underlying().(*types.Interface)
		if !ok {
			continue
		}
		for m := range iface.ExplicitMethods() {
			f := onlyMethod(all, t.Type(), m)
			if f == nil || m.Pkg() != pass.Pkg {
				continue
			}
			if h, ok := fact.Of[handling](pass, f); ok && h.Cycle.any() {
				fact.Tell(pass, m, handling{Cycle: h.Cycle})
			}
		}
	}
}

// onlyMethod is what a call of m, a method of the interface t, runs, if all types of the package agree on that.
func onlyMethod(all *ssaquery.Types, t types.Type, m *types.Func) *types.Func {
	var only *types.Func
	for _, impl := range all.Implementations(t) {
		own, _, _ := types.LookupFieldOrMethod(impl, true, m.Pkg(), m.Name())
		f, ok := own.(*types.Func)
		if !ok || only != nil && f != only {
			return nil
		}
		only = f
	}
	return only
}

// fieldCycle is what fn does with factories in the fields of its receiver.
func fieldCycle(fn *ssa.Function) (c cycle) {
	for i := range ssaquery.Instructions(fn) {
		call, ok := i.(*ssa.Call)
		if !ok || !call.Call.IsInvoke() {
			continue
		}
		load, ok := call.Call.Value.(*ssa.UnOp)
		if !ok {
			continue
		}
		field, ok := load.X.(*ssa.FieldAddr)
		if !ok || field.X != fn.Params[0] {
			continue
		}
		name := ssaquery.FieldName(field.X, field.Field)
		switch kube.FactoryCallOf(call.Call.Method, load.Type()) {
		case kube.FactoryStarts:
			c.Starts = append(c.Starts, name)
		case kube.FactoryWaits:
			c.Waits = append(c.Waits, name)
		}
	}
	if asksIfSynced(fn) {
		c.Waits = nil
	}
	return c
}

// cycleOf is what c does, and the factory, or what has it.
func cycleOf(pass *analysis.Pass, c *ssa.CallCommon) (of ssa.Value, does cycle) {
	m, of := apicalls.Target(c)
	if c.IsInvoke() {
		switch kube.FactoryCallOf(m, of.Type()) {
		case kube.FactoryStarts:
			return of, cycle{Starts: []string{""}}
		case kube.FactoryWaits:
			return of, cycle{Waits: []string{""}}
		}
	}
	var h handling
	if m != nil && of != nil {
		h, _ = fact.Of[handling](pass, m.Origin())
	}
	return of, h.Cycle
}

// asksIfSynced reports whether fn asks informers whether they have synced: then it does not depend on the factory's answer.
func asksIfSynced(fn *ssa.Function) bool {
	for i := range ssaquery.Instructions(fn) {
		switch i := i.(type) {
		case *ssa.Call:
			if i.Call.IsInvoke() && kube.AsksIfSynced(i.Call.Method) {
				return true
			}
		case *ssa.MakeClosure:
			if m, ok := i.Fn.(*ssa.Function).Object().(*types.Func); ok && kube.AsksIfSynced(m) {
				return true
			}
		}
	}
	return false
}
