package ownership

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Caps on summaries applied within summaries (callbacks that get callbacks):
// how deep, and how many for one call of the source. What lies beyond is as if
// it were unknown.
const (
	maxDepth  = 6
	maxNested = 120
)

// tooDeep reports whether what is applied has as many summaries around it as it gets.
func (a *recorder) tooDeep() bool {
	if a.depth < maxDepth {
		return false
	}
	a.memory.e.log.In(a.memory.fn, "callbacks nest too deeply; the inner ones are skipped")
	return true
}

// callees executes a call of a function.
func (a *caller) callees(inst ssa.CallInstruction, c *ssa.CallCommon) []heap.Values {
	var args []heap.Values
	if c.IsInvoke() {
		args = append(args, a.memory.value(c.Value))
	}
	for _, arg := range c.Args {
		args = append(args, a.memory.value(arg))
	}
	site := callSite{inst: inst, pos: inst.Pos(), common: c}
	if c.IsInvoke() {
		return a.invoke(site, c, args)
	}
	if fn := c.StaticCallee(); fn != nil {
		var self *heap.Object
		if mc, ok := c.Value.(*ssa.MakeClosure); ok {
			for _, r := range a.memory.value(mc) {
				if r.Obj.Kind == heap.Func {
					self = r.Obj
				}
			}
		}
		return a.callStatic(site, fn, self, args)
	}
	if s, name, ok := libraryVariable(c.Value); ok {
		return a.apply(site, s, args, nil, name)
	}
	return a.callValue(site, c, a.memory.value(c.Value), args)
}

// callStatic calls the function fn; self is its closure object, if it has one.
func (a *caller) callStatic(site callSite, fn *ssa.Function, self *heap.Object, args []heap.Values) []heap.Values {
	t := &target{site: site, fn: ssaquery.Origin(fn), targs: fn.TypeArgs(), self: self, args: args}
	if t.fn.Parent() != nil {
		return a.runTarget(t)
	}
	t.obj = ssaquery.Declared(t.fn)
	if t.obj != nil && self == nil {
		if impl := ssaquery.Unwrapped(t.fn); impl != t.fn {
			return a.callWrapped(site, t.fn, impl, args)
		}
	}
	if t.obj != nil && self != nil && strings.HasSuffix(t.fn.Name(), "$bound") {
		// A method value: the captured variable is the receiver.
		t.args = append([]heap.Values{a.memory.st.Content(self, "/$0", false)}, args...)
		if ssaquery.IsInterfaceMethod(t.obj) {
			return a.invokeMethod(site, t.obj, t.obj.Signature().Recv().Type(), t.args)
		}
		if impl := a.memory.e.prog.FuncValue(t.obj); impl != nil {
			if site.entry != nil {
				site.entry = impl
			}
			return a.callStatic(site, impl, nil, t.args)
		}
	}
	return a.runTarget(t)
}

// callWrapped calls impl, which the wrapper fn calls: fn is a method expression, or
// has the method of an embedded field or of what a pointer refers to.
func (a *caller) callWrapped(site callSite, fn, impl *ssa.Function, args []heap.Values) []heap.Values {
	if impl.Signature.Recv() == nil || len(args) == 0 {
		return nil
	}
	v := args[0]
	if strings.HasSuffix(fn.Name(), "$thunk") {
		v = a.promoted(v, fn.Params[0].Type(), ssaquery.Declared(fn))
	}
	if site.entry != nil {
		site.entry = impl
	}
	return a.callStatic(site, impl, nil, append([]heap.Values{v}, args[1:]...))
}

// callValue calls the function values v.
func (a *caller) callValue(site callSite, c *ssa.CallCommon, v heap.Values, args []heap.Values) []heap.Values {
	var results []heap.Values
	nfn := 0
	for i, r := range v {
		if r.Obj.Kind == heap.Func {
			nfn++
			results = unionResults(results, a.callFunc(a.toTarget(site, i), r.Obj, args))
		}
	}
	for i, r := range v {
		if r.Obj.Outer() {
			results = unionResults(results, a.callOuter(site, r, "", c.Signature(), args, i))
		}
	}
	switch key := callKey(c.Value); {
	case nfn > 0: // the functions themselves were called
	case key != "":
		a.record.keyCall(site, key, args, false)
		results = unionResults(results, a.keptResults(site, key, args))
	default:
		for _, r := range v {
			a.callKept(site, r, args)
		}
	}
	if len(v) == 0 {
		a.unknown(site, args)
	}
	return results
}

// keptResults are what the functions return that the package puts under key. What
// they do to their arguments is reported inside them.
func (a *caller) keptResults(site callSite, key string, args []heap.Values) []heap.Values {
	a.record.out.readsKey[key] = true
	var results []heap.Values
	for i, fn := range a.memory.e.tables.funcs[key] {
		var s *effect.Summary
		if o := ssaquery.Declared(fn); o != nil && ssaquery.IsInterfaceMethod(o) {
			// A method value: lister.Pods(ns).Get.
			if t, ok := a.memory.e.known.tableMethod(o, o.Signature().Recv().Type()); ok {
				s = t
			}
		} else if a.memory.e.analyses(ssaquery.Origin(fn)) {
			s = a.record.summary(ssaquery.Origin(fn))
		}
		if !returnsCached(s) || len(s.Origins) == 0 {
			return nil // one of them hands out local memory
		}
		only := &effect.Summary{Results: s.Results, Origins: s.Origins, Heap: s.Heap}
		results = unionResults(results, a.apply(a.toTarget(site, i), only, args, nil, ssaquery.FuncName(fn)))
	}
	return results
}

// callKey names the field, variable or type through which a function value is called.
func callKey(v ssa.Value) string {
	if key := funcTypeKey(v.Type()); key != "" {
		return key
	}
	if key := keyRead(v, handlerKey); key != "" {
		return key
	}
	if key, at := containerPlace(v); key != "" && keepsHandlers(key) {
		return key + at
	}
	return ""
}

// callKept records the call of the function r, where the caller's memory has it in a
// field, or in a container there: what is called may be a copy of that,
//
//	for _, handle := range slices.Clone(b.handlers) {
//		handle(pod)
//	}
func (a *caller) callKept(site callSite, r heap.Ref, args []heap.Values) {
	if key := a.keyOf(r); key != "" && keepsHandlers(key) {
		a.record.keyCall(site, key, args, false)
	}
}

// keyOf is the key of the field that r was read from, with the place in it, if r is
// memory of the caller; else "".
func (a *caller) keyOf(r heap.Ref) string {
	var t types.Type
	switch r.Obj.Kind {
	case heap.Param:
		t = a.memory.fn.Params[r.Obj.Index].Type()
	case heap.Captured:
		t = a.memory.fn.FreeVars[r.Obj.Index].Type()
	default:
		return ""
	}
	places := a.memory.e.deps.findKeptPlaces(t, r.Path)
	if len(places) == 0 {
		return ""
	}
	at, ok := strings.CutSuffix(places[0].path, accesspath.Deref)
	if !ok {
		return ""
	}
	return places[0].key + at
}

// callFunc calls a function value.
func (a *caller) callFunc(site callSite, o *heap.Object, args []heap.Values) []heap.Values {
	if a.record.tooDeep() {
		return nil
	}
	switch {
	case o.Fn != nil:
		if site.entry != nil {
			site.entry = o.Fn
		}
		return a.callStatic(site, o.Fn, o, args)
	case o.External == effect.Iterator:
		// An iterator (maps.Values, slices.All): calls its argument with
		// the elements of what it was made from.
		if len(args) == 0 {
			return nil
		}
		var elem heap.Values
		for _, r := range a.memory.st.Content(o, "/$0", false) {
			elem = heap.Union(elem, a.memory.st.Content(r.Obj, r.Step(accesspath.Elem).Path, false))
		}
		for i, r := range args[0] {
			if r.Obj.Kind == heap.Func && r.Obj.Fn != nil {
				n := len(r.Obj.Fn.Params)
				in := make([]heap.Values, n)
				if n > 0 {
					in[n-1] = elem
				}
				a.callFunc(a.toTarget(site, i), r.Obj, in)
			}
		}
		return nil
	case o.External != "":
		if s := a.memory.e.deps.imported(o.External); s != nil {
			return a.apply(site, s, args, o, ssaquery.ShortName(o.External))
		}
	}
	return nil
}

// toTarget is the call at site of function i of the several that it can run. Each
// numbers what it makes from 0: without a context of its own, what one function
// makes would be the same object as what another makes.
func (a *caller) toTarget(site callSite, i int) callSite {
	if i > 0 {
		site.context = a.memory.objs.Within(site.context, heap.Step{Kind: heap.Target, Index: i})
	}
	return site
}

// callOuter calls a function that the function under analysis was given.
func (a *caller) callOuter(site callSite, target heap.Ref, key string, sig *types.Signature, args []heap.Values, i int) []heap.Values {
	to := a.memory.objs.Within(site.context, heap.Step{Kind: heap.Target, Index: i})
	if a.record.collect && a.record.tells(site) {
		a.record.out.calls = append(a.record.out.calls, pendingCall{callee: target, key: key, args: args, site: site, context: to})
	}
	res := make([]heap.Values, sig.Results().Len())
	for i := range res {
		if a.memory.e.types.hasRefs(sig.Results().At(i).Type()) {
			o := a.memory.objs.Of(heap.Key{Kind: heap.Returned, Site: site.inst, Context: to})
			res[i] = heap.Values{{Obj: o, Path: accesspath.OfResult(i), Copy: ssaquery.IsAggregate(sig.Results().At(i).Type())}}
		}
	}
	return res
}

// unknown is a call of a function that nothing is known of: it does nothing,
// but it will call the function literals that it is given, unless it is known with
// what those are called.
func (a *caller) unknown(site callSite, args []heap.Values) {
	for i, v := range args {
		for j, r := range v {
			if r.Obj.Kind == heap.Func && r.Obj.Fn != nil && r.Obj.Fn.Parent() != nil && !a.entered[r.Obj] {
				s := site
				s.context = a.memory.objs.Within(site.context, heap.Step{Kind: heap.Argument, Index: i, Choice: j})
				a.callFunc(s, r.Obj, make([]heap.Values, len(r.Obj.Fn.Params)))
			}
		}
	}
}

// invoke calls a method of an interface value.
func (a *caller) invoke(site callSite, c *ssa.CallCommon, args []heap.Values) []heap.Values {
	if t := ssaquery.DynamicType(c.Value); t != nil {
		if iface, ok := c.Value.Type().Underlying().(*types.Interface); ok && !types.Implements(t, iface) {
			return nil // the assertion to the interface fails: the call is not executed
		}
		if fn := ssaquery.LookupMethod(a.memory.e.prog, t, c.Method); fn != nil {
			args[0] = a.promoted(args[0], t, c.Method)
			return a.callStatic(site, fn, nil, args)
		}
	}
	s, ok := a.memory.e.known.tableMethod(c.Method, c.Value.Type())
	if !ok {
		if t, m := a.memory.e.dispatch.library(c.Value.Type(), c.Method); m != nil {
			return a.invokeMethod(site, m, t, args)
		}
	}
	if ok && len(s.Origins) > 0 {
		if fns := a.memory.e.dispatch.backing(c); len(fns) > 0 {
			var results []heap.Values
			for i, fn := range fns {
				results = unionResults(results, a.callStatic(a.toTarget(site, i), fn, nil, args))
			}
			return results
		}
	}
	return a.invokeMethod(site, c.Method, c.Value.Type(), args)
}

// promoted is the receiver of the method m of the value v of type t: v itself,
// or what is embedded in it and has the method.
func (a *caller) promoted(v heap.Values, t types.Type, m *types.Func) heap.Values {
	_, index, _ := types.LookupFieldOrMethod(t, true, m.Pkg(), m.Name())
	for _, i := range index[:max(len(index)-1, 0)] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			return v
		}
		t = s.Field(i).Type()
		v = v.Step("/" + s.Field(i).Name())
		if _, ok := t.Underlying().(*types.Pointer); ok {
			v = a.memory.load(v, t)
		}
	}
	return v
}

// invokeMethod calls the method m of a value of the interface type iface.
func (a *caller) invokeMethod(site callSite, m *types.Func, iface types.Type, args []heap.Values) []heap.Values {
	return a.runTarget(&target{site: site, obj: m, iface: iface, args: args})
}

func unionResults(a, b []heap.Values) []heap.Values {
	for len(a) < len(b) {
		a = append(a, nil)
	}
	for i := range b {
		a[i] = heap.Union(a[i], b[i])
	}
	return a
}

// Calls execute the calls of a function.
type caller struct {
	memory *memory
	record *recorder
	rules  []rule
	nested int // summaries that the present call led to
	// entered are the function values that are registered, where what they are called
	// with is known.
	entered map[*heap.Object]bool
}

// A target is a function that a call may run, with what it is given.
type target struct {
	site callSite
	args []heap.Values // the receiver first

	fn    *ssa.Function // nil for the method of an interface
	obj   *types.Func   // as declared, nil for a function literal
	targs []types.Type  // of a generic function
	iface types.Type    // the type through which an interface's method is called, else nil
	self  *heap.Object  // the function value that is called, nil if that is not one
}

// calleeName is how a reader would call the target.
func (t *target) calleeName() string {
	if t.iface != nil {
		return ssaquery.MethodName(t.iface, t.obj)
	}
	return ssaquery.FuncName(t.fn)
}

// A rule executes the calls of the functions that it knows something of; known
// is false for others.
type rule struct {
	name    string
	execute func(a *caller, t *target) (res []heap.Values, known bool)
	// literals: the rule knows function literals, too. They have no names for which the
	// others look.
	literals bool
}

// runTarget executes the call of t.
func (a *caller) runTarget(t *target) []heap.Values {
	for _, r := range a.rules {
		if t.obj == nil && !r.literals {
			continue
		}
		if res, known := r.execute(a, t); known {
			return res
		}
	}
	a.unknown(t.site, t.args)
	return nil
}

// libraryVariable is the summary of what lies in the variable that v was read from, if
// it is one of the Kubernetes libraries'.
func libraryVariable(v ssa.Value) (*effect.Summary, string, bool) {
	u, ok := v.(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return nil, "", false
	}
	g, ok := u.X.(*ssa.Global)
	if !ok || g.Pkg == nil {
		return nil, "", false
	}
	spec, ok := kube.Variable(g.Pkg.Pkg.Path(), g.Name())
	if !ok {
		return nil, "", false
	}
	return parseSpec(spec), g.Name(), true
}
