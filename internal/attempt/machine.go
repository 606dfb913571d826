package attempt

import (
	"go/types"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

const (
	// maxSteps bounds the instructions that are run for one function: enough
	// for the longest functions of Kubernetes with a few dozen states a block.
	maxSteps = 60000
	// maxDepth bounds how many calls lie within each other.
	maxDepth = 5
	// maxRow is that for a function of which only the row is asked.
	maxRow = 6000
	// maxExits bounds the ways out of one call.
	maxExits = 60
	// maxCall bounds the instructions that are run for one call.
	maxCall = 12000
)

// A machine runs one function and what it calls.
type machine struct {
	prog  *Program
	ids   map[any]int
	funcs []closure
	// steps are left. over: they were not enough.
	steps int
	over  bool
	// many: the function has more ways out than are kept.
	many     bool
	outcomes []Outcome
	// objOwner and cellOwner are the functions whose instructions make an
	// object or a variable.
	objOwner  map[int]*ssa.Function
	cellOwner map[string]*ssa.Function
	// repeated are the writes that are made again after they went well.
	repeated map[ssa.CallInstruction]bool
}

// A closure is a function with what it binds.
type closure struct {
	fn    *ssa.Function
	binds []value
}

// A frame is one call of a function.
type frame struct {
	fn   *ssa.Function
	call ssa.CallInstruction // in the frame below
	up   *frame
	base bool // the function that is retried, or that all began with
}

// site is the instruction of the retried function that leads to call in fr.
func (fr *frame) site(call ssa.CallInstruction) ssa.CallInstruction {
	for ; fr != nil && !fr.base; fr = fr.up {
		call = fr.call
	}
	return call
}

// top is the call that the retried function itself makes, nil in that function.
func (fr *frame) top() *frame {
	var top *frame
	for ; fr != nil && !fr.base; fr = fr.up {
		top = fr
	}
	return top
}

func (fr *frame) depth() int {
	n := 0
	for ; fr != nil; fr = fr.up {
		n++
	}
	return n
}

func (fr *frame) within(fn *ssa.Function) bool {
	for ; fr != nil; fr = fr.up {
		if fr.fn == fn {
			return true
		}
	}
	return false
}

// A path is one way through a function, at an instruction.
type path struct {
	block  *ssa.BasicBlock
	prev   *ssa.BasicBlock
	at     int
	env    map[ssa.Value]value
	h      *heap
	defers []deferred
}

type deferred struct {
	call *ssa.Defer
	fn   value
	args []value
}

func (p *path) fork() *path {
	c := *p
	c.env, c.h = maps.Clone(p.env), p.h.clone()
	c.defers = append([]deferred(nil), p.defers...)
	return &c
}

// An exit is one way out of a function.
type exit struct {
	h       *heap
	results []value
	ret     ssa.Instruction
}

func (m *machine) id(x any) int {
	if x == nil {
		return 0
	}
	if c, ok := x.(ssa.CallInstruction); ok && c == nil {
		return 0
	}
	n, ok := m.ids[x]
	if !ok {
		n = len(m.ids) + 1
		m.ids[x] = n
	}
	return n
}

// try is run, but where the call takes too long or has too many ways out it is
// as if it had not been tried, and ok is false.
func (m *machine) try(fr *frame, args, binds []value, h *heap) (exits []exit, ok bool) {
	left, found := m.steps, len(m.outcomes)
	m.steps = min(m.steps, maxCall)
	given := m.steps
	exits = m.run(fr, args, binds, h)
	used := given - max(m.steps, 0)
	m.steps = left - used
	if m.over {
		m.over = m.steps <= 0
		m.outcomes = m.outcomes[:found]
		return nil, false
	}
	return exits, true
}

// run follows all paths of fr's function from the state h, which it takes over.
func (m *machine) run(fr *frame, args, binds []value, h *heap) []exit {
	fn := fr.fn
	if len(fn.Blocks) == 0 {
		m.over = true
		return nil
	}
	env := map[ssa.Value]value{}
	for i, p := range fn.Params {
		if i < len(args) && args[i].kind != unknown {
			env[p] = args[i]
		}
	}
	for i, fv := range fn.FreeVars {
		if i < len(binds) && binds[i].kind != unknown {
			env[fv] = binds[i]
		}
	}
	live := m.prog.liveness(fn)
	seen := map[string]bool{}
	exitSeen := map[string]bool{}
	var exits []exit
	work := []*path{{block: fn.Blocks[0], env: env, h: h}}
	for len(work) > 0 && !m.over {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if p.at == 0 {
			m.phis(p)
			m.sweep(fn, p.h, roots(p, live[p.block]))
			key := strconv.Itoa(p.block.Index) + "|" + m.fingerprint(p.h, p.env, live[p.block], p.defers)
			if seen[key] {
				continue
			}
			seen[key] = true
		}
		next, out := m.block(fr, p)
		work = append(work, next...)
		for _, e := range out {
			if fr.up != nil {
				m.sweep(fn, e.h, slices.Values(e.results))
			}
			key := m.exitKey(e)
			if exitSeen[key] {
				continue
			}
			exitSeen[key] = true
			if len(exits) < maxExits {
				exits = append(exits, e)
			} else if fr.up != nil {
				m.over = true
			} else {
				m.many = true
			}
		}
	}
	if m.over {
		return nil
	}
	return exits
}

func (m *machine) exitKey(e exit) string {
	env := map[ssa.Value]value{}
	for i, r := range e.results {
		env[resultKeys[min(i, len(resultKeys)-1)]] = r
	}
	return m.fingerprint(e.h, env, nil, nil)
}

// resultKeys stand for the results of a function in a fingerprint.
var resultKeys = func() (keys []ssa.Value) {
	for range 8 {
		keys = append(keys, &ssa.Const{})
	}
	return keys
}()

// phis sets the registers that depend on where p came from.
func (m *machine) phis(p *path) {
	if p.prev == nil {
		return
	}
	from := 0
	for i, pred := range p.block.Preds {
		if pred == p.prev {
			from = i
		}
	}
	var regs []*ssa.Phi
	var vals []value
	for _, instr := range p.block.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		regs = append(regs, phi)
		vals = append(vals, m.eval(p, phi.Edges[from]))
	}
	for i, r := range regs {
		p.set(r, vals[i])
	}
}

func (p *path) set(r ssa.Value, v value) {
	if v.kind == unknown {
		delete(p.env, r)
		return
	}
	p.env[r] = v
}

// block runs p to the end of its block, or to a call with several ways out.
func (m *machine) block(fr *frame, p *path) (next []*path, out []exit) {
	for ; p.at < len(p.block.Instrs); p.at++ {
		if m.steps--; m.steps < 0 {
			m.over = true
			return nil, nil
		}
		switch instr := p.block.Instrs[p.at].(type) {
		case *ssa.If:
			return m.branch(p, instr), nil
		case *ssa.Jump:
			return []*path{p.to(p.block.Succs[0])}, nil
		case *ssa.Return:
			e := exit{h: p.h, ret: instr}
			for _, r := range instr.Results {
				e.results = append(e.results, m.eval(p, r))
			}
			return nil, []exit{e}
		case *ssa.Panic:
			return nil, nil
		case *ssa.RunDefers:
			if len(p.defers) > 0 {
				d := p.defers[len(p.defers)-1]
				p.defers = p.defers[:len(p.defers)-1]
				// The same instruction again, until none is left.
				return m.after(p, p.at, m.callFunction(fr, p, d.call, d.fn, d.args), nil), nil
			}
		case *ssa.Defer:
			m.deferCall(p, instr)
		case *ssa.Call:
			forks := m.call(fr, p, instr)
			if len(forks) == 1 && forks[0].h == p.h {
				m.setResults(p, instr, forks[0].results)
				continue
			}
			return m.after(p, p.at+1, forks, instr), nil
		default:
			if !m.step(p, instr) {
				return nil, nil
			}
		}
	}
	return nil, nil
}

// after goes on behind a call, once for each of its ways out.
func (m *machine) after(p *path, at int, forks []exit, call *ssa.Call) (next []*path) {
	for _, f := range forks {
		q := &path{block: p.block, prev: p.prev, at: at, env: maps.Clone(p.env), h: f.h, defers: append([]deferred(nil), p.defers...)}
		if call != nil {
			m.setResults(q, call, f.results)
		}
		next = append(next, q)
	}
	return next
}

// tuples keep the results of a call with several, until they are extracted.
func (m *machine) setResults(p *path, call *ssa.Call, results []value) {
	if _, ok := call.Type().(*types.Tuple); !ok {
		if len(results) > 0 {
			p.set(call, results[0])
		} else {
			p.set(call, value{})
		}
		return
	}
	for _, r := range *call.Referrers() {
		if e, ok := r.(*ssa.Extract); ok {
			if e.Index < len(results) {
				p.set(e, results[e.Index])
			} else {
				p.set(e, value{})
			}
		}
	}
}

func (p *path) to(b *ssa.BasicBlock) *path {
	p.prev, p.block, p.at = p.block, b, 0
	return p
}

func (m *machine) deferCall(p *path, d *ssa.Defer) {
	if d.Call.IsInvoke() {
		return
	}
	f := m.eval(p, d.Call.Value)
	if f.kind != function {
		return
	}
	df := deferred{call: d, fn: f}
	for _, a := range d.Call.Args {
		df.args = append(df.args, m.eval(p, a))
	}
	p.defers = append(p.defers, df)
}
