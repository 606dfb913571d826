package informer

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A cycle is what a method does with factories: the names of the fields of its receiver that hold them. A method
// of a factory itself has the empty name.
type cycle struct{ Starts, Waits []string }

func (c cycle) any() bool { return len(c.Starts)+len(c.Waits) > 0 }

func (c cycle) String() string {
	return "starts " + strings.Join(c.Starts, " ") + ", waits " + strings.Join(c.Waits, " ")
}

// waitsFor reports whether c waits for a factory that start starts.
func (c cycle) waitsFor(start cycle) bool {
	return slices.ContainsFunc(c.Waits, func(f string) bool { return slices.Contains(start.Starts, f) })
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
			var h handling
			if f := onlyMethod(all, t.Type(), m); f != nil && m.Pkg() == pass.Pkg && pass.ImportObjectFact(f, &h) && h.Cycle.any() {
				pass.ExportObjectFact(m, &handling{Cycle: h.Cycle})
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
		pass.ImportObjectFact(m.Origin(), &h)
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
