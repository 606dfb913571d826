package tombstone

import (
	"go/constant"
	"go/token"
	"go/types"
	"iter"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

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

// Answers are what is known of values, and of the variables at addresses.
type answers map[ssa.Value]answer

// A fate is what a call does that is given a tombstone.
type fate struct {
	returns bool
	// answers are what its results say then, as far as that is known.
	answers map[int]answer
}

// An answer is what a value says if the object is a tombstone.
type answer int

const (
	unclear answer = iota
	no             // false, or not nil
	yes            // true, or nil
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
	from := machine.Start(f)
	if instr, ok := v.(ssa.Instruction); ok {
		from = machine.Place{Block: instr.Block(), At: slices.Index(instr.Block().Instrs, instr) + 1}
	}
	machine.Run(r, p.orders.Of(f), &path{from, answers{}})
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
	switch instr := instr.(type) {
	case *ssa.TypeAssert:
		if instr.X == r.v && !ssaquery.IsAny(instr.AssertedType) && !toTombstone(instr) && !instr.CommaOk {
			return nil, r.end(instr)
		}
	case *ssa.Store:
		p.known[instr.Addr] = r.answer(p.known, instr.Val)
	case *ssa.Call:
		maps.DeleteFunc(p.known, func(v ssa.Value, _ answer) bool { return ssaquery.IsAddress(v) }) // it may store there
		if f, known := r.program.fateOf(instr, r.v); known && !f.returns {
			return nil, r.end(instr)
		} else if res := instr.Call.Signature().Results(); res.Len() > 1 {
			for _, part := range *instr.Referrers() {
				if e, ok := part.(*ssa.Extract); ok {
					p.known[e] = f.answers[e.Index]
				}
			}
		} else {
			p.known[instr] = f.answers[0]
		}
	case *ssa.Extract:
		if t, ok := instr.Tuple.(*ssa.TypeAssert); ok && t.X == r.v && !ssaquery.IsAny(t.AssertedType) && !toTombstone(t) {
			p.known[instr] = []answer{yes, no}[instr.Index]
		}
	case *ssa.UnOp, *ssa.BinOp:
		v := instr.(ssa.Value)
		p.known[v] = r.computed(p.known, v)
	}
	return nil, false
}

// computed is what v, an operation, says if its operands say what is known.
func (r *reach) computed(known answers, v ssa.Value) answer {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return r.answer(known, v.X).negated()
		}
		return known[v.X]
	case *ssa.BinOp:
		switch isNil := r.answer(known, v.X); {
		case !ssaquery.IsNil(v.Y):
		case v.Op == token.EQL:
			return isNil
		case v.Op == token.NEQ:
			return isNil.negated()
		}
	}
	return unclear
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
		case v.Value == nil || v.Value.Kind() != constant.Bool:
			return unclear
		case constant.BoolVal(v.Value):
			return yes
		}
		return no
	case *ssa.Call:
		if makesError(&v.Call) {
			return no
		}
	}
	if ssaquery.IsError(v.Type()) && ssaquery.NeverNil(v) {
		return no
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
	if r == nil {
		return false
	}
	_, reached := r.blocks[from]
	return reached && !r.taken[ssaquery.Edge{From: from, To: to}]
}

// uses reports whether control gets to the instruction use, and v, which it uses, can be
// the tombstone there.
func (r *reach) uses(use ssa.Instruction, v ssa.Value) bool {
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

// nilTests are the tests whether v is nil, each with the number of the way that control
// takes then.
func nilTests(v ssa.Value) iter.Seq2[*ssa.If, int] {
	return func(yield func(*ssa.If, int) bool) {
		for _, u := range *v.Referrers() {
			cond, ok := u.(*ssa.BinOp)
			if !ok || cond.X != v || !ssaquery.IsNil(cond.Y) {
				continue
			}
			isNil := 0
			if cond.Op == token.NEQ {
				isNil = 1
			}
			for _, u := range *cond.Referrers() {
				if i, ok := u.(*ssa.If); ok && !yield(i, isNil) {
					return
				}
			}
		}
	}
}

// keyed is the function of another package that call calls, which returns an error for a
// tombstone, and the one that does not.
func (p *program) keyed(call *ssa.Call) (fn *types.Func, better string, ok bool) {
	f := p.callee(&call.Call)
	if f == nil {
		return nil, "", false
	}
	fn = ssaquery.Declared(ssaquery.Origin(f))
	better, ok = kube.FailsOnTombstone(fn)
	return fn, better, ok
}

// callee is the function that c calls, also by a variable of the package that holds nothing
// else, nil if there is none:
//
//	var keyOf = cache.MetaNamespaceKeyFunc
func (p *program) callee(c *ssa.CallCommon) *ssa.Function {
	if f := c.StaticCallee(); f != nil {
		return f
	}
	u, ok := c.Value.(*ssa.UnOp)
	if !ok {
		return nil
	}
	g, ok := u.X.(*ssa.Global)
	if !ok || token.IsExported(g.Name()) {
		return nil
	}
	var held *ssa.Function
	for instr := range ssaquery.Instructions(p.funcs...) {
		for _, op := range instr.Operands(nil) {
			if *op != ssa.Value(g) {
				continue
			}
			switch instr := instr.(type) {
			case *ssa.UnOp:
			case *ssa.Store:
				f, ok := instr.Val.(*ssa.Function)
				if !ok || held != nil {
					return nil
				}
				held = f
			default:
				return nil
			}
		}
	}
	return held
}

// fateOf is what call does if v, which it is given, is a tombstone; false where that is
// not known.
func (p *program) fateOf(call *ssa.Call, v ssa.Value) (fate, bool) {
	if _, _, ok := p.keyed(call); ok {
		return fate{true, map[int]answer{1: no}}, true
	}
	callees := p.points().Callees(call)
	if len(callees) != 1 || call.Call.IsInvoke() || p.log.Past(p.nesting+1, maxFate, callees[0], "calls nest too deeply; it is not known what happens here with a tombstone") {
		return fate{}, false
	}
	f := callees[0]
	if f.Recover != nil || len(f.Blocks) == 0 {
		return fate{}, false // it may go on after a panic
	}
	for i, par := range f.Params {
		if ssaquery.Actual(&call.Call, f, i) == v {
			p.nesting++
			out := p.fateIn(f, par)
			p.nesting--
			return out, true
		}
	}
	return fate{}, false
}

// fateIn is what f does if it gets a tombstone as par.
func (p *program) fateIn(f *ssa.Function, par *ssa.Parameter) fate {
	out := fate{answers: map[int]answer{}}
	for _, said := range p.reachOf(par).returns {
		for i, a := range said {
			if !out.returns || out.answers[i] == a {
				out.answers[i] = a
			} else {
				out.answers[i] = unclear
			}
		}
		out.returns = true
	}
	return out
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

// holds is where control goes only if the assertion a holds, nil if there is no
// such place.
func holds(a *ssa.TypeAssert) *ssa.BasicBlock {
	if ok := ssaquery.Extracted(a, 1); ok != nil {
		for _, u := range *ok.Referrers() {
			if i, isIf := u.(*ssa.If); isIf && len(i.Block().Succs[0].Preds) == 1 {
				return i.Block().Succs[0]
			}
		}
		return nil
	}
	if v := ssaquery.Extracted(a, 0); v != nil {
		for i, isNil := range nilTests(v) {
			if branch := i.Block().Succs[1-isNil]; len(branch.Preds) == 1 {
				return branch
			}
		}
	}
	return nil
}
