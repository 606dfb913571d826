package watchflow

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file finds loops that never end once their watch has: a receive from the closed
// channel of a watch yields zero events, one after the other, and whatever the loop does
// with such an event leads back to the same receive.

// spins lists the receives that loop on the zero events of a closed channel.
func spins(l *loops) []token.Pos {
	var out []token.Pos
	for _, r := range l.received {
		// A range over the channel ends with the watch.
		if b := r.at.Block(); r.from == nil || !ssaquery.InLoop(b) || b.Comment == "rangechan.loop" {
			continue
		}
		w := &spin{code: l.code, loops: l, at: r.at, loop: innermostLoop(r.at.Block()), renews: map[ssa.Instruction]bool{}}
		pos, result := zeroEvent(r)
		if w.loop == nil || !w.ofWatch(r.from, true) || !l.forwarding.carriesErrors(r) || w.endsInTime() {
			continue
		}
		if w.comesBack(result) {
			out = append(out, pos)
		}
		if w.steps > maxSpinSteps {
			l.code.log.In(r.at.Parent(), "gave up following the zero events of a closed channel: too many instructions")
		}
	}
	return out
}

// Bounds of one walk behind a zero event: loops that are worth a finding take some tens of
// instructions and one or two calls. Reaching one means silence.
const (
	maxSpinSteps = 20000 // instructions
	maxSpinCalls = 4     // calls that nest
)

// zeroState is where a walk behind a zero event is, and what is known there. A variable
// that has been set since the receive has an entry, even if nothing is known of it.
type zeroState struct {
	block *ssa.BasicBlock
	index int
	env   map[ssa.Value]abstract
}

// A zeroWalk follows a zero event through one function. All branches that the event
// leaves open are taken.
type zeroWalk struct {
	code  *code
	spin  *spin
	depth int
	work  []zeroState
	seen  map[string]bool
	ids   ssaquery.Numbers
}

// comesBack reports whether every way behind the receive, which has yielded result, leads
// back to it without a new watch.
func (w *spin) comesBack(result abstract) bool {
	at := w.at.Block()
	start := zeroState{at, slices.Index(at.Instrs, w.at) + 1, map[ssa.Value]abstract{w.at.(ssa.Value): result}}
	return w.stays(start, 0)
}

// stays reports whether no way from the state s leaves: the loop, where depth is 0, and
// otherwise the function other than by a return.
func (w *spin) stays(s zeroState, depth int) bool {
	z := &zeroWalk{code: w.code, spin: w, depth: depth, work: []zeroState{s}, seen: map[string]bool{}, ids: ssaquery.Numbers{}}
	for len(z.work) > 0 {
		s := z.work[len(z.work)-1]
		z.work = z.work[:len(z.work)-1]
		if key := z.key(s); !z.seen[key] {
			z.seen[key] = true
			if !z.walkBlock(s) {
				return false
			}
		}
	}
	return true
}

// key identifies s.
func (z *zeroWalk) key(s zeroState) string {
	facts := make([]string, 0, len(s.env))
	for v, a := range s.env {
		facts = append(facts, fmt.Sprintf("%d=%s", z.ids.Of(v), a))
	}
	slices.Sort(facts)
	return fmt.Sprintf("%d.%d %s", s.block.Index, s.index, strings.Join(facts, " "))
}

// walkBlock follows s to the end of its block; false: it leaves.
func (z *zeroWalk) walkBlock(s zeroState) bool {
	for _, instr := range s.block.Instrs[s.index:] {
		if z.spin.steps++; z.spin.steps > maxSpinSteps || z.spin.renews[instr] {
			return false
		}
		if z.depth == 0 && instr == z.spin.at {
			return true
		}
		switch instr := instr.(type) {
		case *ssa.Return:
			return z.depth > 0
		case *ssa.Panic:
			return false
		case *ssa.If:
			z.branch(s, instr)
			return true
		case *ssa.Jump:
			z.enter(s, s.block.Succs[0])
			return true
		case *ssa.Select:
			return z.choose(s, instr)
		case *ssa.Store:
			if !z.store(s, instr) {
				return false
			}
		case *ssa.Send:
			if z.eval(s, instr.X).kind == event {
				return false // who receives it may end the loop
			}
		case *ssa.MapUpdate:
			if z.eval(s, instr.Value).kind == event {
				return false
			}
		case *ssa.Defer, *ssa.RunDefers, *ssa.DebugRef:
		case ssa.CallInstruction:
			if z.mayEnd(s, instr.Common()) {
				return false
			}
			if v, ok := instr.(ssa.Value); ok {
				delete(s.env, v)
			}
		case *ssa.Alloc:
			if place(instr) == ssa.Value(instr) && z.private(instr) {
				s.env[instr] = zeroOf(ssaquery.Deref(instr.Type()))
			}
		case ssa.Value:
			a, ok := z.compute(s, instr)
			if !ok {
				return false
			}
			if a.known() {
				s.env[instr] = a
			} else {
				delete(s.env, instr)
			}
		}
	}
	return true
}

// enter goes on at the start of block, from s.
func (z *zeroWalk) enter(s zeroState, block *ssa.BasicBlock) {
	next := zeroState{block, 0, maps.Clone(s.env)}
	pred := slices.Index(block.Preds, s.block)
	for _, instr := range block.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		next.index++
		if a := z.eval(s, phi.Edges[pred]); a.known() && !isPointerPhi(phi) {
			next.env[phi] = a
		} else if !isPointerPhi(phi) {
			delete(next.env, phi)
		}
	}
	z.work = append(z.work, next)
}

// branch goes on behind the test i: one way where it is decided.
func (z *zeroWalk) branch(s zeroState, i *ssa.If) {
	switch z.eval(s, i.Cond).kind {
	case isTrue:
		z.enter(s, s.block.Succs[0])
	case isFalse:
		z.enter(s, s.block.Succs[1])
	default:
		if z.depth == 0 {
			if same := z.sameAgain(s, i); same != nil {
				z.enter(s, same)
				return
			}
		}
		z.enter(s, s.block.Succs[0])
		z.enter(s, s.block.Succs[1])
	}
}

// choose goes on behind another select: with each case but those that end the program
// anyway.
func (z *zeroWalk) choose(s zeroState, sel *ssa.Select) bool {
	after := slices.Index(s.block.Instrs, ssa.Instruction(sel)) + 1
	taken := -1
	for i, st := range sel.States {
		if st.Send != nil && z.eval(s, st.Send).kind == event {
			return false
		}
		if st.Send == nil && isStopChannel(st.Chan) {
			continue
		}
		z.workBehind(s, sel, after, i)
		taken = i
	}
	if !sel.Blocking {
		z.workBehind(s, sel, after, -1)
		taken = 0
	}
	return taken >= 0 // it waits for the end of the program
}

func (z *zeroWalk) workBehind(s zeroState, sel *ssa.Select, after, i int) {
	env := maps.Clone(s.env)
	env[sel] = tupleOf(numberOf(i))
	z.work = append(z.work, zeroState{s.block, after, env})
}

// store notes what st stores; false: the event goes where it may end the loop.
func (z *zeroWalk) store(s zeroState, st *ssa.Store) bool {
	a := z.eval(s, st.Val)
	p := place(st.Addr)
	if p == nil || !z.private(p) {
		return a.kind != event || p != nil
	}
	if from := loadedFrom(st.Val); from != nil && place(from) == p {
		return true // the variable of the next round of a loop
	}
	s.env[p] = a
	return true
}

// place is the local variable that addr is the address of, or nil: an Alloc, or the Phi
// that a loop variable is, which has a copy for each round.
func place(addr ssa.Value) ssa.Value {
	switch a := addr.(type) {
	case *ssa.Phi:
		if isPointerPhi(a) {
			return a
		}
	case *ssa.Alloc:
		for _, r := range *a.Referrers() {
			if phi, ok := r.(*ssa.Phi); ok && isPointerPhi(phi) {
				return phi
			}
		}
		return a
	}
	return nil
}

// isPointerPhi reports whether phi is the address of a loop variable.
func isPointerPhi(phi *ssa.Phi) bool {
	for _, e := range phi.Edges {
		if _, ok := e.(*ssa.Alloc); !ok {
			return false
		}
	}
	return true
}

// private reports whether the variable p is only read and set, as a whole or by
// reading a field, in its own function.
func (z *zeroWalk) private(p ssa.Value) bool {
	vars := []ssa.Value{p}
	if phi, ok := p.(*ssa.Phi); ok {
		vars = append(vars, phi.Edges...)
	}
	for _, v := range vars {
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				if r.Val == v {
					return false
				}
			case *ssa.UnOp, *ssa.DebugRef, *ssa.Phi:
			case *ssa.FieldAddr:
				for _, r := range *r.Referrers() {
					if u, ok := r.(*ssa.UnOp); !ok || u.Op != token.MUL {
						return false
					}
				}
			default:
				return false
			}
		}
	}
	return true
}

// eval returns what is known of v.
func (z *zeroWalk) eval(s zeroState, v ssa.Value) abstract {
	if c, ok := v.(*ssa.Const); ok {
		return constantOf(c)
	}
	return s.env[v]
}

// compute returns what v yields; false: it panics, or may do so because of the event.
func (z *zeroWalk) compute(s zeroState, v ssa.Value) (abstract, bool) {
	switch v := v.(type) {
	case *ssa.UnOp:
		switch v.Op {
		case token.NOT:
			switch z.eval(s, v.X).kind {
			case isTrue:
				return boolean(false), true
			case isFalse:
				return boolean(true), true
			}
		case token.MUL:
			return z.load(s, v)
		}
	case *ssa.BinOp:
		return compare(v.Op, z.eval(s, v.X), z.eval(s, v.Y)), true
	case *ssa.ChangeType, *ssa.ChangeInterface:
		return z.eval(s, ssaquery.Wrapped(v)), true
	case *ssa.Convert:
		if a := z.eval(s, v.X); a.kind == text && isKind(v.Type(), types.IsString) {
			return a, true
		}
	case *ssa.Field:
		return zeroField(z.eval(s, v.X), v.X.Type(), v.Field), true
	case *ssa.FieldAddr:
		return abstract{}, z.eval(s, v.X).kind != theNil
	case *ssa.Extract:
		if t := z.eval(s, v.Tuple); t.kind == tuple && v.Index < len(t.elem) {
			return t.elem[v.Index], true
		}
	case *ssa.TypeAssert:
		switch {
		case z.eval(s, v.X).kind != theNil:
			return abstract{}, v.CommaOk || z.eval(s, v.X).known()
		case v.CommaOk:
			return tupleOf(zeroOf(v.AssertedType), boolean(false)), true
		}
		return abstract{}, false
	case *ssa.MakeInterface:
		if z.eval(s, v.X).kind == event {
			return abstract{kind: notNil}, true
		}
	}
	return abstract{}, true
}

// load returns what u reads from memory.
func (z *zeroWalk) load(s zeroState, u *ssa.UnOp) (abstract, bool) {
	if p := place(u.X); p != nil {
		return s.env[p], true
	}
	if fa, ok := u.X.(*ssa.FieldAddr); ok {
		if p := place(fa.X); p != nil {
			return zeroField(s.env[p], fa.X.Type(), fa.Field), true
		}
	}
	return abstract{}, z.eval(s, u.X).kind != theNil
}

// zeroField is field i of a, if that is the zero event, of type t.
func zeroField(a abstract, t types.Type, i int) abstract {
	switch f := ssaquery.StructField(t, i); {
	case a.kind != event:
		return abstract{}
	case isKind(f.Type(), types.IsString):
		return textOf("")
	default:
		return zeroOf(f.Type())
	}
}

// mayEnd reports whether the call c may end the loop: it does not return, panics on the
// zero event, tells somebody to stop, or nobody knows what it does with the event.
func (z *zeroWalk) mayEnd(s zeroState, c *ssa.CallCommon) bool {
	known := false // the event is passed, or its object
	for _, a := range c.Args {
		k := z.eval(s, a).kind
		_, constant := a.(*ssa.Const)
		known = known || k == event || k == theNil && !constant || kube.IsEvent(a.Type())
	}
	if c.IsInvoke() {
		return known || z.eval(s, c.Value).kind == theNil || kube.EndsProgram(c.Method.Name())
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "close" || b.Name() == "panic"
	}
	f := c.StaticCallee()
	switch {
	case f == nil:
		return known || c.Signature().Params().Len() == 0 && !z.spin.cancelsElsewhere(c.Value)
	case f.Pkg == nil || f.Pkg.Pkg != z.code.pkg || len(f.Blocks) == 0:
		return known || kube.EndsProgram(f.Name()) || strings.HasPrefix(f.Name(), "Must")
	case z.code.log.Past(z.depth+1, maxSpinCalls, f, "calls nest too deeply; it is not known what they do with the zero event of a closed channel"):
		return true
	}
	env := map[ssa.Value]abstract{}
	for i, p := range f.Params {
		if i < len(c.Args) {
			if a := z.eval(s, c.Args[i]); a.known() {
				env[p] = a
			}
		}
	}
	return !z.spin.stays(zeroState{f.Blocks[0], 0, env}, z.depth+1)
}

// sameAgain returns the way that the test i takes if it comes out as it did before the
// receive, and nil where that is not known: it tests only variables that nothing has
// set since.
//
//	for done := false; !done; {
func (z *zeroWalk) sameAgain(s zeroState, i *ssa.If) *ssa.BasicBlock {
	b, at := i.Block(), z.spin.at.Block()
	if b == at || !b.Dominates(at) {
		return nil
	}
	var to *ssa.BasicBlock
	for k, succ := range b.Succs {
		cut := map[ssaquery.Edge]bool{{From: b, To: b.Succs[0]}: true, {From: b, To: b.Succs[1]}: true}
		if ssaquery.Reachable(succ, at, cut) {
			if to != nil {
				return nil
			}
			to = b.Succs[k]
		}
	}
	var vars []ssa.Value
	if to == nil || !z.onlyVariables(i.Cond, b, &vars) {
		return nil
	}
	for _, v := range vars {
		if _, set := s.env[v]; set || !z.private(v) || z.setBetween(v, b, to) {
			return nil
		}
	}
	return to
}

// onlyVariables reports whether cond is computed in b from constants and local variables
// only, which it adds to vars.
func (z *zeroWalk) onlyVariables(cond ssa.Value, b *ssa.BasicBlock, vars *[]ssa.Value) bool {
	if _, ok := cond.(*ssa.Const); ok {
		return true
	}
	instr, ok := cond.(ssa.Instruction)
	if !ok || instr.Block() != b {
		return false
	}
	switch v := cond.(type) {
	case *ssa.BinOp:
		return z.onlyVariables(v.X, b, vars) && z.onlyVariables(v.Y, b, vars)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			p := place(v.X)
			*vars = append(*vars, p)
			return p != nil
		}
		return v.Op != token.ARROW && z.onlyVariables(v.X, b, vars)
	case *ssa.ChangeType:
		return z.onlyVariables(v.X, b, vars)
	}
	return false
}

// setBetween reports whether the variable p may be set between the test at the end of b,
// which went to the block to, and the receive.
func (z *zeroWalk) setBetween(p ssa.Value, b, to *ssa.BasicBlock) bool {
	at := z.spin.at.Block()
	cut := map[ssaquery.Edge]bool{}
	for _, succ := range b.Succs {
		cut[ssaquery.Edge{From: b, To: succ}] = true
	}
	reached := maps.Clone(cut) // nor past the receive
	for _, succ := range at.Succs {
		reached[ssaquery.Edge{From: at, To: succ}] = true
	}
	vars := []ssa.Value{p}
	if phi, ok := p.(*ssa.Phi); ok {
		vars = append(vars, phi.Edges...)
	}
	for _, v := range vars {
		for _, r := range *v.Referrers() {
			st, ok := r.(*ssa.Store)
			if !ok || st.Addr != v {
				continue
			}
			switch x := st.Block(); {
			case x == b:
				return true
			case x == at:
				if slices.Index(at.Instrs, ssa.Instruction(st)) < slices.Index(at.Instrs, z.spin.at) {
					return true
				}
			case ssaquery.Reachable(to, x, reached) && ssaquery.Reachable(x, at, cut):
				return true
			}
		}
	}
	return false
}
