package tombstone

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// An outcome is what becomes of a tombstone at a type assertion.
type outcome int

const (
	fine outcome = iota
	panics
	loses // the handler returns and forgets it
)

// outcome says what becomes of a tombstone at a.
func (t *trail) outcome(a *ssa.TypeAssert) outcome {
	switch {
	case a.CommaOk && t.givesUp(a):
		return loses
	case (!a.CommaOk || unchecked(a) || t.computing.goesOn(a)) && !t.guarded(a):
		return panics
	}
	return fine
}

// unchecked reports whether a gives a nil pointer for a tombstone, which is
// dereferenced at once: pod, _ := obj.(*corev1.Pod), and then pod.Name.
func unchecked(a *ssa.TypeAssert) bool {
	if _, ok := a.AssertedType.Underlying().(*types.Pointer); !ok || !a.CommaOk {
		return false
	}
	pointer := ssaquery.Extracted(a, 0)
	return pointer != nil && ssaquery.Extracted(a, 1) == nil && dereferenced(pointer)
}

// dereferenced reports whether the pointer v is dereferenced on every path, as far
// as no branch lies between, and is never compared.
func dereferenced(v *ssa.Extract) bool {
	straight := map[*ssa.BasicBlock]bool{}
	for b := v.Block(); !straight[b]; b = b.Succs[0] {
		straight[b] = true
		if len(b.Succs) != 1 {
			break
		}
	}
	found := false
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.BinOp:
			return false
		case *ssa.FieldAddr:
			found = found || straight[r.Block()]
		case *ssa.UnOp:
			found = found || r.Op == token.MUL && straight[r.Block()]
		}
	}
	return found
}

// goesOn reports whether control goes straight on from where the assertion a fails to a use
// of what it gives, which is nil:
//
//	pod, ok := obj.(*corev1.Pod)
//	if !ok {
//		klog.Error("no Pod") // no return
//	}
//	c.forget(pod.Name)
func (c *computing) goesOn(a *ssa.TypeAssert) bool {
	switch a.AssertedType.Underlying().(type) {
	case *types.Pointer, *types.Interface:
	default:
		return false
	}
	v := ssaquery.Extracted(a, 0)
	return a.CommaOk && v != nil && c.behindFailed(a, func(instr ssa.Instruction) bool { return dereferences(instr, v) })
}

// behindFailed reports whether control goes straight on from where the assertion a fails, in
// the block that a is in, to an instruction that is wanted.
func (c *computing) behindFailed(a *ssa.TypeAssert, wanted func(ssa.Instruction) bool) bool {
	failed := c.fails(a)
	return failed != nil && slices.Contains(failed.Preds, a.Block()) && straightFrom(failed, wanted) != nil
}

// guarded reports whether another assertion of the same value decides whether
// a is made, or panics before it.
func (t *trail) guarded(a *ssa.TypeAssert) bool {
	order := ssaquery.NewOrder()
	for _, b := range assertions(a.X) {
		if b == a || !order.Dominates(b, a) {
			continue
		}
		if !b.CommaOk || unchecked(b) || t.computing.goesOn(b) {
			return true
		}
		if b.Block() != a.Block() && !t.computing.behindFailed(b, func(instr ssa.Instruction) bool { return instr == a }) {
			return true
		}
	}
	return false
}

// givesUp reports whether a handler returns where a fails, and does nothing
// else with the object than to make the assertions of one switch, of which a is
// the first.
func (t *trail) givesUp(a *ssa.TypeAssert) bool {
	if t.escapes || len(t.keys) > 0 || a != t.asserts[0] {
		return false
	}
	others := map[*ssa.BasicBlock]*ssa.TypeAssert{}
	for _, b := range t.asserts {
		if b.X != a.X || !b.CommaOk || ssaquery.IsAny(b.AssertedType) {
			return false
		}
		others[b.Block()] = b
	}
	for range others {
		failed := t.computing.fails(a)
		if failed == nil {
			return false
		}
		if others[failed] == nil {
			if len(others) != len(t.asserts) || t.answered(a.Parent()) || t.onlyLogs(t.asserts) {
				return false
			}
			return t.computing.leaves(failed, t.program.reachOf(a.X))
		}
		a = others[failed]
	}
	return false
}

// onlyLogs reports whether a handler only logs where one of the assertions holds: then
// nothing is lost with the deletion.
func (t *trail) onlyLogs(asserts []*ssa.TypeAssert) bool {
	for _, a := range asserts {
		held, f := holds(a), a.Parent()
		if held == nil || !t.computing.leaves(held, nil) || f.Signature.Results().Len() > 0 && !t.onlyForLog(t.from[f]) && !t.onlyLogsBehind(t.from[f]) {
			return false
		}
	}
	return true
}

// onlyForLog reports whether a handler only logs what the function returns that c calls.
func (t *trail) onlyForLog(c passing) bool {
	call, ok := c.call.(*ssa.Call)
	return ok && call.Call.Signature().Results().Len() == 1 && !ssaquery.IsBool(call.Type()) && !ssaquery.IsError(call.Type()) && !used(call)
}

// onlyLogsBehind reports whether a handler that asks the function that c calls what it has
// only logs then, whatever the answer.
func (t *trail) onlyLogsBehind(c passing) bool {
	call, ok := c.call.(*ssa.Call)
	if !ok || call.Parent().Signature.Results().Len() > 0 {
		return false
	}
	left, idle := t.computing.behind(t.program.reachOf(c.obj), call)
	return idle && !slices.ContainsFunc(left, func(b *ssa.BasicBlock) bool { return !t.computing.leaves(b, nil) })
}

// fails is where control goes if the assertion a does not hold, nil if it is not
// tested at once, or only that what it gives is nil.
func (c *computing) fails(a *ssa.TypeAssert) *ssa.BasicBlock {
	if ok := ssaquery.Extracted(a, 1); ok != nil {
		if i, isIf := (*ok.Referrers())[0].(*ssa.If); isIf {
			return i.Block().Succs[1]
		}
		return nil
	}
	if v := ssaquery.Extracted(a, 0); v != nil {
		for i, isNil := range nilTests(v) {
			instrs := i.Block().Instrs
			if at := slices.Index(instrs, ssa.Instruction(a)); at >= 0 && c.quiet(instrs[at:]) {
				return i.Block().Succs[isNil]
			}
		}
	}
	return nil
}

// answered reports whether a caller of f does something where f returns an error, or
// false, or in whatever way f returns.
func (t *trail) answered(f *ssa.Function) bool {
	for range maxTrail {
		c := t.from[f]
		call, ok := c.call.(*ssa.Call)
		if !ok {
			return false
		}
		r := t.program.reachOf(c.obj)
		if f.Signature.Results().Len() == 1 && t.computing.acts(call, r) {
			return true
		}
		for _, u := range *call.Referrers() {
			if e, ok := u.(*ssa.Extract); ok && t.computing.acts(e, r) {
				return true
			}
		}
		f = call.Parent()
	}
	return false
}

// acts reports whether a test of what f returned leads to more than a return, on the way
// that control takes along r: that of an error where there is one, else on both ways.
func (c *computing) acts(v ssa.Value, r *reach) bool {
	for _, ref := range *v.Referrers() {
		cond, ok := ref.(ssa.Value)
		if !ok {
			cond = v
		}
		for _, u := range *cond.Referrers() {
			i, ok := u.(*ssa.If)
			if !ok {
				continue
			}
			ways := slices.DeleteFunc(slices.Clone(i.Block().Succs), func(b *ssa.BasicBlock) bool {
				return r.cuts(i.Block(), b)
			})
			if err := onError(i, v); err != nil {
				ways = []*ssa.BasicBlock{err}
			}
			if !slices.ContainsFunc(ways, func(b *ssa.BasicBlock) bool { return c.leaves(b, nil) }) {
				return true
			}
		}
	}
	return false
}

// onError is where control goes if the error v is not nil, or nil where i does
// not test that.
func onError(i *ssa.If, v ssa.Value) *ssa.BasicBlock {
	b, ok := i.Cond.(*ssa.BinOp)
	if !ok || b.X != v || !ssaquery.IsNil(b.Y) || !ssaquery.IsError(v.Type()) {
		return nil
	}
	switch b.Op {
	case token.NEQ:
		return i.Block().Succs[0]
	case token.EQL:
		return i.Block().Succs[1]
	}
	return nil
}

// forgets reports whether the handler, given a tombstone, does nothing after k but
// return, does more for an object, and does nothing else with either.
func (t *trail) forgets(k keyCall) bool {
	if t.escapes || len(t.asserts) > 0 || len(t.keys) != 1 {
		return false
	}
	more := false
	c := passing{k.Call, k.obj}
	for range maxTrail {
		call, ok := c.call.(*ssa.Call)
		if !ok {
			return false
		}
		left, idle := t.computing.behind(t.program.reachOf(c.obj), call)
		if !idle {
			return false
		}
		more = more || slices.ContainsFunc(left, func(b *ssa.BasicBlock) bool { return !t.computing.leaves(b, nil) })
		if call.Parent().Signature.Results().Len() == 0 {
			return more
		}
		if c, ok = t.from[call.Parent()]; !ok {
			return false
		}
	}
	return false
}

// emptyKey reports whether the handler, given a tombstone, goes on with the empty key that k
// returns beside an error, which is dropped.
func (t *trail) emptyKey(k keyCall) bool {
	return !t.escapes && len(t.asserts) == 0 && len(t.keys) == 1 && ssaquery.IsString(ssaquery.ResultType(k.Type(), 0)) && ssaquery.Extracted(k.Call, 1) == nil && keyUsed(k.Call)
}

// behind reports whether nothing but log calls is run behind call where the value is a
// tombstone, and returns the places that are left out then.
func (c *computing) behind(r *reach, call *ssa.Call) (left []*ssa.BasicBlock, idle bool) {
	seen := map[*ssa.BasicBlock]bool{}
	var idles func(b *ssa.BasicBlock, instrs []ssa.Instruction) bool
	idles = func(b *ssa.BasicBlock, instrs []ssa.Instruction) bool {
		if !c.quiet(instrs) {
			return false
		}
		for _, s := range b.Succs {
			if r.cuts(b, s) {
				left = append(left, s)
			} else if !seen[s] {
				seen[s] = true
				if !idles(s, s.Instrs) {
					return false
				}
			}
		}
		return true
	}
	b := call.Block()
	rest := slices.Clone(b.Instrs[slices.Index(b.Instrs, ssa.Instruction(call))+1:])
	rest = slices.DeleteFunc(rest, func(instr ssa.Instruction) bool {
		st, ok := instr.(*ssa.Store)
		if !ok {
			return false
		}
		e, ok := st.Val.(*ssa.Extract)
		return ok && e.Tuple == call // in a variable that others share
	})
	idle = idles(b, rest)
	return left, idle
}

// leaves reports whether every way from b leads straight out of the function, past
// nothing but log calls, on the ways that control takes along r, if that is not nil.
func (c *computing) leaves(b *ssa.BasicBlock, r *reach) bool {
	// left is false for the blocks on the way to the one that is looked at: a loop.
	left := map[*ssa.BasicBlock]bool{}
	var leave func(b *ssa.BasicBlock) bool
	leave = func(b *ssa.BasicBlock) bool {
		if done, seen := left[b]; seen {
			return done
		}
		left[b] = false
		if !c.quiet(b.Instrs) {
			return false
		}
		_, out := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		for _, s := range b.Succs {
			if r.cuts(b, s) {
				continue
			}
			if !leave(s) {
				return false
			}
			out = true
		}
		left[b] = out
		return out
	}
	return leave(b)
}

// quiet reports whether nothing comes of instrs but a line in a log.
func (c *computing) quiet(instrs []ssa.Instruction) bool {
	for _, instr := range instrs {
		switch instr := instr.(type) {
		case *ssa.Send, *ssa.Go, *ssa.Defer, *ssa.Select:
			return false
		case *ssa.MapUpdate:
			if !isFresh(instr.Map) {
				return false
			}
		case *ssa.Store:
			if keeps(instr.Addr) {
				return false
			}
		case *ssa.Call:
			if !c.idle(instr) {
				return false
			}
		}
	}
	return true
}

// keeps reports whether what is stored at addr is there when the function has
// returned, and is no argument of a log call.
func keeps(addr ssa.Value) bool {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		return keeps(addr.X)
	case *ssa.IndexAddr, *ssa.Alloc:
		return false
	}
	return true
}

// logs reports whether the call only logs, or makes an error or what is logged.
func logs(c *ssa.CallCommon) bool {
	n := ""
	if c.IsInvoke() {
		n = c.Method.Name()
	} else if f := c.StaticCallee(); f != nil {
		n = f.Name()
	}
	return kube.IsLogCall(n) || makesError(c) || isForLog(c)
}

// makesError reports whether the call only makes an error of what it is given.
func makesError(c *ssa.CallCommon) bool {
	f := ssaquery.Called(c)
	return f != nil && kube.MakesError(f)
}

// isForLog reports whether the call is one to a logger, or makes a field for one.
func isForLog(c *ssa.CallCommon) bool {
	f := ssaquery.Target(c)
	return f != nil && kube.IsForLog(f)
}
