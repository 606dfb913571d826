package tombstone

import (
	"go/constant"
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A reach is where control gets in a function if a value in it is a tombstone.
type reach struct {
	blocks map[*ssa.BasicBlock]bool
	cut    map[ssaquery.Edge]bool // what does not happen for a tombstone
	// ends are the blocks that control does not leave, and the instruction that
	// panics there.
	ends  map[*ssa.BasicBlock]ssa.Instruction
	order *ssaquery.Order
}

// A fate is what a call does that is given a tombstone.
type fate struct {
	returns bool
	// answers are what its results say then, as far as that is known.
	answers map[int]answer
}

// An answer is what a result of a function says of a tombstone.
type answer int

const (
	unclear answer = iota
	no             // an error, or false
	yes            // true
)

// maxFate bounds the calls that nest below one whose fate is asked.
const maxFate = 3

// reachOf is where control gets if v, a value of one function, is a tombstone.
func (p *program) reachOf(v ssa.Value) *reach {
	r := &reach{map[*ssa.BasicBlock]bool{}, map[ssaquery.Edge]bool{}, map[*ssa.BasicBlock]ssa.Instruction{}, ssaquery.NewOrder()}
	for _, u := range *v.Referrers() {
		switch u := u.(type) {
		case *ssa.TypeAssert:
			switch {
			case ssaquery.IsAny(u.AssertedType) || toTombstone(u):
			case u.CommaOk:
				if ok := ssaquery.Extracted(u, 1); ok != nil {
					r.is(ok, no)
				}
				if v := ssaquery.Extracted(u, 0); v != nil {
					for i, isNil := range nilTests(v) {
						r.never(i, 1-isNil)
					}
				}
			default:
				r.end(u)
			}
		case *ssa.Call:
			f, known := p.fateOf(u, v)
			if known && !f.returns {
				r.end(u)
			}
			for i, a := range f.answers {
				res := ssaquery.ResultAt(u, i)
				if ssaquery.IsError(ssaquery.ResultType(u.Type(), i)) {
					r.isError(res)
				} else {
					r.is(res, a)
				}
			}
		}
	}
	if instr, ok := v.(ssa.Instruction); ok {
		r.walk(instr.Block())
	} else if f := v.Parent(); len(f.Blocks) > 0 { // not of what was left out
		r.walk(f.Blocks[0])
	}
	return r
}

// walk follows control from b.
func (r *reach) walk(b *ssa.BasicBlock) {
	if r.blocks[b] {
		return
	}
	r.blocks[b] = true
	if r.ends[b] != nil {
		return
	}
	for _, s := range b.Succs {
		if !r.cut[ssaquery.Edge{From: b, To: s}] {
			r.walk(s)
		}
	}
}

// end notes that instr panics.
func (r *reach) end(instr ssa.Instruction) {
	b := instr.Block()
	if first := r.ends[b]; first == nil || r.order.Dominates(instr, first) {
		r.ends[b] = instr
	}
}

// is notes that v, if it is not nil, is true or false, as a says.
func (r *reach) is(v ssa.Value, a answer) {
	if v == nil {
		return
	}
	for _, u := range *v.Referrers() {
		if u, ok := u.(*ssa.If); ok {
			if a == yes {
				r.never(u, 1)
			} else {
				r.never(u, 0)
			}
		}
	}
}

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

// isError notes that v, if it is not nil, is an error.
func (r *reach) isError(v ssa.Value) {
	if v == nil {
		return
	}
	vs := []ssa.Value{v}
	if instr, ok := v.(ssa.Instruction); ok {
		vs = copies(instr)
	}
	for _, v := range vs {
		for i, isNil := range nilTests(v) {
			r.never(i, isNil)
		}
	}
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

// never notes that control does not take the way of that number from i.
func (r *reach) never(i *ssa.If, way int) {
	b := i.Block()
	if b.Succs[0] != b.Succs[1] {
		r.cut[ssaquery.Edge{From: b, To: b.Succs[way]}] = true
	}
}

// uses reports whether control gets to the instruction use, and v, which it uses, can be
// the tombstone there.
func (r *reach) uses(use ssa.Instruction, v ssa.Value) bool {
	phi, ok := use.(*ssa.Phi)
	if !ok {
		end := r.ends[use.Block()]
		return r.blocks[use.Block()] && (end == nil || end == use || r.order.Dominates(use, end))
	}
	for e := range r.joins(phi) {
		if e == v {
			return true
		}
	}
	return false
}

// joins are the values that phi can be if the value is a tombstone.
func (r *reach) joins(phi *ssa.Phi) iter.Seq[ssa.Value] {
	return func(yield func(ssa.Value) bool) {
		for i, e := range phi.Edges {
			from := phi.Block().Preds[i]
			if r.blocks[from] && r.ends[from] == nil && !r.cut[ssaquery.Edge{From: from, To: phi.Block()}] && !yield(e) {
				return
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
	r := p.reachOf(par)
	for _, ret := range ssaquery.Returns(f) {
		if !r.uses(ret, par) {
			continue
		}
		for i, v := range ret.Results {
			if a := p.answer(v, par, r); !out.returns || out.answers[i] == a {
				out.answers[i] = a
			} else {
				out.answers[i] = unclear
			}
		}
		out.returns = true
	}
	for i, a := range out.answers {
		if a == unclear {
			delete(out.answers, i)
		}
	}
	return out
}

// answer is what v says, which a function returns that got a tombstone as par, where
// control goes along r.
func (p *program) answer(v ssa.Value, par *ssa.Parameter, r *reach) answer {
	switch v := v.(type) {
	case *ssa.Const:
		switch {
		case v.Value == nil || v.Value.Kind() != constant.Bool:
			return unclear
		case constant.BoolVal(v.Value):
			return yes
		}
		return no
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return p.answer(v.X, par, r).negated()
		}
	case *ssa.Phi:
		if a := p.joined(v, par, r); a != unclear {
			return a
		}
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.TypeAssert:
			if v.Index == 1 && t.X == ssa.Value(par) && !ssaquery.IsAny(t.AssertedType) && !toTombstone(t) {
				return no
			}
		case *ssa.Call:
			return p.answerOf(t, v.Index, par)
		}
		return unclear
	case *ssa.Call:
		if makesError(&v.Call) {
			return no
		}
		return p.answerOf(v, 0, par)
	}
	if ssaquery.IsError(v.Type()) && ssaquery.NeverNil(v) {
		return no
	}
	return unclear
}

// answerOf is what result i of the call says, if it is given the tombstone par.
func (p *program) answerOf(call *ssa.Call, i int, par *ssa.Parameter) answer {
	if !slices.Contains(call.Call.Args, ssa.Value(par)) {
		return unclear
	}
	f, _ := p.fateOf(call, par)
	return f.answers[i]
}

// joined is what all values say that phi, as ok && … makes one, joins along r.
func (p *program) joined(phi *ssa.Phi, par *ssa.Parameter, r *reach) answer {
	if at := phi.Block(); !joined(phi) && !slices.ContainsFunc(at.Preds, at.Dominates) { // each round of a loop may negate it
		var all answer
		for e := range r.joins(phi) {
			a := p.answer(e, par, r)
			if a == unclear || all != unclear && a != all {
				return unclear
			}
			all = a
		}
		return all
	}
	return unclear
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
