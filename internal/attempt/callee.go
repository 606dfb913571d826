package attempt

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A callee is what a call calls, as far as it can be told.
type callee struct {
	called
	call ssa.CallInstruction
	// body is run where it is not nil.
	body  *ssa.Function
	binds []value
	// args are the arguments, the receiver first where offset is 1.
	args   []value
	regs   []ssa.Value
	offset int
}

// arg is the i-th argument, without the receiver.
func (c *callee) arg(i int) value {
	if i += c.offset; i >= 0 && i < len(c.args) {
		return c.args[i]
	}
	return value{}
}

// A caller finds out what a call calls, and says what a call leaves behind of
// which no more is known than what it gets.
type caller struct {
	memory *memory
	prog   *Program
	// asksMissed: it makes a difference whether a read has failed.
	asksMissed bool
}

// callee finds out what is called.
func (m *caller) callee(p *path, call ssa.CallInstruction) *callee {
	common := call.Common()
	c := &callee{called: target(common), call: call, regs: common.Args}
	if common.IsInvoke() {
		c.offset = 1
		c.regs = slices.Concat([]ssa.Value{common.Value}, common.Args)
	}
	c.args = make([]value, len(c.regs))
	for i, a := range c.regs {
		c.args[i] = m.memory.eval(p, a)
	}
	if common.IsInvoke() {
		method := m.methodOf(p, c)
		if method == nil {
			method = m.prog.own(common)
		}
		if method != nil {
			m.resolve(c, method)
		}
		return c
	}
	fn := common.StaticCallee()
	if fn == nil {
		if v := m.memory.eval(p, common.Value); v.kind == function {
			fn, c.binds = m.memory.funcs[v.obj].fn, m.memory.funcs[v.obj].binds
		}
	} else if mc, ok := common.Value.(*ssa.MakeClosure); ok {
		for _, b := range mc.Bindings {
			c.binds = append(c.binds, m.memory.eval(p, b))
		}
	}
	switch {
	case fn == nil:
	case len(c.binds) == 1 && ofInterface(fn):
		method := fn.Object().(*types.Func)
		c.called, c.offset = called{method, method.Name(), method.Signature(), fn.FreeVars[0].Type()}, 1
		c.args, c.regs, c.binds = slices.Concat(c.binds, c.args), slices.Concat([]ssa.Value{fn.FreeVars[0]}, c.regs), nil
	default:
		m.resolve(c, fn)
	}
	return c
}

// ofInterface reports whether fn is the value of a method of an interface: save := r.Status().Update.
func ofInterface(fn *ssa.Function) bool {
	return fn.Synthetic != "" && len(fn.FreeVars) == 1 && types.IsInterface(fn.FreeVars[0].Type()) && fn.Object() != nil
}

// methodOf is the method that a call through an interface runs, where the type of what it holds is known to declare
// it; nil elsewhere.
func (m *caller) methodOf(p *path, c *callee) *ssa.Function {
	t := m.memory.typeOf(p.h, c.args[0])
	if t == nil || types.IsInterface(ssaquery.Deref(t)) {
		return nil
	}
	sel := m.prog.pkg.Prog.MethodSets.MethodSet(t).Lookup(c.fn.Pkg(), c.name)
	if sel == nil || len(sel.Index()) > 1 { // a promoted one is called on what is embedded
		return nil
	}
	return m.prog.pkg.Prog.MethodValue(sel)
}

// resolve sets what is called to fn.
func (m *caller) resolve(c *callee, fn *ssa.Function) {
	fn = ssaquery.Origin(fn)
	c.name = fn.Name()
	c.sig = fn.Signature
	if obj, ok := fn.Object().(*types.Func); ok {
		c.fn = obj.Origin()
		c.name = obj.Name()
		if fn.Pkg != m.prog.pkg && len(fn.FreeVars) == 0 {
			fn = ssaquery.Unwrapped(fn) // the method itself may be here
		}
	}
	if recv := fn.Signature.Recv(); recv != nil && len(c.binds) == 0 {
		c.recv, c.offset = recv.Type(), 1
	}
	if len(fn.Blocks) > 0 && (fn.Pkg == m.prog.pkg || fn.Synthetic != "") {
		c.body = fn
	}
}

// A retry is how a function calls one of its arguments again: a library's, or one that a trial has shown to do so.
type retry struct {
	kube.Retry
	// short: it is over in 50 ms, whatever it is given.
	short bool
	// with is the argument, an object, that it calls its function with each time, noObject if none is.
	with int
}

// noObject is the number of no argument.
const noObject = -2

// retryOf says how the function that is called retries; ok is false for functions that
// are not known to.
func (m *caller) retryOf(c *callee) (r retry, ok bool) {
	if c.fn == nil {
		return retry{}, false
	}
	if row, ok := kube.Retries(c.fn); ok {
		return retry{Retry: row, with: noObject}, true
	}
	told := m.prog.others.of(c.fn).Retries
	if own, ok := m.prog.retries[c.body]; ok && !own.direct {
		told = &own.Retry
	}
	if told == nil {
		return retry{}, false
	}
	without := 0 // which parameter is the receiver
	if c.fn.Signature().Recv() != nil {
		without = 1
	}
	r = retry{kube.Retry{Fn: int(told.Param) - without, Predicate: kube.OnConflict, Backoff: int(told.For) - without}, told.Short, noObject}
	if told.Any {
		r.Predicate = kube.OnAnyError
	} else if told.If >= 0 {
		r.Predicate = int(told.If) - without
	}
	if told.With >= 0 {
		r.with = int(told.With) - without
	}
	return r, true
}

// isZero is what the method IsZero of a Result says.
func (m *caller) isZero(h *heap, c *callee) (value, bool) {
	if c.fn == nil || c.name != "IsZero" || c.recv == nil || !kube.IsResult(ssaquery.Deref(c.recv)) || len(c.args) != 1 || c.args[0].kind != address {
		return value{}, false
	}
	t, rs := ssaquery.Deref(c.recv), m.memory.records
	eq, known := rs.equal(rs.at(h, c.args[0].text, t), rs.zero(t), t)
	return boolValue(eq), known
}
