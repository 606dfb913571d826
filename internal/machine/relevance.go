package machine

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A Question is what a domain wants to know of a package.
type Question interface {
	// Asks says what of instr the question is about. Values are the operands that the
	// domain looks at. Acts reports whether the state of the domain may be another one
	// behind instr, so that it matters whether control comes there.
	Asks(instr ssa.Instruction) (values []ssa.Value, acts bool)
	// Has reports whether v is one of the things that the domain keeps a state of, which
	// whatever gets it may change.
	Has(v ssa.Value) bool
	// Enters is the function that the call runs, nil where its body is not run.
	Enters(call ssa.CallInstruction) *ssa.Function
}

// A Relevance says which values, variables and branches of a package a question depends
// on. It is a slice in the sense of Weiser (1984), closed over the calls of the package:
// data dependences through registers, variables and fields, parameters and results, and
// control dependences (Ferrante, Ottenstein and Warren 1987).
//
// What is not relevant need not be distinguished: two states that differ in nothing else
// have the same answers.
type Relevance struct {
	question  Question
	functions map[*ssa.Function]bool
	values    map[ssa.Value]bool
	reached   map[ssa.Value]bool // things that a function gets and may change
	uses      map[ssa.Value]bool
	branches  map[*ssa.If]bool
	cells     map[cell]bool
	controls  map[*ssa.Function]*Control
	// stores are the instructions that may change a cell, loads those that read it, calls
	// those that run a function, literals those that make a closure of one.
	stores   map[cell][]ssa.Instruction
	loads    map[cell][]*ssa.UnOp
	calls    map[*ssa.Function][]ssa.CallInstruction
	literals map[*ssa.Function][]*ssa.MakeClosure
	work     []func()
}

// A cell is what a question can depend on in memory: a variable that is no struct, or a field
// of all structs of a type.
type cell struct {
	variable *ssa.Alloc
	owner    types.Type
	field    int
}

// NewRelevance finds what the question q depends on in the functions funcs, which are
// those of one package with the literals in them.
func NewRelevance(funcs []*ssa.Function, q Question) *Relevance {
	r := &Relevance{question: q, functions: map[*ssa.Function]bool{}, values: map[ssa.Value]bool{}, reached: map[ssa.Value]bool{}, uses: map[ssa.Value]bool{}, branches: map[*ssa.If]bool{}, cells: map[cell]bool{},
		controls: map[*ssa.Function]*Control{}, stores: map[cell][]ssa.Instruction{}, loads: map[cell][]*ssa.UnOp{},
		calls: map[*ssa.Function][]ssa.CallInstruction{}, literals: map[*ssa.Function][]*ssa.MakeClosure{}}
	for _, fn := range funcs {
		r.functions[fn] = true
	}
	for instr := range ssaquery.Instructions(funcs...) {
		if mc, ok := instr.(*ssa.MakeClosure); ok {
			fn := mc.Fn.(*ssa.Function)
			r.literals[fn] = append(r.literals[fn], mc)
		}
	}
	for instr := range ssaquery.Instructions(funcs...) {
		r.index(instr)
	}
	for instr := range ssaquery.Instructions(funcs...) {
		values, acts := q.Asks(instr)
		for _, v := range values {
			r.want(v)
		}
		if acts {
			r.wantRun(instr)
		}
	}
	for len(r.work) > 0 {
		next := r.work[len(r.work)-1]
		r.work = r.work[:len(r.work)-1]
		next()
	}
	for v := range r.reached {
		r.values[v] = true
	}
	return r
}

// Value reports whether the question depends on what v holds.
func (r *Relevance) Value(v ssa.Value) bool { return r.values[v] }

// Branch reports whether the question depends on where control goes at test.
func (r *Relevance) Branch(test *ssa.If) bool { return r.branches[test] }

// Variable reports whether the question depends on what the variable v holds.
func (r *Relevance) Variable(v *ssa.Alloc) bool { return r.cells[cell{variable: v}] }

// Field reports whether the question depends on what lies in field i of the structs of type
// owner.
func (r *Relevance) Field(owner types.Type, i int) bool { return r.cells[cell{owner: owner, field: i}] }

// Covers reports whether fn is one of the functions that were asked about.
func (r *Relevance) Covers(fn *ssa.Function) bool { return r.functions[fn] }

// index notes who stores, loads and calls.
func (r *Relevance) index(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Store:
		if c, ok := r.cellOf(instr.Addr); ok {
			r.stores[c] = append(r.stores[c], instr)
		}
	case *ssa.UnOp:
		if c, ok := r.cellOf(instr.X); ok && instr.Op == token.MUL {
			r.loads[c] = append(r.loads[c], instr)
		}
	case ssa.CallInstruction:
		if fn := r.question.Enters(instr); fn != nil {
			r.calls[fn] = append(r.calls[fn], instr)
		}
		for _, a := range instr.Common().Args {
			if c, ok := r.cellOf(a); ok && ssaquery.IsAddress(a) {
				r.stores[c] = append(r.stores[c], instr) // it may store there
			}
		}
	}
}

// cellOf is the cell at addr, ok is false for addresses that nothing is known of.
func (r *Relevance) cellOf(addr ssa.Value) (c cell, ok bool) {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return cell{variable: a}, true
	case *ssa.FreeVar:
		if x := r.captured(a); x != nil {
			return cell{variable: x}, true
		}
	case *ssa.FieldAddr:
		return cell{owner: ssaquery.Deref(a.X.Type()), field: a.Field}, true
	case *ssa.IndexAddr:
		return r.cellOf(a.X)
	}
	return cell{}, false
}

// captured is the variable that a literal captures as v, nil where that is not known.
func (r *Relevance) captured(v *ssa.FreeVar) *ssa.Alloc {
	made := r.literals[v.Parent()]
	if len(made) != 1 {
		return nil
	}
	for i, fv := range v.Parent().FreeVars {
		if fv != v {
			continue
		}
		switch x := made[0].Bindings[i].(type) {
		case *ssa.Alloc:
			return x
		case *ssa.FreeVar:
			return r.captured(x)
		}
	}
	return nil
}

// want makes v relevant, and what it is made of.
func (r *Relevance) want(v ssa.Value) {
	if v == nil || r.values[v] {
		return
	}
	switch v.(type) {
	case *ssa.Const, *ssa.Global, *ssa.Function, *ssa.Builtin:
		return
	}
	r.values[v] = true
	r.work = append(r.work, func() { r.follow(v) })
	if r.question.Has(v) {
		r.work = append(r.work, func() { r.wantUses(v) })
	}
}

// wantRun makes it relevant whether control comes to instr.
func (r *Relevance) wantRun(instr ssa.Instruction) { r.wantBlock(instr.Block()) }

func (r *Relevance) wantBlock(b *ssa.BasicBlock) {
	fn := b.Parent()
	c := r.controls[fn]
	if c == nil {
		c = NewControl(fn)
		r.controls[fn] = c
	}
	for _, test := range c.deciders[b.Index] {
		r.wantBranch(test)
	}
}

// wantBranch makes it relevant which way control takes at test.
func (r *Relevance) wantBranch(test *ssa.If) {
	if r.branches[test] {
		return
	}
	r.branches[test] = true
	r.work = append(r.work, func() {
		r.want(test.Cond)
		r.wantRun(test)
	})
}

// follow makes relevant what the relevant value v is made of.
func (r *Relevance) follow(v ssa.Value) {
	switch v := v.(type) {
	case *ssa.Phi:
		for i, e := range v.Edges {
			r.want(e)
			r.wantBlock(v.Block().Preds[i])
			if test := ssaquery.Test(v.Block().Preds[i]); test != nil {
				r.wantBranch(test)
			}
		}
	case *ssa.UnOp:
		if c, ok := r.cellOf(v.X); ok {
			r.wantCell(c)
		}
		r.want(v.X)
	case *ssa.Alloc:
		r.wantCell(cell{variable: v})
	case *ssa.Field:
		r.wantCell(cell{owner: v.X.Type(), field: v.Field})
		r.want(v.X)
	case *ssa.Extract:
		r.wantResult(v.Tuple, v.Index)
	case *ssa.Call:
		r.wantResult(v, 0)
	case *ssa.Parameter:
		r.wantArgument(v)
	case *ssa.FreeVar:
		r.wantBinding(v)
	case *ssa.MakeClosure:
		for _, b := range v.Bindings {
			if !ssaquery.IsAddress(b) { // what lies there is wanted where the literal reads it
				r.want(b)
			}
		}
	case ssa.Instruction:
		for _, op := range v.Operands(nil) {
			r.want(*op)
		}
	}
}

// wantUses makes it relevant whether control comes to what may change the thing v.
func (r *Relevance) wantUses(v ssa.Value) {
	if r.uses[v] || v.Referrers() == nil {
		return
	}
	r.uses[v] = true
	for _, instr := range *v.Referrers() {
		switch instr := instr.(type) {
		case *ssa.Call:
			r.wantRun(instr)
			r.wantThings(instr)
			r.wantParameters(instr, v)
		case *ssa.Store:
			r.wantRun(instr)
			if c, ok := r.cellOf(instr.Addr); ok && instr.Val == v && c.variable != nil {
				r.wantCell(c) // a literal may change the thing by that variable
			}
		case *ssa.MapUpdate, ssa.CallInstruction:
			r.wantRun(instr)
		case *ssa.TypeAssert:
			r.wantAsserted(instr)
		case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Slice, *ssa.UnOp:
			r.wantUses(instr.(ssa.Value))
		}
	}
}

// wantAsserted makes the thing relevant that t yields: it is the one that is asserted to be of a type.
func (r *Relevance) wantAsserted(t *ssa.TypeAssert) {
	if !t.CommaOk {
		r.want(t)
		return
	}
	for _, instr := range *t.Referrers() {
		if part, ok := instr.(*ssa.Extract); ok && part.Index == 0 {
			r.want(part)
		}
	}
}

// wantParameters makes the parameters relevant as which the call gets the thing v, which the function
// may change, but not what other calls pass.
func (r *Relevance) wantParameters(call *ssa.Call, v ssa.Value) {
	fn := r.question.Enters(call)
	if fn == nil {
		return
	}
	for i, p := range fn.Params {
		if ssaquery.Actual(&call.Call, fn, i) == v && r.question.Has(p) {
			r.reached[p] = true
			r.work = append(r.work, func() { r.wantUses(p) })
		}
	}
}

// wantThings makes the things relevant that a call returns: they may be what it gets.
func (r *Relevance) wantThings(call *ssa.Call) {
	if r.question.Has(call) {
		r.want(call)
		return
	}
	for _, instr := range *call.Referrers() {
		if part, ok := instr.(*ssa.Extract); ok && r.question.Has(part) {
			r.want(part)
		}
	}
}

// wantCell makes relevant what is stored into c, and what is done to a thing that lies there.
func (r *Relevance) wantCell(c cell) {
	if r.cells[c] {
		return
	}
	r.cells[c] = true
	for _, instr := range r.stores[c] {
		if st, ok := instr.(*ssa.Store); ok {
			r.want(st.Addr)
			r.want(st.Val)
		}
		r.wantRun(instr)
	}
	for _, load := range r.loads[c] {
		if r.question.Has(load) {
			r.want(load)
		}
	}
}

// wantResult makes relevant what v, a call or another tuple, yields as its i-th result: what
// the function returns that is run, or all that a function is given whose body is not.
func (r *Relevance) wantResult(v ssa.Value, i int) {
	call, ok := v.(*ssa.Call)
	if !ok {
		r.want(v)
		return
	}
	fn := r.question.Enters(call)
	if fn == nil {
		for _, op := range call.Operands(nil) {
			r.want(*op)
		}
		return
	}
	for _, ret := range ssaquery.Returns(fn) {
		if i < len(ret.Results) {
			r.want(ret.Results[i])
		}
		r.wantRun(ret)
	}
}

// wantArgument makes relevant what callers pass as p.
func (r *Relevance) wantArgument(p *ssa.Parameter) {
	fn := p.Parent()
	for i, q := range fn.Params {
		if q != p {
			continue
		}
		for _, call := range r.calls[fn] {
			r.want(ssaquery.Actual(call.Common(), fn, i))
		}
	}
}

// wantBinding makes relevant what closures bind as v.
func (r *Relevance) wantBinding(v *ssa.FreeVar) {
	fn := v.Parent()
	for i, fv := range fn.FreeVars {
		if fv != v {
			continue
		}
		for _, mc := range r.literals[fn] {
			r.want(mc.Bindings[i])
		}
	}
	if c, ok := r.cellOf(v); ok {
		r.wantCell(c)
	}
}
