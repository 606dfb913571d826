package finalizer

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/controlpath"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pathcond"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A handling is what a function does with the finalizers of a parameter; functions that do
// nothing with them have no fact.
type handling struct{ Params []param }

type param struct {
	Param fact.Param // of ssa.Function.Params
	// Tests: the function looks at the deletion of the object.
	Tests bool
	// Adds: it adds a finalizer whether the object is being deleted or not.
	Adds bool
	// Removes: it removes a finalizer while the object is being deleted.
	Removes bool
	// Releases: it sends the object then.
	Releases bool
	// Sends: it sends the object to the API server.
	Sends bool
	// Creates: it creates another object although the object is being deleted.
	Creates bool
	// Passes: it returns no error, and nothing else, when the object is being deleted.
	Passes bool
}

// A reader knows what the functions of a package do with finalizers.
type reader struct {
	pass  *analysis.Pass
	pkg   *ssa.Package
	known map[*ssa.Function]*handling
	flow  func() *flow.Package
	// helpers read and write objects for them.
	helpers apicalls.Helpers
}

// onlyDeleted reports whether all callers of the function of p are known, and pass an object as p only if it is
// being deleted. Those of the parameters seen do.
func (r *reader) onlyDeleted(p *ssa.Parameter, seen map[*ssa.Parameter]bool) bool {
	if seen[p] {
		return true
	}
	seen[p] = true
	fn := p.Parent()
	calls, ok := r.flow().Callers(fn)
	return ok && len(calls) > 0 && !slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool {
		return !r.passesDeleted(call, apicalls.Object(ssaquery.Actual(call.Common(), fn, slices.Index(fn.Params, p))), seen)
	})
}

// passesDeleted reports whether control comes to call only if object, which it passes, is being deleted.
func (r *reader) passesDeleted(call ssa.CallInstruction, object ssa.Value, seen map[*ssa.Parameter]bool) bool {
	fn := call.Parent()
	if p, ok := object.(*ssa.Parameter); ok {
		return !(visit{fn: fn, world: r.world(fn, p, nil)}).kept()[call.Block()] || r.onlyDeleted(p, seen)
	}
	read := false
	for i := range ssaquery.Instructions(fn) {
		if o, err := r.helpers.Read(i); o != nil && o == object {
			read = true
			if (visit{fn: fn, from: i, world: r.world(fn, o, err)}).kept()[call.Block()] {
				return false
			}
		}
	}
	return read
}

// export tells importers what the functions of the package do.
func (r *reader) export(fns []*ssa.Function) {
	for _, fn := range fns {
		obj := ssaquery.Declared(fn)
		if obj == nil || obj.Pkg() != r.pass.Pkg {
			continue
		}
		if h := r.of(fn); len(h.Params) > 0 {
			fact.Tell(r.pass, obj, *h)
		}
	}
}

// of is what fn, a function of the package, does.
func (r *reader) of(fn *ssa.Function) *handling {
	if h, ok := r.known[fn]; ok {
		return h
	}
	h := &handling{}
	r.known[fn] = h // for recursive functions, which then do nothing
	if len(fn.Blocks) == 0 {
		return h
	}
	for i, p := range fn.Params {
		if !mayHaveFinalizers(p.Type()) {
			continue
		}
		if does := r.param(fn, p); does != (param{}) {
			does.Param = fact.Param(i)
			h.Params = append(h.Params, does)
		}
	}
	return h
}

// turnsOnOther reports whether control gets to b only if a test of another parameter than p has one
// result: it is not known what a caller passes.
func turnsOnOther(b *ssa.BasicBlock, p *ssa.Parameter) bool {
	return slices.ContainsFunc(pathcond.At(b), func(c pathcond.Condition) bool { return usesOther(c.Value, p) })
}

// usesOther reports whether cond is computed from another parameter than p.
func usesOther(cond ssa.Value, p *ssa.Parameter) bool {
	switch v := cond.(type) {
	case *ssa.Parameter:
		return v != p
	case *ssa.BinOp:
		return usesOther(v.X, p) || usesOther(v.Y, p)
	case *ssa.UnOp:
		return usesOther(v.X, p)
	}
	return false
}

func mayHaveFinalizers(t types.Type) bool {
	if types.IsInterface(t) {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "GetFinalizers")
		return obj != nil
	}
	return kube.IsObject(t) || kube.IsObjectMeta(ssaquery.Deref(t))
}

func (r *reader) param(fn *ssa.Function, p *ssa.Parameter) param {
	var does param
	var adds []*ssa.BasicBlock
	w := r.world(fn, p, nil)
	does.Tests = len(w.looking()) > 0
	for i := range ssaquery.Instructions(fn) {
		does.Sends = does.Sends || w.sends(i)
	}
	results := fn.Signature.Results()
	onlyError := results.Len() == 0 || results.Len() == 1 && ssaquery.IsError(results.At(0).Type())
	w.walk(func(path *controlpath.Path, i ssa.Instruction) bool {
		switch w.does(i) {
		case kube.AddsFinalizer:
			if !turnsOnOther(i.Block(), p) {
				adds = append(adds, i.Block())
			}
		case kube.RemovesFinalizer:
			does.Removes = true
		}
		does.Creates = does.Creates || w.creates(i) && !turnsOnOther(i.Block(), p)
		does.Releases = does.Releases || w.callee(i).Releases || does.Removes && w.sends(i)
		if ret, ok := i.(*ssa.Return); ok && onlyError {
			does.Passes = does.Passes || len(ret.Results) == 0 || mayBeNil(path, ret.Results[0])
		}
		return true
	}).From(fn)
	if len(adds) > 0 { // not only to what is being deleted
		kept := visit{fn: fn, world: w}.kept()
		does.Adds = slices.ContainsFunc(adds, func(b *ssa.BasicBlock) bool { return kept[b] })
	}
	if !does.Tests && !does.Adds && !does.Removes {
		return param{Creates: does.Creates} // what it sends, and whether it fails, says nothing of finalizers
	}
	return does
}

// callee is what the function that i calls does with the object.
func (w world) callee(i ssa.Instruction) param {
	call, ok := i.(ssa.CallInstruction)
	if !ok {
		return param{}
	}
	c := call.Common()
	h := w.reader.called(c)
	if h == nil {
		return param{}
	}
	for _, p := range h.Params {
		if int(p.Param) < len(c.Args) && apicalls.Object(c.Args[p.Param]) == w.object {
			return p
		}
	}
	return param{}
}

// changes reports whether fn adds or removes a finalizer of some object: to look at each object takes the square of its size.
func (r *reader) changes(fn *ssa.Function) bool {
	for i := range ssaquery.Instructions(fn) {
		switch i := i.(type) {
		case ssa.CallInstruction:
			if h := r.called(i.Common()); h != nil && slices.ContainsFunc(h.Params, func(p param) bool { return p.Adds || p.Removes }) {
				return true
			}
			if f, _ := apicalls.Target(i.Common()); f != nil && (f.Name() == "SetFinalizers" || kube.FinalizerCallOf(f) != kube.NoFinalizer) {
				return true
			}
		case *ssa.Store:
			if f, ok := i.Addr.(*ssa.FieldAddr); ok && ssaquery.FieldName(f.X, f.Field) == "Finalizers" {
				return true
			}
		}
	}
	return false
}

// called is what the function that c calls does, nil if that is not known.
func (r *reader) called(c *ssa.CallCommon) *handling {
	f := c.StaticCallee()
	if f == nil {
		return nil
	}
	f = ssaquery.Origin(f)
	if f.Pkg == r.pkg && len(f.Blocks) > 0 {
		return r.of(f)
	}
	if obj := ssaquery.Declared(f); obj != nil {
		if h, ok := fact.Of[handling](r.pass, obj); ok {
			return &h
		}
	}
	return nil
}
