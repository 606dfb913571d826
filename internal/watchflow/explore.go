package watchflow

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// An exploration runs the package's code under a hypothesis: "the event that
// is received here is a Status of code 500", "the watch is past nothing yet and
// all events are ADDED". It follows every branch that the hypothesis leaves
// open, into the package's functions and back out to their callers, and tells
// what is reached. It keeps only what the hypothesis decides: constants, nil,
// and what derives from the event.
type exploration struct {
	code     *code
	values   *evaluator
	effects  *effects
	crossing *crossing
	// sink is called where a watch is started; false stops.
	sink func(s *state, k *Sink) bool
	// receive is called at each receive of an event; false stops.
	receive func(s *state) bool
	// visit is called before each instruction; false stops.
	visit func(s *state, at ssa.Instruction) bool
	// resuming: a watch that starts from a fresh version is an end.
	resuming bool

	// what the exploration is for: those for one thing that begin in one
	// function share maxWork.
	what string

	steps  int
	seen   map[string]bool
	size   size
	capped bool
}

// Bounds of one exploration. Reaching one ends it without a finding, and is told
// as a cap. The loops of client-go take some hundreds of states; what takes more
// than these, half a second, has a loop over data that the hypothesis does not
// decide.
const (
	maxSteps  = 40000 // instructions
	maxStates = 6000  // starts of blocks with what is known there
	// perBlock states of each block, and executions of each instruction, come on top: a
	// long function may take longer than a short one.
	perBlock = 16
)

// A size is how much code an exploration has come to.
type size struct {
	seen           map[*ssa.BasicBlock]bool
	blocks, instrs int
}

// add counts b, once.
func (z *size) add(b *ssa.BasicBlock) {
	if z.seen == nil {
		z.seen = map[*ssa.BasicBlock]bool{}
	}
	if !z.seen[b] {
		z.seen[b] = true
		z.blocks++
		z.instrs += len(b.Instrs)
	}
}

// runBehind explores from behind instr, with env known.
func (x *exploration) runBehind(instr ssa.Instruction, env map[any]abstract) {
	x.follow(frameBehind(instr), env)
}

// runFrom explores f from its start, with nothing known.
func (x *exploration) runFrom(f *ssa.Function) {
	x.follow(frame{fn: f, block: f.Blocks[0]}, nil)
}

// follow explores from the given frame, with env known.
func (x *exploration) follow(from frame, env map[any]abstract) {
	x.seen = map[string]bool{}
	s := &state{env: map[any]abstract{}, frames: []frame{from}}
	for k, v := range env {
		s.env[k] = v
	}
	work := []*state{s}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		key := x.key(s)
		if x.seen[key] {
			continue
		}
		x.seen[key] = true
		x.size.add(s.top().block)
		if len(x.seen) > maxStates+perBlock*x.size.blocks || x.steps > maxSteps+perBlock*x.size.instrs {
			x.capped = true
			x.code.log.In(from.fn, "gave up exploring from here: too many states")
			return
		}
		steps, held := x.steps, len(s.env)
		next := x.block(s)
		if !x.code.mayWork(from.fn, x.what, x.steps-steps+held) {
			x.capped = true
			x.code.log.In(from.fn, "gave up exploring from here: too many explorations")
			return
		}
		for _, n := range slices.Backward(next) {
			work = append(work, n)
		}
	}
}

// key identifies a state: the same one is not explored twice.
func (x *exploration) key(s *state) string {
	var b []byte
	for _, f := range s.frames {
		b = strconv.AppendInt(b, int64(x.values.ids.Of(f.block)), 10)
		b = strconv.AppendInt(append(b, '.'), int64(f.index), 10)
		b = strconv.AppendInt(append(b, '.'), int64(f.edge), 10)
		b = append(b, ' ')
	}
	b = fmt.Append(b, s.stopped, s.reset, s.site, s.watching, s.moved, s.levels, s.counted,
		x.values.ids.Of(s.named.test), s.named.outcome, x.values.ids.Of(s.first.test), ";")
	keys := make([]string, 0, len(s.env))
	for k, v := range s.env {
		if v.known() {
			keys = append(keys, strconv.Itoa(x.values.ids.Of(k))+"="+v.String())
		}
	}
	sort.Strings(keys)
	return string(append(b, strings.Join(keys, " ")...))
}

// block executes the rest of the current block and returns the states that
// follow.
func (x *exploration) block(s *state) []*state {
	for {
		f := s.top()
		if f.index >= len(f.block.Instrs) {
			return nil
		}
		instr := f.block.Instrs[f.index]
		f.index++
		x.steps++
		if k := x.crossing.sinks[instr]; k != nil {
			if x.resuming && x.startsFresh(s, k) || !x.sink(s, k) {
				return nil
			}
		}
		if x.visit != nil && !x.visit(s, instr) {
			return nil
		}
		if next, over := x.instruction(s, instr); over {
			return next
		}
	}
}

// instruction executes instr. over is true where the block does not simply go on.
func (x *exploration) instruction(s *state, instr ssa.Instruction) (next []*state, over bool) {
	switch instr := instr.(type) {
	case *ssa.If:
		return x.branch(s, instr), true
	case *ssa.Jump:
		x.goTo(s, instr.Block(), instr.Block().Succs[0])
		return []*state{s}, true
	case *ssa.Panic:
		return nil, true
	case *ssa.Return:
		return x.crossing.returnFrom(s, instr), true
	case *ssa.Alloc:
		if v := pointsto.Variable(instr); v.Base == any(instr) {
			s.forgetVariable(instr)
			s.env[v] = zeroOf(instr.Type().(*types.Pointer).Elem())
		}
	case *ssa.Store:
		x.effects.store(s, instr)
	case *ssa.DebugRef:
		x.effects.assign(s, instr)
	case *ssa.Go:
		// The goroutine runs beside: follow both.
		if len(x.code.Callees(instr)) > 0 {
			return append(x.crossing.goStatement(s, instr), s), true
		}
	case *ssa.Defer:
	case *ssa.RunDefers:
		x.effects.deferred(s, instr.Parent())
	case *ssa.Call:
		return x.crossing.call(s, instr)
	case *ssa.Send:
	case *ssa.Select:
		return x.selects(s, instr), true
	case *ssa.UnOp:
		if !receivesEvent(instr) {
			s.set(instr, x.values.unary(s, instr))
			break
		}
		if !x.receive(s) {
			return nil, true
		}
		s.set(instr, receivedEvent(instr))
	case ssa.Value:
		s.set(instr, x.values.compute(s, instr))
		if a, ok := instr.(*ssa.TypeAssert); ok && x.values.panics(s, a) {
			return nil, true
		}
	}
	return nil, false
}

// startsFresh reports whether the watch starts from a version that was read
// from the API server on the way.
func (x *exploration) startsFresh(s *state, k *Sink) bool {
	if k.value == nil {
		return false
	}
	if k.path == "" {
		return x.values.evalDeep(s, k.value).kind == fresh
	}
	return slices.ContainsFunc(x.code.fieldLocs(k.value, k.path), func(l pointsto.Loc) bool { return s.env[l].kind == fresh })
}

// goTo goes on at the start of block to, coming from block from.
func (x *exploration) goTo(s *state, from, to *ssa.BasicBlock) {
	f := s.top()
	// The last one, where both branches of a test lead to the same block.
	pred := len(to.Preds) - 1
	for pred >= 0 && to.Preds[pred] != from {
		pred--
	}
	var phis []abstract
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		phis = append(phis, x.values.joined(s, phi, phi.Edges[pred]))
	}
	f.block, f.index, f.edge = to, len(phis), 0
	if ssaquery.AskedMerge(to) != nil {
		f.edge = pred
	}
	x.effects.prune(s, to)
	for i, v := range phis {
		s.set(to.Instrs[i].(*ssa.Phi), v)
	}
}

// branch goes on where the test instr leads to: one way if it is decided, both if
// not.
func (x *exploration) branch(s *state, instr *ssa.If) []*state {
	b, cond := instr.Block(), instr.Cond
	c := x.values.resolve(s, x.values.eval(s, cond))
	if phi := ssaquery.AskedMerge(b); phi != nil { // ok := a && b: what it is on the way that was taken
		cond = phi.Edges[s.top().edge]
	}
	switch c.kind {
	case isTrue:
		s.decide(instr, c)
		x.goTo(s, b, b.Succs[0])
		return []*state{s}
	case isFalse:
		s.decide(instr, c)
		x.goTo(s, b, b.Succs[1])
		return []*state{s}
	}
	s.counted = s.counted || testsCounter(cond)
	other := s.clone()
	x.values.assume(s, cond, true)
	x.values.assume(other, cond, false)
	x.goTo(s, b, b.Succs[0])
	x.goTo(other, b, b.Succs[1])
	return []*state{s, other}
}

// testsCounter reports whether cond compares a local variable that the function
// counts up or down: how often something was tried.
func testsCounter(cond ssa.Value) bool {
	b, ok := cond.(*ssa.BinOp)
	return ok && (isCounter(b.X) || isCounter(b.Y))
}

// isCounter reports whether v reads a variable that is stored one more or less
// of itself.
func isCounter(v ssa.Value) bool {
	if step, ok := v.(*ssa.BinOp); ok { // ++n < 3
		_, by := step.Y.(*ssa.Const)
		return by && (step.Op == token.ADD || step.Op == token.SUB) && isCounter(step.X)
	}
	phi, ok := v.(*ssa.Phi)
	return ok && isKind(v.Type(), types.IsInteger) && slices.ContainsFunc(slices.Collect(flow.Origins(phi, ssaquery.Edges)), func(e ssa.Value) bool {
		step, ok := e.(*ssa.BinOp)
		return ok && (step.Op == token.ADD || step.Op == token.SUB) && samePhi(step.X, phi)
	})
}

// samePhi reports whether v is phi, or joins it with others.
func samePhi(v ssa.Value, phi *ssa.Phi) bool {
	other, ok := v.(*ssa.Phi)
	return ok && (other == phi || other.Pos() == phi.Pos() && other.Comment == phi.Comment)
}

// selects follows each case of a select.
func (x *exploration) selects(s *state, instr *ssa.Select) []*state {
	var out []*state
	for c := range selectCases(x.code, instr) {
		if c.ends {
			continue // being stopped is no way back to a watch
		}
		next := s.clone()
		if c.event && !x.receive(next) {
			continue
		}
		next.set(instr, c.result)
		out = append(out, next)
	}
	if !instr.Blocking {
		s.set(instr, tupleOf(numberOf(-1)))
		out = append(out, s)
	}
	return out
}
