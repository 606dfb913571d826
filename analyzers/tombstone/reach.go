package tombstone

import (
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A reach is where control gets in a function if a value in it is a tombstone. It is a domain of package machine, which
// knows of values what a tombstone makes of them. All paths that come to a block are one, which knows what all of them know.
type reach struct {
	program *program
	v       ssa.Value // the tombstone
	blocks  map[*ssa.BasicBlock]answers
	taken   map[ssaquery.Edge]bool
	// ends are the blocks that control does not leave, and the instruction that
	// panics there.
	ends map[*ssa.BasicBlock]ssa.Instruction
	// returns are what the function returns where control gets to its end.
	returns map[*ssa.Return][]answer
	order   *ssaquery.Order
}

// A path is one way through the function.
type path struct {
	machine.Place
	known answers
}

// Answers are what is known of values.
type answers map[ssa.Value]answer

// An answer is what a value says if the object is a tombstone.
type answer int

const (
	unclear answer = iota
	no             // false, not nil, or a text
	yes            // true, nil, or the empty text
)

// negated is the answer to the opposite question.
func (a answer) negated() answer {
	switch a {
	case no:
		return yes
	case yes:
		return no
	}
	return unclear
}

// maxFate bounds the calls that nest below one whose fate is asked.
const maxFate = 3

// reachOf is where control gets if v, a value of one function, is a tombstone.
func (p *program) reachOf(v ssa.Value) *reach {
	r := &reach{p, v, map[*ssa.BasicBlock]answers{}, map[ssaquery.Edge]bool{}, map[*ssa.BasicBlock]ssa.Instruction{}, map[*ssa.Return][]answer{}, ssaquery.NewOrder()}
	f := v.Parent()
	if len(f.Blocks) == 0 {
		return r // of what was left out
	}
	machine.Run(r, p.orders.Of(f), &path{machine.Start(f), answers{}})
	return r
}

// Arrive joins the paths with each other, and with those that came before. None goes on if nothing new can come of it.
func (r *reach) Arrive(come []*path) []*path {
	p := come[0]
	before, seen := r.blocks[p.Block]
	for i, q := range come {
		if q.Prev != nil {
			r.taken[ssaquery.Edge{From: q.Prev, To: q.Block}] = true
		}
		chosen := answers{}
		for phi, v := range q.Merged() {
			chosen[phi] = r.answer(q.known, v)
		}
		maps.Copy(q.known, chosen)
		if i > 0 {
			p.known.keep(q.known)
		}
	}
	if seen {
		p.known.keep(before)
		if len(p.known) == len(before) {
			return nil
		}
	}
	r.blocks[p.Block] = maps.Clone(p.known)
	return come[:1]
}

// keep keeps what other knows as well.
func (as answers) keep(other answers) {
	maps.DeleteFunc(as, func(v ssa.Value, a answer) bool { return a == unclear || other[v] != a })
}

// Visit goes on in any case, and the execution to its end: a path knows less each time that it comes to a block.
func (r *reach) Visit(*path, ssa.Instruction) bool { return true }

// Stopped is never the case.
func (r *reach) Stopped() bool { return false }

// Step notes what instr says of a tombstone.
func (r *reach) Step(p *path, instr ssa.Instruction) (next []*path, over bool) {
	if of := dereferenced(instr); of != nil && p.known[*of] == yes {
		return nil, r.end(instr)
	}
	switch instr := instr.(type) {
	case *ssa.TypeAssert:
		if instr.X == r.v && !ssaquery.IsAny(instr.AssertedType) && !toTombstone(instr) && !instr.CommaOk {
			return nil, r.end(instr)
		}
	case *ssa.Call:
		if ends(&instr.Call) {
			return nil, true
		}
		if says, known := r.program.fateOf(instr, r.v); known && says == nil {
			return nil, r.end(instr)
		} else if len(says) == 1 {
			p.known[instr] = says[0]
		} else {
			for i, a := range says {
				if e := ssaquery.Extracted(instr, i); e != nil {
					p.known[e] = a
				}
			}
		}
	case *ssa.Extract:
		switch t, ok := instr.Tuple.(*ssa.TypeAssert); {
		case !ok || t.X != r.v || ssaquery.IsAny(t.AssertedType):
		case !toTombstone(t):
			p.known[instr] = []answer{yes, no}[instr.Index]
		case instr.Index == 1 && kube.IsTombstone(t.AssertedType):
			p.known[instr] = yes
		}
	case *ssa.BinOp:
		p.known[instr] = r.compared(p.known, instr)
	}
	return nil, false
}

// compared is what the comparison v says if its operands say what is known.
func (r *reach) compared(known answers, v *ssa.BinOp) answer {
	switch isNil := r.answer(known, v.X); {
	case !isZero(v.Y):
	case v.Op == token.EQL:
		return isNil
	case v.Op == token.NEQ:
		return isNil.negated()
	}
	return unclear
}

func isZero(v ssa.Value) bool { return ssaquery.IsNil(v) || ssaquery.IsEmptyString(v) }

// dereferenced is the pointer that instr dereferences, or the interface of which it calls a method; nil if it does neither.
func dereferenced(instr ssa.Instruction) *ssa.Value {
	switch instr := instr.(type) {
	case *ssa.FieldAddr:
		return &instr.X
	case *ssa.UnOp:
		if instr.Op == token.MUL {
			return &instr.X
		}
	case *ssa.Call:
		if instr.Call.IsInvoke() {
			return &instr.Call.Value
		}
	}
	return nil
}

// ends reports whether the call may not return.
func ends(c *ssa.CallCommon) bool {
	if f := c.StaticCallee(); f != nil && len(f.Blocks) > 0 {
		return len(ssaquery.Returns(f)) == 0
	}
	m := ssaquery.Target(c)
	return m != nil && kube.EndsProgram(m.Name())
}

// end notes that instr panics, and reports that control goes no further.
func (r *reach) end(instr ssa.Instruction) bool {
	r.ends[instr.Block()] = instr
	return true
}

// answer is what v says.
func (r *reach) answer(known answers, v ssa.Value) answer {
	if a := known[v]; a != unclear {
		return a
	}
	switch v := v.(type) {
	case *ssa.Const:
		switch {
		case v.Value != nil && v.Value.Kind() == constant.Bool && !constant.BoolVal(v.Value):
			return no
		case isZero(v), v.Value != nil && v.Value.Kind() == constant.Bool:
			return yes
		}
	case *ssa.Call:
		if makesError(&v.Call) {
			return no
		}
	}
	return unclear
}

// Branch goes where a tombstone goes.
func (r *reach) Branch(p *path, test *ssa.If) []*path {
	b := p.Block
	switch r.answer(p.known, test.Cond) {
	case yes:
		p.To(b.Succs[0])
		return []*path{p}
	case no:
		p.To(b.Succs[1])
		return []*path{p}
	}
	other := &path{p.Place, maps.Clone(p.known)}
	p.To(b.Succs[0])
	other.To(b.Succs[1])
	return []*path{p, other}
}

// Return notes what is returned.
func (r *reach) Return(p *path, at *ssa.Return) {
	said := make([]answer, len(at.Results))
	for i, v := range at.Results {
		said[i] = r.answer(p.known, v)
	}
	r.returns[at] = said
}

// cuts reports whether control gets to the block from, and never from there to to.
func (r *reach) cuts(from, to *ssa.BasicBlock) bool {
	_, reached := r.blocks[from]
	return reached && !r.taken[ssaquery.Edge{From: from, To: to}]
}

// uses reports whether control gets to the use u of the tombstone.
func (r *reach) uses(u flow.Use) bool {
	use, v := u.At, u.Of
	if phi, ok := use.(*ssa.Phi); ok {
		for i, e := range phi.Edges {
			if e == v && r.taken[ssaquery.Edge{From: phi.Block().Preds[i], To: phi.Block()}] {
				return true
			}
		}
		return false
	}
	_, reached := r.blocks[use.Block()]
	end := r.ends[use.Block()]
	return reached && (end == nil || end == use || r.order.Dominates(use, end))
}

// callees is the one function of the package that call runs, none if it is not known.
func (p *program) callees(call ssa.CallInstruction) []*ssa.Function {
	if fns := p.points().Callees(call); len(fns) == 1 && !call.Common().IsInvoke() {
		return fns
	}
	return nil
}

// fateOf is what the results of call say if v, which it is given, is a tombstone, nil if it does not return; false where
// that is not known.
func (p *program) fateOf(call *ssa.Call, v ssa.Value) (says []answer, known bool) {
	if _, fails := kube.FailsOnTombstone(ssaquery.Called(&call.Call)); fails {
		return []answer{unclear, no}, true
	}
	callees := p.callees(call)
	if len(callees) == 0 || p.log.Past(p.nesting+1, maxFate, callees[0], "calls nest too deeply; it is not known what happens here with a tombstone") {
		return nil, false
	}
	f := callees[0]
	if f.Recover != nil || len(f.Blocks) == 0 {
		return nil, false // it may go on after a panic
	}
	for i, par := range f.Params {
		if ssaquery.Actual(&call.Call, f, i) == v {
			p.nesting++
			defer func() { p.nesting-- }()
			return p.reachOf(par).says(), true
		}
	}
	return nil, false
}

// says is what all returns say to which control gets, nil if it gets to none.
func (r *reach) says() (all []answer) {
	for _, said := range r.returns {
		if all == nil {
			all = slices.Clone(said)
		}
		for i, a := range said {
			if all[i] != a {
				all[i] = unclear
			}
		}
	}
	return all
}

// toTombstone reports whether a asserts that its value is a tombstone.
func toTombstone(a *ssa.TypeAssert) bool {
	return kube.NamedTombstone(a.AssertedType) && !toPointer(a)
}

// toPointer reports whether a asserts that its value is the pointer to a tombstone, which it
// never is: client-go passes the struct.
func toPointer(a *ssa.TypeAssert) bool {
	_, pointer := types.Unalias(a.AssertedType).(*types.Pointer)
	return pointer && kube.IsTombstone(a.AssertedType)
}
