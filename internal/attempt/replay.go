package attempt

import (
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

const (
	// maxSteps bounds the instructions that are run for one function. Of the functions of
	// eight repositories of controllers, two in a thousand take more.
	maxSteps = 400000
	// maxTogether bounds the first run of a function, which follows all its calls, or asks at once what all objects lose.
	// Where that is not enough, a second run leaves out the calls that write nothing, or asks for one object at a time.
	// No finding is lost by that in seven repositories.
	maxTogether = maxSteps / 4
	// maxStates bounds the states in which one block is entered from several
	// others: a function with more has conditions that multiply, and would use up
	// maxSteps without an answer.
	maxStates = 2000
	// maxDepth bounds how many calls lie within each other.
	maxDepth = 8
	// maxRow is maxSteps for a function of which only the row is asked.
	maxRow = 12000
	// maxExits bounds the ways out of one call.
	maxExits = 2000
	// maxCall bounds the instructions that are run for one call.
	maxCall = 150000
	// maxWasted bounds the instructions that are run in a package by functions with more states than can be
	// followed, or nearly so many: a tenth of maxSteps. From then on each function has fewSteps.
	maxWasted = 8 * maxSteps
	fewSteps  = maxSteps / 20
)

// A replay runs one function and what it calls: it follows the paths, decides
// which calls are followed and makes the attempts of a retry.
type replay struct {
	memory  *memory
	record  *recorder
	exec    *stepper
	calls   *caller
	errors  *errorCalls
	clients *clientCalls
	rows    *rowCalls
	// rungs are asked what a call does, the first one first.
	rungs []rung
	// steps are left. over: they were not enough.
	steps int
	over  bool
	// cut: a call was not run.
	cut bool
	// shallow: functions that write nothing are not run, as there were too many states with them.
	shallow bool
	// trial is set while it is found out whether a function retries.
	trial *trial
	// many: the function has more ways out than are kept.
	many bool
	// upTo is the call behind which the function is not followed, nil to follow all of it; leads are the blocks
	// from which control can come to it.
	upTo  *ssa.Call
	leads map[*ssa.BasicBlock]bool
	// summaries are what calls have come to.
	summaries map[entry]*summary
}

// newReplay returns a replay that has run nothing yet. Each part has those that it uses.
func newReplay(pr *Program) *replay { return newReplayIn(newMemory(), pr) }

// newReplayIn returns a replay that names things as another one did, whose memory it has.
func newReplayIn(memory *memory, pr *Program) *replay {
	m := &replay{memory: memory, steps: maxSteps, summaries: map[entry]*summary{}}
	if pr.wasted >= maxWasted {
		m.steps = fewSteps
	}
	m.record = newRecorder(m.memory)
	m.exec = &stepper{m.memory, m.record, pr}
	m.calls = &caller{memory: m.memory, prog: pr}
	m.errors = &errorCalls{m.memory, m.calls}
	m.clients = &clientCalls{m.memory, m.record, m.exec, m.calls}
	m.rows = &rowCalls{m.memory, m.calls, m.clients}
	m.rungs = m.ladder()
	return m
}

// replayBy runs a function by do. If again is set and that takes more than maxTogether, do runs once more and leaves out
// the calls that write nothing.
func replayBy(pr *Program, do func(*replay) []exit, again bool) (*replay, []exit) {
	m := newReplay(pr)
	if again {
		m.steps = min(m.steps, maxTogether)
	}
	exits := do(m)
	if m.over && again {
		m = newReplay(pr)
		m.shallow = true
		exits = do(m)
	}
	return m, exits
}

// A summary is what one call of a function has come to: the same for each call from the
// same place that finds what it can reach in the same state.
type summary struct {
	exits []exit
	ok    bool
	// cut: a call in it was not run.
	cut bool
	// writes are the writes in it that went well.
	writes []ssa.CallInstruction
}

// entry names a summary: the function, the calls that lead to it and what it can reach.
type entry struct {
	fn    *ssa.Function
	calls string
	state mark
}

// enter runs fr's function on what it can reach from its arguments and the variables that
// it binds; nothing else can change. It takes h over.
func (m *replay) enter(fr *machine.Frame, args, binds []value, h *heap) ([]exit, bool) {
	rest := m.memory.detach(h, slices.Values(slices.Concat(args, binds)))
	key := entry{fr.Fn, m.callsTo(fr), m.memory.exitKey(exit{h: h, results: slices.Concat(args, binds)})}
	s, known := m.summaries[key]
	if !known {
		before, cut := m.record.went, m.cut
		m.record.went, m.cut = nil, false
		s = &summary{}
		s.exits, s.ok = m.try(fr, args, binds, h)
		s.writes, s.cut = m.record.went, m.cut
		m.record.went, m.cut = before, cut || s.cut
		m.summaries[key] = s
	}
	if !s.ok {
		return nil, false
	}
	for _, site := range s.writes {
		m.record.wentWell(rest.written, site)
	}
	exits := make([]exit, len(s.exits))
	for i, e := range s.exits {
		exits[i] = exit{h: m.memory.attach(e.h.clone(), rest, fr), results: slices.Clone(e.results), ret: e.ret}
	}
	return exits, true
}

// callsTo names the calls that lead to fr.
func (m *replay) callsTo(fr *machine.Frame) string {
	var b []byte
	for ; fr != nil; fr = fr.Up {
		b = append(strconv.AppendInt(b, int64(m.memory.id(fr.Call)), 10), ' ')
	}
	return string(b)
}

// tooDeep reports whether too many calls lie within each other to run fn, or too many of functions
// that all call each other.
func (m *replay) tooDeep(fr *machine.Frame, fn *ssa.Function) bool {
	deep, most := fr.Depth()+1, maxDepth
	circles := m.calls.prog.circles()
	if c := circles[fn]; c != nil && deep <= most {
		deep, most = circles.around(fr, c), c.depth
	}
	past := m.calls.prog.log.Past(deep, most, fn, "calls nest too deeply; what this one does to objects is not known")
	m.cut = m.cut || past
	return past
}

// try is run, but where the call takes too long or has too many ways out it is
// as if it had not been tried, and ok is false. It is not tried again then: most
// functions that are too long once are so each time, and those that are given a
// function are for the same call.
func (m *replay) try(fr *machine.Frame, args, binds []value, h *heap) (exits []exit, ok bool) {
	key := costs(fr)
	key.one = m.memory.about != 0
	if m.calls.prog.tooLong[key] {
		m.cut = true
		return nil, false
	}
	left, found, arrived := m.steps, len(m.record.outcomes), h.losses.Arrived()
	m.steps = min(m.steps, maxCall)
	given := m.steps
	exits = m.run(fr, args, binds, h)
	used := given - max(m.steps, 0)
	m.steps = left - used
	if m.over {
		if given == maxCall || m.steps > 0 {
			m.calls.prog.log.In(fr.Fn, "takes too long to be run; what it does to objects is not known")
			m.calls.prog.tooLong[key] = true // and not what was left of its caller's steps too few
		}
		m.waste(used)
		m.cut = true
		m.over = m.steps <= 0
		m.record.outcomes = m.record.outcomes[:found]
		h.losses.GiveUp(arrived)
		return nil, false
	}
	return exits, true
}

// waste counts instructions that were run without an answer, but not those for mere rows, which are few for each
// function and can be many in a large package.
func (m *replay) waste(n int) {
	if n > maxRow {
		m.calls.prog.wasted += n
	}
}

// begin runs fn, which nobody calls, from the state h, which it takes over.
func (m *replay) begin(fn *ssa.Function, args []value, h *heap) []exit {
	given := m.steps
	exits := m.run(&machine.Frame{Fn: fn, Base: true}, args, nil, h)
	if used := given - max(m.steps, 0); m.over || used > maxSteps/10 {
		m.waste(used)
	}
	return exits
}

// An execution is one run of a function: the domain of package machine.
type execution struct {
	*replay
	fr    *machine.Frame
	given []value // with which it began
	seen  map[place]written
	// refusedHere: no write had been refused when it began, so nothing outside holds the conflict.
	refusedHere bool
	states      []int // in which each block was entered
	joined      joins
	ways        *ways
}

// run follows all paths of fr's function from the state h, which it takes over. A block goes on when no other path
// can come to it, but through a loop: then those that have come are compared, and joined where there are many.
func (m *replay) run(fr *machine.Frame, args, binds []value, h *heap) []exit {
	fn := fr.Fn
	if len(fn.Blocks) == 0 {
		m.over = true
		return nil
	}
	start := &path{Place: machine.Start(fn), env: given(m.memory.names, fn, args, binds), h: h}
	x := &execution{replay: m, fr: fr, given: m.memory.givenTo(start, fn), seen: map[place]written{},
		states: make([]int, len(fn.Blocks)), refusedHere: h.failed == nil, joined: joins{}, ways: &ways{seen: map[mark]bool{}}}
	machine.Run(x, m.calls.prog.orders.Of(fn), start)
	if m.over {
		return nil
	}
	return x.ways.exits
}

// Stopped reports whether the steps were not enough.
func (x *execution) Stopped() bool { return x.over }

// Visit counts a step.
func (x *execution) Visit(*path, ssa.Instruction) bool {
	x.steps--
	x.over = x.over || x.steps < 0
	return !x.over
}

// Branch goes on behind a condition.
func (x *execution) Branch(p *path, test *ssa.If) []*path {
	return x.exec.branch(p, test, x.calls.prog.decides(test))
}

// Return adds a way out.
func (x *execution) Return(p *path, at *ssa.Return) {
	e := exit{h: p.h, ret: at}
	if n := len(at.Results); n > 0 && p.ret != nil && ssaquery.ResultOf(at.Results[n-1]) == p.called {
		e.ret = p.ret // what was decided there
	}
	for _, r := range at.Results {
		e.results = append(e.results, x.memory.eval(p, r))
	}
	x.leave(x.fr, x.ways, e, x.given)
}

// Arrive are the paths that go on from a block, of those that have come to it or are behind a call in it.
func (x *execution) Arrive(come []*path) []*path {
	if x.fr.Up == nil && x.upTo != nil {
		come = slices.DeleteFunc(come, x.isBehind)
	}
	if len(come) == 0 {
		return nil
	}
	block := come[0].Block
	var on, entering []*path
	behind := map[int][]*path{}
	for _, p := range come {
		if p.At > 0 {
			behind[p.At] = append(behind[p.At], p)
			on = append(on, p)
			continue
		}
		x.exec.phis(p)
		p.keep(x.calls.prog.live.Live(block), x.calls.prog.distinguishes)
		if len(block.Preds) < 2 { // no other path has come here
			on = append(on, p)
		} else {
			entering = append(entering, p)
		}
	}
	for at, those := range sorted(behind) {
		if len(those) <= exact(x.memory) {
			continue
		}
		// Each call doubles the paths.
		live := x.calls.prog.live.Behind(block, at)
		for _, p := range those {
			p.keep(live, x.calls.prog.distinguishes)
		}
		on = slices.DeleteFunc(on, func(p *path) bool { return p.At == at })
		on = append(on, x.apart(those)...)
	}
	return append(on, x.apart(entering)...)
}

// apart are the paths in one place that differ from each other and from those that came there before. They have only the
// registers that they still need.
func (x *execution) apart(come []*path) (on []*path) {
	if len(come) == 0 {
		return nil
	}
	for _, p := range come {
		x.memory.sweep(p.h, roots(p, x.given))
		x.forgetIrrelevant(p.h)
	}
	if x.refusedHere && x.record.refusals.onlyAgain {
		if come = slices.DeleteFunc(come, func(p *path) bool { return isSettled(x.memory, x.fr, p) }); len(come) == 0 {
			return nil
		}
	}
	block, at := come[0].Block, come[0].At
	if x.states[block.Index]+len(come) > exact(x.memory) {
		come = x.joined.join(x.memory, come)
	}
	for _, p := range come {
		key := place{block, at, x.memory.fingerprint(p.h, p.env, p.defers)}
		before, again := x.seen[key]
		if p.h.written = before.and(p.h.written); again && len(p.h.written) == len(before) {
			continue
		}
		x.seen[key] = p.h.written
		if x.states[block.Index]++; x.states[block.Index] > maxStates {
			x.over = true
			return nil
		}
		on = append(on, p)
	}
	return on
}

// isBehind reports whether p has left the call up to which its function is followed.
func (m *replay) isBehind(p *path) bool {
	if p.Block == m.upTo.Block() && p.At > 0 {
		return slices.Index(p.Block.Instrs, ssa.Instruction(m.upTo)) < p.At
	}
	return !m.leads[p.Block]
}

// given are the registers that a function begins with.
func given(n *names, fn *ssa.Function, args, binds []value) registers {
	env := n.registers()
	for i, p := range fn.Params {
		if i < len(args) && args[i].kind != unknown {
			env.set(p, args[i])
		}
	}
	for i, fv := range fn.FreeVars {
		if i < len(binds) && binds[i].kind != unknown {
			env.set(fv, binds[i])
		}
	}
	return env
}

// ways are the ways out of a function, each state once.
type ways struct {
	seen  map[mark]bool
	exits []exit
	alike map[alike]int // the exits to which others are joined
}

// alike is the same for ways out with the same results that agree on the objects.
type alike struct{ objects, results mark }

// join joins e with a way out that is alike, and reports whether there is one.
func (w *ways) join(m *memory, e exit) bool {
	if w.alike == nil {
		w.alike = map[alike]int{}
		for i, e := range w.exits {
			w.alike[alikeOf(m, e)] = i
		}
	}
	key := alikeOf(m, e)
	i, ok := w.alike[key]
	if !ok {
		w.alike[key] = len(w.exits)
		return false
	}
	to := &path{h: w.exits[i].h}
	k := factsOf(m, to)
	k.keep(factsOf(m, &path{h: e.h}))
	k.restrict(to)
	return true
}

func alikeOf(m *memory, e exit) alike {
	return alike{property(m, e.h, registers{}, nil), m.exitKey(exit{h: newHeap(m.names), results: e.results})}
}

// leave adds a way out of fr's function.
func (m *replay) leave(fr *machine.Frame, w *ways, e exit, given []value) {
	if fr.Up == nil && e.h.losses != nil {
		m.memory.leaveBehind(e, given)
		return
	}
	if fr.Up == nil && e.h.resent != nil {
		m.record.endResent(fr.Fn, e) // a row describes only what is known of one refused write
		return
	}
	if fr.Up != nil {
		for i, r := range e.results {
			e.results[i] = e.h.ownName(r, "r"+strconv.Itoa(i), fr.Fn.Signature.Results().At(i).Type())
		}
		m.memory.sweep(e.h, slices.Values(slices.Concat(given, e.results)))
		m.forgetIrrelevant(e.h)
	}
	key := m.memory.exitKey(e)
	switch {
	case w.seen[key]:
		return
	case fr.Up != nil && len(w.exits) >= exact(m.memory) && w.join(m.memory, e):
	case len(w.exits) < maxExits:
		w.exits = append(w.exits, e)
	case fr.Up != nil:
		m.over = true
	default:
		m.many = true
	}
	w.seen[key] = true
}

// Step runs an instruction. over is true for a call with several ways out, and where the path ends.
func (x *execution) Step(p *path, instr ssa.Instruction) (next []*path, over bool) {
	m, fr := x.replay, x.fr
	switch instr := instr.(type) {
	case *ssa.RunDefers:
		if len(p.defers) == 0 {
			return nil, false
		}
		d := p.defers[len(p.defers)-1]
		p.defers = p.defers[:len(p.defers)-1]
		// The same instruction again, until none is left.
		return m.after(p, p.At, m.callFunction(fr, p, d.call, d.fn, d.args), nil), true
	case *ssa.Defer:
		m.deferCall(p, instr)
	case *ssa.Call:
		if fn := ssaquery.Called(&instr.Call); fn != nil && kube.NeverReturns(fn) {
			return nil, true
		}
		forks := m.call(fr, p, instr)
		if len(forks) == 1 && forks[0].h == p.h {
			m.setResults(p, instr, forks[0])
			return nil, false
		}
		return m.after(p, p.At+1, forks, instr), true
	default:
		return nil, !m.exec.step(p, instr)
	}
	return nil, false
}

// after goes on behind a call, once for each of its ways out.
func (m *replay) after(p *path, at int, forks []exit, call *ssa.Call) (next []*path) {
	if len(forks) == 1 {
		p.h, p.At = forks[0].h, at
		if call != nil {
			m.setResults(p, call, forks[0])
		}
		return []*path{p}
	}
	for _, f := range forks {
		q := &path{Place: machine.Place{Block: p.Block, Prev: p.Prev, At: at}, env: p.env.clone(), h: f.h, defers: append([]deferred(nil), p.defers...)}
		if call != nil {
			m.setResults(q, call, f)
		}
		next = append(next, q)
	}
	return next
}

// setResults sets the register of a call to what e returns, or the registers that its results are extracted to.
func (m *replay) setResults(p *path, call *ssa.Call, e exit) {
	p.called, p.ret = call, e.ret
	results := e.results
	set := func(r ssa.Value, i int) {
		var v value
		if i < len(results) {
			v = p.h.ownName(results[i], m.memory.valueKey(r), r.Type())
		}
		p.set(r, v)
	}
	if _, ok := call.Type().(*types.Tuple); !ok {
		set(call, 0)
		return
	}
	for _, r := range *call.Referrers() {
		if e, ok := r.(*ssa.Extract); ok {
			set(e, e.Index)
		}
	}
}

// forgetIrrelevant drops what variables hold that makes no difference to any answer.
func (m *replay) forgetIrrelevant(h *heap) {
	h.cells.dropFunc(func(k string, v value) bool {
		if !v.isPlain() {
			return false
		}
		root := rootKey(k)
		a := m.memory.cellVar[root]
		return a != nil && m.calls.prog.covers(a.Parent()) && !m.calls.prog.depends(a, k[len(root):])
	})
}

// deferCall keeps a deferred call until the function returns.
func (m *replay) deferCall(p *path, d *ssa.Defer) {
	if d.Call.IsInvoke() {
		return
	}
	f := m.memory.eval(p, d.Call.Value)
	if f.kind != function {
		return
	}
	df := deferred{call: d, fn: f}
	for _, a := range d.Call.Args {
		df.args = append(df.args, m.memory.eval(p, a))
	}
	if n := len(p.defers); n > 0 && p.defers[n-1].same(df) {
		return // in a loop: once more makes no difference
	}
	p.defers = append(p.defers, df)
}
