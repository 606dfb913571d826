package watchflow

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A crossing is how an exploration goes into functions and comes back from them.
type crossing struct {
	code    *code
	origins *origins
	values  *evaluator
	effects *effects
	library *library
	// untilList: a call that lists is an end.
	untilList bool
	sinks     map[ssa.Instruction]*Sink
	relevant  map[*ssa.Function]bool // functions that must be gone into
	all       bool                   // whether every other one is gone into, too
	// run executes the rest of a function.
	run func(*state) []exit
	// climbed are the states, by their keys, from which callers were gone on with.
	climbed map[string]bool
	// up: at the end of the function where it began, go on in its callers.
	up bool
	// left is called where an exploration goes up and there is nobody to go to: no
	// caller of f is known.
	left func(s *state, f *ssa.Function)
	// eventOnly: only what becomes of the event matters. Callers that it does
	// not get to are left out.
	eventOnly bool
}

// Bounds on the calls of one exploration.
const (
	// maxCalls is how deep calls nest. Loops that people split over functions
	// nest five deep.
	maxCalls = 12
	// maxLevels is how often an exploration goes up from a function to a caller.
	maxLevels = 8
	// smallGetter is the number of blocks of a function that is gone into only
	// because it reads an object.
	smallGetter = 6
)

// call executes a call. over is true where the block does not simply go on.
func (x *crossing) call(s *state, call *ssa.Call) (next []*state, over bool) {
	c := &call.Call
	n := calleeName(c)
	delete(s.env, call)
	if obj, ok := versionOf(call); ok {
		switch of := x.values.eval(s, obj).kind; {
		case of == newObject:
			s.env[call] = abstract{kind: fresh}
			return nil, false
		case of == status:
			bind(s, call, statusVersion(c.Signature()))
			return nil, false
		case x.origins.isListed(call):
			s.env[call] = x.values.versionOfList(call)
			return nil, false
		}
	}
	k := x.sinks[call]
	if k != nil && !k.byHand && returnsError(c.Signature()) {
		// A watch or an error, never both.
		s.At++
		failed := s.clone()
		failed.env[call] = tupleOf(abstract{kind: theNil}, abstract{kind: notNil})
		s.env[call] = tupleOf(abstract{kind: notNil}, abstract{kind: theNil})
		return []*state{s, failed}, true
	}
	if k == nil && x.untilList && x.code.isListCall(call) {
		return nil, true
	}
	if fns := x.code.Callees(call); len(fns) > 0 {
		return x.enterEach(s, call, fns, func(g *ssa.Function) bool { return x.matters(s, call, g) })
	}
	if x.stopsHelpers(call) {
		s.stopped = true
		return nil, false
	}
	x.library.apply(s, call)
	x.effects.reread(s, call)
	// A function handed to a function of another package is called there.
	for _, a := range c.Args {
		if _, ok := a.Type().Underlying().(*types.Signature); ok {
			n, entered := x.enterEach(s, call, x.code.FuncsOf(a), func(g *ssa.Function) bool { return x.relevant[g] })
			next, over = append(next, n...), over || entered
		}
	}
	if over {
		s.At++
		return append(next, s), true
	}
	return nil, exits(n)
}

// statusVersion is what a function of that signature returns that reads the version of
// a Status: "" and, if it returns an error too, none.
func statusVersion(sig *types.Signature) []abstract {
	return []abstract{textOf(""), {kind: theNil}}[:min(sig.Results().Len(), 2)]
}

// exits reports whether a function of that name does not return.
func exits(name string) bool {
	return name == "Exit" || name == "Fatal" || name == "Fatalf" || name == "Goexit"
}

// returnsError reports whether a function of that signature returns a value and
// an error.
func returnsError(sig *types.Signature) bool {
	return sig.Results().Len() == 2 && isError(sig.Results().At(1).Type())
}

// enterEach returns the states behind the call, in which it has run one of fns that is worth it; entered is false if
// none is.
func (x *crossing) enterEach(s *state, call ssa.CallInstruction, fns []*ssa.Function, worth func(*ssa.Function) bool) (out []*state, entered bool) {
	for _, g := range fns {
		if worth(g) && s.frame.Running(g) < 2 && !x.tooNested(s, g) {
			entered = true
			out = append(out, x.through(s.clone(), call, g)...)
		}
	}
	return out, entered
}

// tooNested reports whether too many calls lie within each other to follow s into g.
func (x *crossing) tooNested(s *state, g *ssa.Function) bool {
	return x.code.log.Past(s.frame.Depth()+1, maxCalls, g, "calls nest too deeply; what happens in this one is not followed")
}

// through runs g, which call calls where s is, and returns the states behind the call.
func (x *crossing) through(s *state, call ssa.CallInstruction, g *ssa.Function) (out []*state) {
	caller, at := s.frame, s.Place
	at.At++
	x.enter(s, call, g)
	if passedOn(call.Common(), g) || slices.ContainsFunc(x.code.Handed(g), func(h pointsto.Handing) bool { return h.Call == call }) {
		for _, c := range x.again(s) {
			c.frame, c.Place = caller, at
			out = append(out, c)
		}
		return out
	}
	for _, e := range x.run(s) {
		e.s.frame, e.s.Place = caller, at
		bind(e.s, call, e.vals)
		out = append(out, e.s)
	}
	return out
}

// again runs a function from its start, and once more as long as the function of another package that got it
// surely calls it again. It returns the states in which that one returns.
func (x *crossing) again(s *state) (out []*state) {
	frame, seen := s.frame, map[string]bool{}
	for work := []*state{s}; len(work) > 0; {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		key := s.key(x.values.ids)
		if seen[key] {
			continue
		}
		seen[key] = true
		for _, e := range x.run(s) {
			_, beside := frame.Call.(*ssa.Go)
			switch {
			case x.up && callsAgain(e.s, frame.Call, frame.Fn, e.vals):
				work = append(work, restarted(e.s, frame))
			case !beside:
				out = append(out, e.s)
			}
		}
	}
	return out
}

// restarted puts s at the start of the function of frame, as it is called again.
func restarted(s *state, frame *machine.Frame) *state {
	s.forgetRegisters(frame.Fn)
	s.frame, s.Place = frame, machine.Start(frame.Fn)
	return s
}

// matters reports whether a function is worth following: it does something with
// watches, is given what the hypothesis speaks of, or reads an object again.
func (x *crossing) matters(s *state, call *ssa.Call, g *ssa.Function) bool {
	if x.all || x.relevant[g] || x.values.closely {
		return true
	}
	if slices.ContainsFunc(call.Call.Args, func(a ssa.Value) bool { return x.values.eval(s, a).ofFailure() }) {
		return true
	}
	return mayGet(g) && x.code.gets(g)
}

// mayGet reports whether g may be a getter: a small function that returns something.
func mayGet(g *ssa.Function) bool {
	return len(g.Blocks) <= smallGetter && g.Signature.Results().Len() > 0
}

// gets reports whether g reads an object from the API server again, itself or by small functions that it calls. It is
// asked at each call that an exploration comes to.
func (c *code) gets(g *ssa.Function) bool {
	is, known := c.getters.Load(g)
	if !known {
		is = flow.Any(g, c.mayGetBy, rereadsObject)
		c.getters.Store(g, is)
	}
	return is.(bool)
}

// mayGetBy are the functions that may be getters and that g calls.
func (c *code) mayGetBy(g *ssa.Function) (out []*ssa.Function) {
	for call := range ssaquery.Each[*ssa.Call](g) {
		out = append(out, c.Callees(call)...)
	}
	return slices.DeleteFunc(out, func(g *ssa.Function) bool { return !mayGet(g) })
}

// rereadsObject reports whether g itself reads an object from the API server.
func rereadsObject(g *ssa.Function) bool {
	for call := range ssaquery.Each[*ssa.Call](g) {
		if returned, filled := rereads(&call.Call); returned || len(filled) > 0 {
			return true
		}
	}
	return false
}

// enter goes to the start of g, called by call.
func (x *crossing) enter(s *state, call ssa.CallInstruction, g *ssa.Function) {
	c := call.Common()
	vals := make([]abstract, len(g.Params))
	for i := range g.Params {
		if a := ssaquery.Actual(c, g, i); a != nil && !passedOn(c, g) {
			if vals[i] = x.values.eval(s, a); !vals[i].known() {
				vals[i] = x.values.copied(s, a)
			}
		}
	}
	s.forgetRegisters(g) // they are from an earlier call
	for i, p := range g.Params {
		s.set(p, vals[i])
	}
	s.frame, s.Place = &machine.Frame{Fn: g, Call: call, Up: s.frame}, machine.Start(g)
}

// leave leaves the function that s is in.
func (x *crossing) leave(s *state, r *ssa.Return) exit {
	vals := make([]abstract, len(r.Results))
	for i, v := range r.Results {
		vals[i] = x.values.eval(s, v)
	}
	x.effects.leave(s, s.frame.Fn)
	s.counted = false // the counter is gone
	return exit{s, vals}
}

// bind gives the call its results.
func bind(s *state, call ssa.CallInstruction, vals []abstract) {
	v := call.Value()
	if v == nil {
		return
	}
	if len(vals) == 1 {
		s.set(v, vals[0])
	} else if len(vals) > 1 {
		s.set(v, tupleOf(vals...))
	}
}

// climb explores from s, and goes on in the callers of its function.
func (x *crossing) climb(s *state) {
	key := s.key(x.values.ids)
	if x.climbed[key] {
		return
	}
	x.climbed[key] = true
	f := s.frame.Fn
	for _, e := range x.run(s) {
		x.ascend(f, e)
	}
}

// ascend goes on in the callers of f, where the exploration began.
func (x *crossing) ascend(f *ssa.Function, e exit) {
	if !x.up || x.code.log.Past(e.s.levels, maxLevels, f, "its callers are not followed further up") || x.eventOnly && !carriesEvent(e.s, f, e.vals) {
		return
	}
	some := false
	for _, call := range x.code.Callers(f) {
		if call, ok := call.(*ssa.Call); ok {
			c := x.above(e.s, call)
			bind(c, call, e.vals)
			x.climb(c)
			some = true
		}
	}
	for _, h := range x.code.Handed(f) {
		_, deferred := h.Call.(*ssa.Defer)
		_, beside := h.Call.(*ssa.Go)
		switch {
		case deferred:
		case callsAgain(e.s, h.Call, f, e.vals):
			some = true
			c := x.above(e.s, h.Call)
			caller, at := c.frame, c.Place
			for _, c := range x.again(restarted(c, &machine.Frame{Fn: f, Call: h.Call, Up: caller})) {
				c.frame, c.Place = caller, at
				x.climb(c)
			}
		case !beside:
			some = true
			x.climb(x.above(e.s, h.Call))
		}
	}
	if !some && x.left != nil {
		x.left(e.s, f)
	}
}

// above is s behind call, which has called the function where the exploration began.
func (x *crossing) above(s *state, call ssa.CallInstruction) *state {
	c := behind(s.clone(), call)
	c.levels++
	return c
}

// carriesEvent reports whether anything that came with the event leaves f: in
// memory, or in a result, which may be its version.
func carriesEvent(s *state, f *ssa.Function, vals []abstract) bool {
	res := f.Signature.Results()
	for i, v := range vals {
		if v.isEvent() || ssaquery.IsBasic(res.At(i).Type(), types.IsString) {
			return true
		}
	}
	for k, v := range s.env {
		if _, memory := k.(pointsto.Loc); memory && v.isEvent() {
			return true
		}
	}
	return false
}

// callsAgain reports whether the function of another package that call calls, to
// which f returned vals, surely calls it again.
func callsAgain(s *state, call ssa.CallInstruction, f *ssa.Function, vals []abstract) bool {
	if s.stopped {
		return false
	}
	failed := func(v abstract) bool {
		return v.kind == status || v.kind == plainErr || v.kind == notNil
	}
	switch n := len(vals); repeats(call, f) {
	case kube.Always:
		return true
	case kube.UntilDone:
		return n > 0 && vals[0].kind != isTrue && (n == 1 || !failed(vals[1]) && vals[1].kind != theGlobal)
	case kube.OnError:
		return n > 0 && failed(vals[n-1])
	}
	return false
}

// stopsHelpers reports whether the call makes helpers that call again stop: a
// context's cancel function, or the closing of a channel.
func (x *crossing) stopsHelpers(call *ssa.Call) bool {
	c := &call.Call
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "close"
	}
	if c.IsInvoke() {
		return false
	}
	if n, ok := types.Unalias(c.Value.Type()).(*types.Named); ok {
		return strings.HasPrefix(n.Obj().Name(), "Cancel")
	}
	return strings.Contains(strings.ToLower(variableName(x.code, c.Value)), "cancel")
}
