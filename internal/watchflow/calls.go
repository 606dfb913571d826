package watchflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// link resolves every call of the package to the functions of the package that
// it can call.
func (p *program) link() {
	clear(p.callers)
	clear(p.callees)
	clear(p.handed)
	clear(p.handedAt)
	p.each(func(_ *ssa.Function, instr ssa.Instruction) {
		if mc, ok := instr.(*ssa.MakeClosure); ok {
			p.closures[mc.Fn.(*ssa.Function)] = mc
		}
	})
	// Twice: what a parameter of function type can be is known once its
	// function's callers are.
	for range 2 {
		p.each(func(_ *ssa.Function, instr ssa.Instruction) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				return
			}
			fns := p.resolve(call.Common())
			for _, f := range fns {
				if !slices.Contains(p.callees[call], f) {
					p.callees[call] = append(p.callees[call], f)
					p.callers[f] = append(p.callers[f], call)
				}
			}
		})
	}
	p.each(func(_ *ssa.Function, instr ssa.Instruction) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || len(p.callees[call]) > 0 {
			return
		}
		for i, a := range call.Common().Args {
			if _, ok := a.Type().Underlying().(*types.Signature); !ok {
				continue
			}
			for _, f := range p.funcsOf(a, map[ssa.Value]bool{}) {
				p.handed[f] = append(p.handed[f], handing{call, i})
				p.handedAt[call] = append(p.handedAt[call], f)
			}
		}
	})
}

// resolve returns the functions of the package that a call can reach.
func (p *program) resolve(c *ssa.CallCommon) []*ssa.Function {
	if c.IsInvoke() {
		return p.implementers(c)
	}
	return p.funcsOf(c.Value, map[ssa.Value]bool{})
}

// maxImplementers bounds the implementations of an interface that a call is
// followed to; an interface with more is too general to say anything.
const maxImplementers = 4

// implementers returns the methods of the package's types that an interface
// call can reach. Interfaces of other packages are left alone: their calls
// rarely come back here.
func (p *program) implementers(c *ssa.CallCommon) []*ssa.Function {
	if fns, ok := p.implementersM[c.Method]; ok {
		return fns
	}
	fns := p.implementersOf(c)
	p.implementersM[c.Method] = fns
	return fns
}

func (p *program) implementersOf(c *ssa.CallCommon) []*ssa.Function {
	named, ok := types.Unalias(c.Value.Type()).(*types.Named)
	if !ok || named.Obj().Pkg() != p.pass.Pkg {
		return nil
	}
	iface, ok := named.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var fns []*ssa.Function
	scope := p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) {
			continue
		}
		if n, ok := tn.Type().(*types.Named); !ok || n.TypeParams().Len() > 0 {
			continue
		}
		ptr := types.NewPointer(tn.Type())
		if !types.Implements(ptr, iface) {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(ptr, true, c.Method.Pkg(), c.Method.Name())
		if m, ok := obj.(*types.Func); ok {
			if f := p.prog.FuncValue(m); f != nil && f.Blocks != nil {
				fns = append(fns, f)
			}
		}
	}
	if len(fns) > maxImplementers {
		return nil
	}
	return fns
}

// funcsOf returns the functions of the package that v can be.
func (p *program) funcsOf(v ssa.Value, seen map[ssa.Value]bool) []*ssa.Function {
	if seen[v] || len(seen) > 64 {
		return nil
	}
	seen[v] = true
	var fns []*ssa.Function
	add := func(more []*ssa.Function) {
		for _, f := range more {
			if !slices.Contains(fns, f) {
				fns = append(fns, f)
			}
		}
	}
	switch v := v.(type) {
	case *ssa.Function:
		if f := p.source(v); f != nil {
			return []*ssa.Function{f}
		}
	case *ssa.MakeClosure:
		if f := p.source(v.Fn.(*ssa.Function)); f != nil {
			return []*ssa.Function{f}
		}
	case *ssa.ChangeType:
		return p.funcsOf(v.X, seen)
	case *ssa.MakeInterface:
		return p.funcsOf(v.X, seen)
	case *ssa.Phi:
		for _, e := range v.Edges {
			add(p.funcsOf(e, seen))
		}
	case *ssa.Parameter:
		for _, a := range p.args(v) {
			add(p.funcsOf(a.value, seen))
		}
	case *ssa.UnOp:
		for _, l := range p.locs(v.X) {
			for _, s := range p.stores[l] {
				add(p.funcsOf(s.Val, seen))
			}
		}
	case *ssa.Call:
		for _, f := range p.callees[v] {
			for _, r := range returns(f) {
				if len(r.Results) == 1 {
					add(p.funcsOf(r.Results[0], seen))
				}
			}
		}
	}
	return fns
}

// source returns the function of the package that f is, or wraps (a method
// value, a promoted method, an instance of a generic function), or nil.
func (p *program) source(f *ssa.Function) *ssa.Function {
	if f.Origin() != nil {
		f = f.Origin()
	}
	if _, ok := p.own[f]; ok {
		return f
	}
	if obj, ok := f.Object().(*types.Func); ok && f.Synthetic != "" {
		if g := p.prog.FuncValue(obj.Origin()); g != nil {
			if _, ok := p.own[g]; ok {
				return g
			}
		}
	}
	return nil
}

// An arg is what a call site passes for a parameter.
type arg struct {
	call  ssa.CallInstruction
	value ssa.Value
}

// args returns what the call sites in the package pass for param.
func (p *program) args(param *ssa.Parameter) []arg {
	f := param.Parent()
	i := slices.Index(f.Params, param)
	var out []arg
	for _, call := range p.callers[f] {
		if a := actual(call.Common(), f, i); a != nil {
			out = append(out, arg{call, a})
		}
	}
	return out
}

// actual returns the argument of call for parameter i of its callee f, or nil
// where it is bound elsewhere (the receiver of a method value).
func actual(c *ssa.CallCommon, f *ssa.Function, i int) ssa.Value {
	if c.IsInvoke() {
		if i == 0 {
			return c.Value
		}
		i--
	} else if len(c.Args) == len(f.Params)-1 && f.Signature.Recv() != nil {
		// Called through a bound method value.
		if i == 0 {
			return nil
		}
		i--
	}
	if i < 0 || i >= len(c.Args) {
		return nil
	}
	return c.Args[i]
}

// returns lists the return instructions of f.
func returns(f *ssa.Function) []*ssa.Return {
	var out []*ssa.Return
	for _, b := range f.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			out = append(out, r)
		}
	}
	return out
}

// name is the name of the function or method that a call calls, or "".
func name(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return c.Method.Name()
	}
	switch v := c.Value.(type) {
	case *ssa.Function:
		if v.Origin() != nil {
			return v.Origin().Name()
		}
		return v.Name()
	case *ssa.Builtin:
		return v.Name()
	case *ssa.UnOp:
		// A function kept in a field or a package variable.
		switch x := v.X.(type) {
		case *ssa.FieldAddr:
			return fieldOf(x.X.Type(), x.Field).Name()
		case *ssa.Global:
			return x.Name()
		}
	}
	return ""
}

// args without the receiver, as written.
func plainArgs(c *ssa.CallCommon) []ssa.Value {
	if !c.IsInvoke() && c.Signature().Recv() != nil && len(c.Args) > 0 {
		return c.Args[1:]
	}
	return c.Args
}

// receiver is the receiver of a method call, or nil.
func receiver(c *ssa.CallCommon) ssa.Value {
	if c.IsInvoke() {
		return c.Value
	}
	if c.Signature().Recv() != nil && len(c.Args) > 0 {
		return c.Args[0]
	}
	return nil
}
