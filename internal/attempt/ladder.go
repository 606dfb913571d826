package attempt

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// A callee is what a call calls, as far as it can be told.
type callee struct {
	call ssa.CallInstruction
	// fn is the function or method of the source, nil for function values.
	fn *types.Func
	// body is run where it is not nil.
	body  *ssa.Function
	binds []value
	// name is that of the function, method, field or variable.
	name string
	sig  *types.Signature
	recv types.Type // of a method, nil for others
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

// A rung is one thing that may be known of a call. It reports false where it knows
// nothing; the next is asked.
type rung func(m *machine, fr *frame, p *path, c *callee) ([]exit, bool)

// ladder is asked from the top. What the libraries do comes first: their bodies
// are not there. Errors come before objects, because a predicate can be anybody's.
// A body is worth more than the row of another package, which says less.
var ladder []rung

func init() {
	ladder = []rung{
		retried,
		errorCall,
		accessor,
		clientCall,
		patchCall,
		runBody,
		harmless,
		rowCall,
	}
}

// call is what happens at an ordinary call.
func (m *machine) call(fr *frame, p *path, call *ssa.Call) []exit {
	if _, ok := call.Call.Value.(*ssa.Builtin); ok {
		return []exit{{h: p.h, results: []value{m.unnamed(p, call)}}}
	}
	c := m.callee(p, call)
	for _, r := range ladder {
		if out, ok := r(m, fr, p, c); ok {
			return out
		}
	}
	return m.stranger(p, c)
}

// callee finds out what is called.
func (m *machine) callee(p *path, call ssa.CallInstruction) *callee {
	common := call.Common()
	c := &callee{call: call, sig: common.Signature()}
	if common.IsInvoke() {
		c.fn, c.name, c.recv, c.offset = common.Method, common.Method.Name(), common.Value.Type(), 1
		c.args, c.regs = append(c.args, m.eval(p, common.Value)), append(c.regs, common.Value)
	}
	for _, a := range common.Args {
		c.args, c.regs = append(c.args, m.eval(p, a)), append(c.regs, a)
	}
	if common.IsInvoke() {
		return c
	}
	fn := common.StaticCallee()
	if fn == nil {
		if v := m.eval(p, common.Value); v.kind == function {
			fn, c.binds = m.funcs[v.obj].fn, m.funcs[v.obj].binds
		}
	} else if mc, ok := common.Value.(*ssa.MakeClosure); ok {
		for _, b := range mc.Bindings {
			c.binds = append(c.binds, m.eval(p, b))
		}
	}
	if fn == nil {
		c.name = valueName(common.Value)
		return c
	}
	m.resolve(c, fn)
	return c
}

// resolve sets what is called to fn.
func (m *machine) resolve(c *callee, fn *ssa.Function) {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	c.name = fn.Name()
	c.sig = fn.Signature
	if obj, ok := fn.Object().(*types.Func); ok {
		c.fn = obj.Origin()
		c.name = obj.Name()
		if fn.Synthetic != "" && fn.Pkg != m.prog.pkg {
			// A wrapper: the method itself may be here.
			if own := m.prog.pkg.Prog.FuncValue(c.fn); own != nil && len(fn.FreeVars) == 0 {
				fn = own
			}
		}
	}
	if recv := fn.Signature.Recv(); recv != nil && len(c.binds) == 0 {
		c.recv, c.offset = recv.Type(), 1
	}
	if len(fn.Blocks) > 0 && (fn.Pkg == m.prog.pkg || fn.Synthetic != "") {
		c.body = fn
	}
}

// valueName is what the author calls a function value: that of its field or variable.
func valueName(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.UnOp:
		return valueName(v.X)
	case *ssa.FieldAddr:
		return v.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct).Field(v.Field).Name()
	case *ssa.Field:
		return v.X.Type().Underlying().(*types.Struct).Field(v.Field).Name()
	}
	return v.Name()
}

// callFunction calls a function value, for defers.
func (m *machine) callFunction(fr *frame, p *path, call ssa.CallInstruction, fn value, args []value) []exit {
	cl := m.funcs[fn.obj]
	c := &callee{call: call, args: args, binds: cl.binds}
	m.resolve(c, cl.fn)
	if out, ok := runBody(m, fr, p, c); ok {
		return out
	}
	return []exit{{h: p.h}}
}

// runBody runs a function of the package.
func runBody(m *machine, fr *frame, p *path, c *callee) ([]exit, bool) {
	if c.body == nil || fr.depth() >= maxDepth || fr.within(c.body) {
		return nil, false
	}
	if c.body.Synthetic == "" && !m.prog.matters(c.body) {
		return m.still(p, c), true
	}
	h := p.h.clone()
	exits, ok := m.try(&frame{fn: c.body, call: c.call, up: fr}, c.args, c.binds, h)
	if !ok {
		return m.stranger(p, c), true
	}
	return exits, true
}

// still is a call that leaves versions alone: what it gets may be changed.
func (m *machine) still(p *path, c *callee) []exit {
	for i, a := range c.args {
		if a.kind == pointer {
			o := p.h.objs[a.obj]
			o.Changed, o.Lost = true, nil
			switch {
			case c.body != nil && i < len(c.body.Params):
				o.Edited = o.Edited || changed(c.body.Params[i])
			default:
				o.Edited = o.Edited || edits(c.name)
			}
			p.h.objs[a.obj] = o
		}
	}
	m.looked(p, c)
	m.forget(p, c)
	return []exit{{h: p.h, results: m.strangers(p, c)}}
}

// looked notes that a call gets the conflict.
func (m *machine) looked(p *path, c *callee) {
	if p.h.failed != nil && !p.h.seen && slices.ContainsFunc(m.handed(p, c), func(v value) bool { return v.kind == conflict || v.kind == errText }) {
		p.h.seen = true
	}
}

// handed are the arguments of a call, those of a variadic one too.
func (m *machine) handed(p *path, c *callee) []value {
	out := slices.Clone(c.args)
	for _, a := range c.args {
		if a.kind != address {
			continue
		}
		for k, v := range p.h.cells {
			if strings.HasPrefix(k, a.text+"[") {
				out = append(out, v)
			}
		}
	}
	return out
}

// edits reports whether a function of that name changes the object that it gets.
func edits(name string) bool {
	for _, s := range []string{"Set", "Add", "Remove", "Delete", "Append", "Ensure", "Merge", "Apply"} {
		if strings.HasPrefix(name, s) {
			return true
		}
	}
	return false
}

// forget drops what is known of variables whose address the call gets.
func (m *machine) forget(p *path, c *callee) {
	for i, a := range c.args {
		if a.kind == address && !strings.HasPrefix(a.text, "global ") && isAlloc(c.regs, i) {
			for k := range p.h.cells {
				if k == a.text || strings.HasPrefix(k, a.text+".") || strings.HasPrefix(k, a.text+"[") {
					delete(p.h.cells, k)
				}
			}
		}
	}
}

func isAlloc(regs []ssa.Value, i int) bool {
	if i >= len(regs) {
		return true
	}
	switch regs[i].(type) {
	case *ssa.Alloc, *ssa.FreeVar, *ssa.FieldAddr:
		return true
	}
	return false
}

// harmless calls get objects and cannot read them again: loggers, recorders,
// functions of the libraries that work in memory.
func harmless(m *machine, _ *frame, p *path, c *callee) ([]exit, bool) {
	if kube.Waits(c.name) {
		p.h.slept = true
	}
	if c.fn == nil || !kube.Quiet(c.fn) {
		return nil, false
	}
	if c.name == "DeepCopyInto" {
		return nil, false
	}
	return m.still(p, c), true
}

// stranger is a call that is not understood: what it gets has a version that
// nobody knows from then on.
func (m *machine) stranger(p *path, c *callee) []exit {
	if kube.Waits(c.name) {
		p.h.slept = true
	}
	reach := map[int]bool{}
	for _, a := range c.args {
		m.reachable(p, a, reach, 0)
	}
	if c.fn == nil {
		// Somebody's closure: it may hold what was read outside.
		for id, o := range p.h.objs {
			if o.Attempt == 0 && o.Source != Built {
				reach[id] = true
			}
		}
	}
	for id := range reach {
		m.touch(p.h, id, c.call)
	}
	m.looked(p, c)
	m.forget(p, c)
	return []exit{{h: p.h, results: m.strangers(p, c)}}
}

// reachable collects the objects that a call can reach from v: the object itself,
// those that a closure binds, those in variables whose address it is given. A
// part of an object does not lead to its version.
func (m *machine) reachable(p *path, v value, into map[int]bool, depth int) {
	if depth > 3 {
		return
	}
	switch v.kind {
	case pointer:
		if carries(v.text) {
			into[v.obj] = true
		}
	case function:
		for _, b := range m.funcs[v.obj].binds {
			m.reachable(p, b, into, depth+1)
		}
	case address, name:
		for k, c := range p.h.cells {
			if k == v.text || strings.HasPrefix(k, v.text+".") || strings.HasPrefix(k, v.text+"*") || strings.HasPrefix(k, v.text+"[") {
				if c.kind == pointer || c.kind == function {
					m.reachable(p, c, into, depth+1)
				}
			}
		}
	}
}

// strangers are the results of a call that is not understood.
func (m *machine) strangers(p *path, c *callee) []value {
	var out []value
	res := c.sig.Results()
	for i := range res.Len() {
		t := res.At(i).Type()
		if kube.IsObject(t) {
			src := Unknown
			if reads(c.name) && res.Len() > 1 {
				src = Given
			}
			out = append(out, m.newObject(p.h, resultOf{c.call, i}, Object{Source: src, Read: c.call}))
			continue
		}
		out = append(out, value{kind: name, text: m.resultName(p, c, i)})
	}
	return out
}

// resultName names a result of a call.
func (m *machine) resultName(p *path, c *callee, i int) string {
	return fmt.Sprintf("v%d#%d@%d.%d", m.id(c.call), i, p.h.attempt, p.h.phase())
}

// resultOf names a result of a call.
type resultOf struct {
	call ssa.CallInstruction
	i    int
}

// reads reports whether a function of that name returns something that is there,
// not something that it makes.
func reads(name string) bool {
	lower := strings.ToLower(name)
	for _, s := range []string{"get", "find", "fetch", "load", "read", "lookup", "retrieve"} {
		if strings.HasPrefix(lower, s) {
			return true
		}
	}
	return false
}
