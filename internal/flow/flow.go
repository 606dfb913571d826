// Package flow says where a value goes, and what it may be.
//
//	c.queue = workqueue.New(limiter)  // the value
//	c.queue.Get()                     // a use, also in another function
//	register(c.queue)                 // followed into register, if the package declares it
//
// # Domain
//
// A [Walk] goes forward over the edges that its user names: conversions, merges, variables that
// functions and literals share, parts, parameters. With a [Package] it also passes unexported
// fields, package variables and the results of functions that are only called. It yields each use
// that leads over none of these edges: what such a use means, its user says.
//
// [Origins] and [Any] go back, over the steps that their user gives. Both use [Follow], which also tells the way to a
// value: the path of a field, or the stores that the value went through.
//
// # Laws
//
// More edges yield no fewer names, and more uses that count yield no fewer. A use is an instruction that has a name as an
// operand. Each name is looked at once, so that a walk terminates and takes time linear in the uses of what it names.
//
// # What is incomplete on purpose
//
// A field is one place for all structs of its type, a variable one place for all times. Containers,
// exported and embedded fields, and results of exported functions are no edges: the use there is
// yielded.
package flow

import (
	"go/types"
	"slices"

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
	taken   map[*ssa.Function][]ssa.Instruction // where they are used other than to call them
	invoked map[string]bool                     // the methods that are called through interfaces, by name
	hidden  map[*types.Named]bool               // the types of which functions without a body get a value
}

// New indexes the functions fns of pkg.
func New(pkg *ssa.Package, fns []*ssa.Function) *Package {
	p := &Package{pkg: pkg, own: map[*ssa.Function]bool{}, fields: map[*types.Var][]ssa.Value{}, globals: map[*ssa.Global][]ssa.Instruction{},
		callers: map[*ssa.Function][]ssa.CallInstruction{}, taken: map[*ssa.Function][]ssa.Instruction{}, invoked: map[string]bool{}, hidden: map[*types.Named]bool{}}
	for _, fn := range fns {
		p.own[fn] = len(fn.Blocks) > 0
		for _, param := range fn.Params {
			if n := ssaquery.Named(param.Type()); n != nil && !p.own[fn] {
				p.hidden[n.Origin()] = true
			}
		}
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
		if call.Common().IsInvoke() {
			p.invoked[call.Common().Method.Name()] = true
		}
		callee = &call.Common().Value
	}
	for _, op := range i.Operands(nil) {
		switch v := (*op).(type) {
		case *ssa.Global:
			p.globals[v] = append(p.globals[v], i)
		case *ssa.Function:
			if op != callee {
				f := ssaquery.Unwrapped(ssaquery.Origin(v))
				p.taken[f] = append(p.taken[f], i)
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
// name it: other packages, or a function whose body was left out, as it does not type-check.
func (p *Package) FieldUses(at *ssa.FieldAddr) (uses []ssa.Value, ok bool) {
	f := ssaquery.StructField(ssaquery.Deref(at.X.Type()), at.Field)
	owner := ssaquery.Named(at.X.Type())
	if f == nil || f.Pkg() != p.pkg.Pkg || f.Embedded() || owner != nil && p.hidden[owner.Origin()] || f.Exported() && (owner == nil || owner.Obj().Exported()) {
		return nil, false
	}
	return p.fields[f.Origin()], true
}

// Callers are the static calls of fn, a function of the package; ok is false if there may be others.
func (p *Package) Callers(fn *ssa.Function) (calls []ssa.CallInstruction, ok bool) {
	return p.callers[fn], p.hasOnlyPlaces(fn) && fn.Parent() == nil && len(p.taken[fn]) == 0
}

// Places are where fn, a function or literal of the package, is called or taken as a value; ok is false if others may
// call it, or a call through an interface may mean it.
func (p *Package) Places(fn *ssa.Function) (at []ssa.Instruction, ok bool) {
	for _, call := range p.callers[fn] {
		at = append(at, call)
	}
	return append(at, p.taken[fn]...), p.hasOnlyPlaces(fn)
}

func (p *Package) hasOnlyPlaces(fn *ssa.Function) bool {
	if fn.Parent() != nil {
		return true
	}
	obj := ssaquery.Declared(fn)
	return obj != nil && !obj.Exported() && (obj.Signature().Recv() == nil || !p.invoked[obj.Name()])
}

// A Call is a call of a method of the value. Of a method that is kept to be called later, it is the keeping.
type Call struct {
	Method *types.Func
	At     ssa.Instruction
}

// ownVariable reports whether only the package reads and sets the variable g; p may be nil.
func (p *Package) ownVariable(g *ssa.Global) bool {
	return p != nil && g.Pkg == p.pkg && g.Object() != nil && !g.Object().Exported()
}

// Uses are what a package does with a value.
type Uses struct {
	Calls []Call
	// Escapes: other code may have the value.
	Escapes bool
}

// Call is the first call of a method for which is holds; ok is false if there is none.
func (u Uses) Call(is func(*types.Func) bool) (call Call, ok bool) {
	for _, c := range u.Calls {
		if is(c.Method) {
			return c, true
		}
	}
	return Call{}, false
}

// Of are the uses of v, which the package makes.
func (p *Package) Of(v ssa.Value) Uses {
	var out Uses
	along := Walk{Along: Converted | Asserted | Merged | Kept, In: p, Callees: p.Callees}
	if v.Referrers() == nil {
		out.Escapes = true
	}
	for u := range along.Uses(v) {
		out.add(u)
	}
	return out
}

// Callees is Callee for a [Walk].
func (p *Package) Callees(call ssa.CallInstruction) []*ssa.Function {
	if f := p.Callee(call.Common()); f != nil {
		return []*ssa.Function{f}
	}
	return nil
}

// add notes a use of the value that leads to no other name of it.
func (u *Uses) add(use Use) {
	switch i := use.At.(type) {
	case *ssa.BinOp:
		return
	case *ssa.MakeClosure: // a method that is kept is used
		if m := ssaquery.Declared(i.Fn.(*ssa.Function)); m != nil && !use.Holder {
			u.Calls = append(u.Calls, Call{m, i})
			return
		}
	case ssa.CallInstruction:
		c := i.Common()
		m, recv, args := ssaquery.Target(c), c.Value, c.Args
		if !c.IsInvoke() && m != nil && m.Signature().Recv() != nil {
			recv, args = args[0], args[1:]
		}
		if m != nil && recv == use.Of && !slices.Contains(args, use.Of) {
			u.Calls = append(u.Calls, Call{m, i})
			return
		}
	}
	u.Escapes = true
}
