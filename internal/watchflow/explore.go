package watchflow

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/machine"
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

	// from is the function where it begins.
	from *ssa.Function
	// counted are the steps that are counted as work.
	steps, counted, states int
	size                   size
	capped                 bool
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
	x.follow(behind(&state{env: maps.Clone(env)}, instr))
}

// runFrom explores f from its start, with nothing known.
func (x *exploration) runFrom(f *ssa.Function) {
	x.follow(&state{Place: machine.Start(f), frame: &machine.Frame{Fn: f}})
}

// follow explores from s.
func (x *exploration) follow(s *state) {
	if s.env == nil {
		s.env = map[any]abstract{}
	}
	x.from, x.states = s.frame.Fn, 0
	x.crossing.run = x.run
	x.crossing.climb(s)
}

// run executes the rest of a function, and returns its ways out.
func (x *exploration) run(s *state) []exit {
	r := &run{x: x, seen: map[string]bool{}}
	machine.Run(r, x.code.orders.Of(s.frame.Fn), s)
	return r.exits
}

// mayGoOn counts a state, and reports whether there may be more: of them, of their instructions, and of
// the work of all explorations for one thing.
func (x *exploration) mayGoOn(s *state) bool {
	x.size.add(s.Block)
	x.states++
	did := x.steps - x.counted + len(s.env)
	x.counted = x.steps
	switch {
	case x.states > maxStates+perBlock*x.size.blocks || x.steps > maxSteps+perBlock*x.size.instrs:
		x.code.log.In(x.from, "gave up exploring from here: too many states")
	case !x.code.mayWork(x.from, x.what, did):
		x.code.log.In(x.from, "gave up exploring from here: too many explorations")
	default:
		return true
	}
	x.capped = true
	return false
}

// A run is one execution of a function in an exploration: the domain of package machine.
type run struct {
	x     *exploration
	seen  map[string]bool // the states, by their keys
	exits []exit
}

// Stopped reports whether the exploration was given up.
func (r *run) Stopped() bool { return r.x.capped }

// Arrive leaves out the states that were followed from there before.
func (r *run) Arrive(come []*state) (on []*state) {
	for _, s := range come {
		if s.At == 0 {
			r.x.merge(s)
		}
		key := s.key(r.x.values.ids)
		if r.seen[key] {
			continue
		}
		r.seen[key] = true
		if !r.x.mayGoOn(s) {
			return nil
		}
		on = append(on, s)
	}
	return on
}

// Visit stops where the question of the exploration is answered.
func (r *run) Visit(s *state, instr ssa.Instruction) bool {
	x := r.x
	x.steps++
	if k := x.crossing.sinks[instr]; k != nil && (x.resuming && x.startsFresh(s, k) || !x.sink(s, k)) {
		return false
	}
	return x.visit == nil || x.visit(s, instr)
}

// Return leaves the function.
func (r *run) Return(s *state, at *ssa.Return) { r.exits = append(r.exits, r.x.crossing.leave(s, at)) }

// Step executes instr. over is true where the block does not simply go on.
func (r *run) Step(s *state, instr ssa.Instruction) (next []*state, over bool) {
	x := r.x
	switch instr := instr.(type) {
	case *ssa.Alloc:
		if v := pointsto.Variable(instr); v.Base == any(instr) {
			s.forgetVariable(instr)
			s.env[v] = zeroOf(instr.Type().(*types.Pointer).Elem())
		}
	case *ssa.Store:
		x.effects.store(s, instr)
	case *ssa.Go, *ssa.Defer, *ssa.Send:
	case *ssa.RunDefers:
		x.effects.deferred(s, instr.Parent())
	case *ssa.Call:
		return x.crossing.call(s, instr)
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
		return x.values.eval(s, k.value).kind == fresh
	}
	return slices.ContainsFunc(x.code.fieldLocs(k.value, k.path), func(l pointsto.Loc) bool { return s.env[l].kind == fresh })
}

// merge sets the phis of the block that s has come to.
func (x *exploration) merge(s *state) {
	var vals []abstract
	for _, v := range s.Merged() {
		vals = append(vals, x.values.copied(s, v))
	}
	x.effects.prune(s, s.Block)
	for i, v := range vals {
		s.set(s.Block.Instrs[i].(*ssa.Phi), v)
	}
}

// Branch goes on where the test instr leads to: one way if it is decided, both if
// not.
func (r *run) Branch(s *state, instr *ssa.If) []*state {
	b, cond, x := instr.Block(), instr.Cond, r.x
	c := x.values.resolve(s, x.values.eval(s, cond))
	if phi := ssaquery.AskedMerge(b); phi != nil { // ok := a && b: what it is on the way that was taken
		cond = phi.Edges[s.Edge()]
	}
	switch c.kind {
	case isTrue:
		s.decide(instr, c)
		s.To(b.Succs[0])
		return []*state{s}
	case isFalse:
		s.decide(instr, c)
		s.To(b.Succs[1])
		return []*state{s}
	}
	s.counted = s.counted || testsCounter(cond)
	other := s.clone()
	x.values.assume(s, cond, true)
	x.values.assume(other, cond, false)
	s.To(b.Succs[0])
	other.To(b.Succs[1])
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
	return ok && ssaquery.IsBasic(v.Type(), types.IsInteger) && slices.ContainsFunc(slices.Collect(flow.Origins(phi, ssaquery.Edges)), func(e ssa.Value) bool {
		step, ok := e.(*ssa.BinOp)
		return ok && (step.Op == token.ADD || step.Op == token.SUB) && step.X == ssa.Value(phi)
	})
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
		next.At++
		out = append(out, next)
	}
	if !instr.Blocking {
		s.set(instr, tupleOf(numberOf(-1)))
		s.At++
		out = append(out, s)
	}
	return out
}
