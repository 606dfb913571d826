// Package followed says which methods a package calls on a value that it makes, and whether other code
// gets that value.
//
//	c.queue = workqueue.New(limiter)  // the value
//	c.queue.Get()                     // a use, also in another function
//	register(c.queue)                 // followed into register, if the package declares it
//
// # Domain
//
// A value is followed forward: through conversions and merges, variables that functions and
// literals share, unexported fields and package variables, arguments and results of
// functions that are only called. A field is one place for all structs of its type.
//
// # Why it terminates
//
// Each value and each variable is entered once.
//
// # What is incomplete on purpose
//
// What the rules above do not name lets the value escape: containers, exported and embedded
// fields, results of methods and of exported functions. Then Uses knows some of the uses only.
package followed

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A Package knows where the functions of a package read its fields and variables, and call each other.
type Package struct {
	pkg     *ssa.Package
	own     map[*ssa.Function]bool
	fields  map[*types.Var][]ssa.Value // *ssa.FieldAddr or *ssa.Field
	globals map[*ssa.Global][]ssa.Instruction
	callers map[*ssa.Function][]ssa.CallInstruction
	taken   map[*ssa.Function]bool // used other than to call them
}

// New indexes the functions fns of pkg.
func New(pkg *ssa.Package, fns []*ssa.Function) *Package {
	p := &Package{pkg: pkg, own: map[*ssa.Function]bool{}, fields: map[*types.Var][]ssa.Value{}, globals: map[*ssa.Global][]ssa.Instruction{},
		callers: map[*ssa.Function][]ssa.CallInstruction{}, taken: map[*ssa.Function]bool{}}
	for _, fn := range fns {
		p.own[fn] = len(fn.Blocks) > 0
	}
	if init := pkg.Func("init"); init != nil {
		fns = append(fns[:len(fns):len(fns)], init) // the values of package variables
	}
	for i := range ssaquery.Instructions(fns...) {
		p.index(i)
	}
	return p
}

func (p *Package) index(i ssa.Instruction) {
	switch i := i.(type) {
	case *ssa.FieldAddr:
		p.addField(ssaquery.StructField(ssaquery.Deref(i.X.Type()), i.Field), i)
	case *ssa.Field:
		p.addField(ssaquery.StructField(i.X.Type(), i.Field), i)
	}
	var callee *ssa.Value
	if call, ok := i.(ssa.CallInstruction); ok {
		if f := p.Callee(call.Common()); f != nil {
			p.callers[f] = append(p.callers[f], call)
		}
		callee = &call.Common().Value
	}
	for _, op := range i.Operands(nil) {
		switch v := (*op).(type) {
		case *ssa.Global:
			p.globals[v] = append(p.globals[v], i)
		case *ssa.Function:
			if op != callee {
				p.taken[ssaquery.Origin(v)] = true
			}
		}
	}
}

func (p *Package) addField(f *types.Var, at ssa.Value) {
	if f != nil {
		p.fields[f.Origin()] = append(p.fields[f.Origin()], at)
	}
}

// Callee is the function of the package that c calls, with its body; nil if that is not known, or another package's.
func (p *Package) Callee(c *ssa.CallCommon) *ssa.Function {
	f := c.StaticCallee()
	if f == nil {
		return nil
	}
	if f = ssaquery.Origin(ssaquery.Unwrapped(f)); p.own[f] {
		return f
	}
	return nil
}

// FieldUses are where the package names the field at at: *ssa.FieldAddr or *ssa.Field. ok is false if others may
// name it.
func (p *Package) FieldUses(at *ssa.FieldAddr) (uses []ssa.Value, ok bool) {
	f := ssaquery.StructField(ssaquery.Deref(at.X.Type()), at.Field)
	owner := ssaquery.Named(at.X.Type())
	if f == nil || f.Pkg() != p.pkg.Pkg || f.Embedded() || f.Exported() && (owner == nil || owner.Obj().Exported()) {
		return nil, false
	}
	return p.fields[f.Origin()], true
}

// Callers are the static calls of fn, a function of the package; ok is false if there may be others.
func (p *Package) Callers(fn *ssa.Function) (calls []ssa.CallInstruction, ok bool) {
	obj := ssaquery.Declared(fn)
	return p.callers[fn], obj != nil && !obj.Exported() && obj.Signature().Recv() == nil && !p.taken[fn]
}

// A Use is a call of a method of the value. Of a method that is kept to be called later, it is the keeping.
type Use struct {
	Method *types.Func
	At     ssa.Instruction
}

// Uses are what a package does with a value.
type Uses struct {
	Calls []Use
	// Escapes: other code may have the value.
	Escapes bool
}

// Call is the first call of a method for which is holds; ok is false if there is none.
func (u Uses) Call(is func(*types.Func) bool) (use Use, ok bool) {
	for _, c := range u.Calls {
		if is(c.Method) {
			return c, true
		}
	}
	return Use{}, false
}

// Of are the uses of v, which the package makes.
func (p *Package) Of(v ssa.Value) Uses {
	w := &walk{Package: p, seen: map[ssa.Value]bool{}}
	w.value(v)
	return w.Uses
}

type walk struct {
	*Package
	Uses
	seen map[ssa.Value]bool
}

// value follows v, which is what is followed.
func (w *walk) value(v ssa.Value) {
	if w.seen[v] {
		return
	}
	w.seen[v] = true
	if v.Referrers() == nil {
		w.Escapes = true
		return
	}
	for _, i := range *v.Referrers() {
		w.use(v, i)
	}
}

func (w *walk) use(v ssa.Value, i ssa.Instruction) {
	switch i := i.(type) {
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert, *ssa.Phi:
		w.value(i.(ssa.Value))
	case *ssa.Extract:
		if i.Index == 0 {
			w.value(i)
		}
	case *ssa.Store:
		w.stored(i.Addr)
	case *ssa.MakeClosure:
		w.bound(v, i)
	case *ssa.Return:
		w.returned(v, i)
	case ssa.CallInstruction:
		w.passed(v, i)
	case *ssa.BinOp, *ssa.DebugRef:
	default:
		w.Escapes = true
	}
}

// stored follows what is read from where the value is stored.
func (w *walk) stored(at ssa.Value) {
	switch at := at.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		w.variable(at)
	case *ssa.FieldAddr:
		w.field(at)
	case *ssa.Global:
		w.global(at)
	default:
		w.Escapes = true
	}
}

// variable follows what is read from the variable at the address at.
func (w *walk) variable(at ssa.Value) {
	if w.seen[at] {
		return
	}
	w.seen[at] = true
	if f, ok := at.(*ssa.FreeVar); ok {
		for _, b := range ssaquery.BoundTo(f) {
			w.variable(b)
		}
	}
	for _, i := range *at.Referrers() {
		w.read(at, i)
	}
}

func (w *walk) read(at ssa.Value, i ssa.Instruction) {
	switch i := i.(type) {
	case *ssa.UnOp:
		w.value(i)
	case *ssa.MakeClosure:
		for n, b := range i.Bindings {
			if b == at {
				w.variable(i.Fn.(*ssa.Function).FreeVars[n])
			}
		}
	case *ssa.Store:
		w.Escapes = w.Escapes || i.Val == at
	case *ssa.DebugRef:
	default:
		w.Escapes = true
	}
}

func (w *walk) field(at *ssa.FieldAddr) {
	uses, ok := w.FieldUses(at)
	w.Escapes = w.Escapes || !ok
	for _, read := range uses {
		if a, ok := read.(*ssa.FieldAddr); ok {
			w.variable(a)
		} else {
			w.value(read)
		}
	}
}

func (w *walk) global(g *ssa.Global) {
	if w.seen[g] {
		return
	}
	w.seen[g] = true
	if g.Pkg != w.pkg || g.Object() == nil || g.Object().Exported() {
		w.Escapes = true
		return
	}
	for _, i := range w.globals[g] {
		w.read(g, i)
	}
}

// bound follows the value into the literal that captures it. A method that is kept is used.
func (w *walk) bound(v ssa.Value, mc *ssa.MakeClosure) {
	fn := mc.Fn.(*ssa.Function)
	if strings.HasPrefix(fn.Synthetic, "bound") {
		if m := ssaquery.Declared(fn); m != nil {
			w.Calls = append(w.Calls, Use{m, mc})
		}
		return
	}
	for n, b := range mc.Bindings {
		if b == v {
			w.value(fn.FreeVars[n])
		}
	}
}

func (w *walk) returned(v ssa.Value, ret *ssa.Return) {
	calls, ok := w.Callers(ret.Parent())
	if !ok {
		w.Escapes = true
		return
	}
	for _, call := range calls {
		c, ok := call.(*ssa.Call)
		if !ok {
			continue // nobody gets it
		}
		for n, res := range ret.Results {
			switch e := ssaquery.Extracted(c, n); {
			case res != v:
			case len(ret.Results) == 1:
				w.value(c)
			case e != nil:
				w.value(e)
			}
		}
	}
}

// passed follows the value into the function that the call runs.
func (w *walk) passed(v ssa.Value, call ssa.CallInstruction) {
	c, f := call.Common(), w.Callee(call.Common())
	if recv, _ := ssaquery.Operands(c); recv == v && f == nil {
		if m := method(c); m != nil {
			w.Calls = append(w.Calls, Use{m, call})
		} else {
			w.Escapes = true
		}
	}
	for n, arg := range c.Args {
		switch {
		case arg != v || n == 0 && f == nil && !c.IsInvoke() && c.Signature().Recv() != nil:
		case f == nil || n >= len(f.Params):
			w.Escapes = true
		default:
			w.value(f.Params[n])
		}
	}
}

func method(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	return ssaquery.Called(c)
}
