package watchflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"

	"github.com/k8slint/k8slint/internal/kube"
)

// A Failure is a way from a failed watch back to watching from the old
// position, with nothing listed in between.
type Failure struct {
	// Pos is the test, or the start of the branch, that sends it there.
	Pos token.Pos
	End token.Pos
	// Lost: an HTTP 500 goes that way, which can mean that an event was lost.
	Lost bool
	// Expired: a 410 Gone goes that way, and will do so for ever.
	Expired bool
	// Establishing: the failure is one of starting the watch.
	Establishing bool
	// Sink is the watch that is started again, Position its position.
	Sink     *Sink
	Position string
	// From is where the failure is received.
	From ssa.Instruction
}

// receives lists the places where events come in, with what the exploration
// assumes there.
func (p *program) receives() []receive {
	var out []receive
	p.each(func(f *ssa.Function, instr ssa.Instruction) {
		switch instr := instr.(type) {
		case *ssa.UnOp:
			if instr.Op == token.ARROW && kube.EventChan(instr.X.Type()) {
				v := aval{kind: event}
				if instr.CommaOk {
					v = aval{kind: tuple, elem: []aval{v, {kind: isTrue}}}
				}
				out = append(out, receive{instr, map[any]aval{instr: v}})
			}
		case *ssa.Select:
			recv := 0
			for i, st := range instr.States {
				if st.Send != nil {
					continue
				}
				if kube.EventChan(st.Chan.Type()) {
					elems := make([]aval, 2+countRecv(instr))
					elems[0] = aval{kind: number, s: itoa(i)}
					elems[1] = aval{kind: isTrue}
					elems[2+recv] = aval{kind: event}
					out = append(out, receive{instr, map[any]aval{instr: {kind: tuple, elem: elems}}})
				}
				recv++
			}
		case *ssa.Call:
			if args := plainArgs(&instr.Call); name(&instr.Call) == "Decode" && len(args) == 1 {
				into := pointsto.Unwrap(args[0])
				if kube.IsEvent(into.Type()) {
					env := map[any]aval{instr: {kind: isNil}}
					for _, l := range p.pt.Pointees(into) {
						env[l] = aval{kind: event}
					}
					out = append(out, receive{instr, env})
				}
			}
		}
	})
	return out
}

type receive struct {
	at  ssa.Instruction
	env map[any]aval
}

// explorer prepares an exploration of the package.
func (f *Flow) explorer() *exploration {
	x := &exploration{p: f.p, places: f.places, sinks: f.sinkAt, relevant: f.relevant, position: aval{kind: someText}}
	return x
}

// startBehind runs x from behind instr.
func (x *exploration) startBehind(instr ssa.Instruction, env map[any]aval) {
	b := instr.Block()
	e := make(map[any]aval, len(env))
	for k, v := range env {
		e[k] = v
	}
	x.run(instr.Parent(), b, slices.Index(b.Instrs, instr)+1, e)
}

// Failures lists the ways back to the old position, one for each place.
func (f *Flow) Failures() []*Failure {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []*Failure
	add := func(n *Failure) {
		for _, o := range out {
			if o.Pos == n.Pos {
				o.Lost = o.Lost || n.Lost
				o.Expired = o.Expired || n.Expired
				o.Establishing = o.Establishing && n.Establishing
				return
			}
		}
		out = append(out, n)
	}
	for _, r := range f.p.receives() {
		lost := map[token.Pos]bool{}
		for _, code := range []int{500, 410} {
			for _, n := range f.fail(r.at, r.env, code) {
				if code == 500 {
					lost[n.Pos] = true
				} else if len(lost) > 0 && !lost[n.Pos] {
					continue // the same loop, told once
				}
				add(n)
			}
		}
	}
	type loopOf struct {
		fn       *ssa.Function
		position string
	}
	told := map[loopOf]bool{}
	for _, s := range f.Sinks {
		if !s.resumes {
			continue
		}
		at, env := s.Instr, map[any]aval(nil)
		if s.byHand {
			if at = f.response(s); at == nil {
				continue
			}
			v := at.(ssa.Value)
			env = map[any]aval{v: {kind: tuple, elem: []aval{{kind: status}, {kind: isNil}}}}
		} else if env = f.establishing(s); env == nil {
			continue
		}
		for _, n := range f.fail(at, env, 410) {
			n.Establishing = true
			// A switch over kinds, each with its watch, is one mistake.
			same := loopOf{n.Sink.Instr.Parent(), n.Position}
			if n.Pos == n.Sink.Instr.Pos() {
				if told[same] {
					continue
				}
				told[same] = true
			}
			add(n)
		}
	}
	return out
}

// establishing assumes that the call of s returns an error, or nil.
func (f *Flow) establishing(s *Sink) map[any]aval {
	call, ok := s.Instr.(*ssa.Call)
	if !ok {
		return nil
	}
	res := call.Call.Signature().Results()
	if res.Len() != 2 || !types.Implements(res.At(1).Type(), errorType) {
		return nil
	}
	return map[any]aval{call: {kind: tuple, elem: []aval{{kind: isNil}, {kind: status}}}}
}

// response returns the call behind s that gets the HTTP response, or nil.
func (f *Flow) response(s *Sink) ssa.Instruction {
	fn := s.Instr.Parent()
	for _, b := range fn.Blocks {
		if !s.Instr.Block().Dominates(b) {
			continue
		}
		for i, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || b == s.Instr.Block() && i < slices.Index(b.Instrs, s.Instr) {
				continue
			}
			res := call.Call.Signature().Results()
			if res.Len() != 2 {
				continue
			}
			if ptr, ok := res.At(0).Type().(*types.Pointer); ok {
				if n, ok := ptr.Elem().(*types.Named); ok && n.Obj().Name() == "Response" && n.Obj().Pkg().Path() == "net/http" {
					return call
				}
			}
		}
	}
	return nil
}

// fail explores what happens behind at when the watch failed with that code.
func (f *Flow) fail(at ssa.Instruction, env map[any]aval, code int) []*Failure {
	var out []*Failure
	x := f.explorer()
	x.event, x.code, x.up, x.resuming = "ERROR", code, true, true
	x.receive = func(*state, ssa.Instruction) bool { return false }
	x.list = func(*state, ssa.Instruction) bool { return false }
	x.sink = func(s *state, sinkAt ssa.Instruction, k *Sink) bool {
		if s.reset || k.streaming || !k.resumes || s.counted && code == 410 {
			return false
		}
		n := &Failure{Lost: code == 500, Expired: code == 410, Sink: k, Position: k.position(), From: at}
		if n.Pos, n.End = decided(s, k, f.sinkAt[at] != nil); !n.Pos.IsValid() {
			return false
		}
		if !slices.ContainsFunc(out, func(o *Failure) bool { return o.Pos == n.Pos }) {
			out = append(out, n)
		}
		return false
	}
	x.startBehind(at, env)
	if x.capped {
		return nil
	}
	return out
}

// decided is the place to report: the test that names the error where it came
// out true, else the branch that is left for the errors that no test names.
func decided(s *state, k *Sink, establishing bool) (pos, end token.Pos) {
	d := s.named
	if d.test == nil {
		d = s.first
		if d.test == nil {
			return token.NoPos, token.NoPos
		}
		if establishing {
			return k.Instr.Pos(), token.NoPos
		}
		if named := testPos(d.test); !isAssertion(d.test.Cond) {
			return named, token.NoPos
		}
	} else if d.outcome {
		return testPos(d.test), token.NoPos
	} else if establishing {
		return k.Instr.Pos(), token.NoPos
	}
	succ := d.test.Block().Succs[1]
	if d.outcome {
		succ = d.test.Block().Succs[0]
	}
	// A branch that watches again itself is best told at that watch.
	if len(succ.Preds) == 1 && k.Instr.Parent() == succ.Parent() && succ.Dominates(k.Instr.Block()) && d == s.first {
		return k.Instr.Pos(), token.NoPos
	}
	if p := firstPos(succ, 0); p.IsValid() {
		return p, token.NoPos
	}
	return testPos(d.test), token.NoPos
}

func isAssertion(v ssa.Value) bool {
	b, ok := v.Type().Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsBoolean == 0 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Extract, *ssa.UnOp, *ssa.Phi:
		_ = v
		return true
	}
	return false
}

// testPos is the position of a test.
func testPos(i *ssa.If) token.Pos {
	if p := i.Cond.Pos(); p.IsValid() {
		return p
	}
	if u, ok := i.Cond.(*ssa.UnOp); ok && u.X.Pos().IsValid() && u.Op == token.NOT {
		return u.X.Pos()
	}
	b := i.Block()
	for k := len(b.Instrs) - 1; k >= 0; k-- {
		if p := b.Instrs[k].Pos(); p.IsValid() {
			if _, alloc := b.Instrs[k].(*ssa.Alloc); !alloc {
				return p
			}
		}
	}
	return firstPos(b.Succs[0], 0)
}

// firstPos is the first position in b or what surely follows.
func firstPos(b *ssa.BasicBlock, depth int) token.Pos {
	best := token.NoPos
	for _, instr := range b.Instrs {
		if _, alloc := instr.(*ssa.Alloc); alloc {
			continue
		}
		// The parts of a statement come before the statement itself.
		if p := instr.Pos(); p.IsValid() && (!best.IsValid() || p < best) {
			best = p
		}
	}
	if !best.IsValid() && len(b.Succs) == 1 && depth < 4 {
		return firstPos(b.Succs[0], depth+1)
	}
	return best
}

// position names the position of a sink: the first place that keeps it, else
// the first variable on the way.
func (k *Sink) position() string {
	for _, keeps := range []bool{true, false} {
		for _, l := range k.named {
			if a, ok := l.Base.(*ssa.Alloc); ok && (a.Comment == "complit" || a.Comment == "new") {
				continue
			}
			if d := l.Describe(); d != "" && k.locs[l] == keeps {
				return d
			}
		}
	}
	return "resourceVersion"
}
