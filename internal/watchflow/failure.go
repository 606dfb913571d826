package watchflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A Failure is a way from a failed watch back to watching from the old
// position, with nothing listed in between.
type Failure struct {
	// Pos is the test, or the start of the branch, that sends it there.
	Pos token.Pos
	// Lost: an HTTP 500 goes that way, which can mean that an event was lost.
	Lost bool
	// Expired: a 410 Gone goes that way, and will do so forever.
	Expired bool
	// Establishing: the failure is one of starting the watch.
	Establishing bool
	// Sink is the watch that is started again, Position its position.
	Sink     *Sink
	Position string
	// From is where the failure is received.
	From ssa.Instruction
}

// String tells what goes which way: "lost, expired: back to Watcher.rv".
func (f *Failure) String() string {
	return holding("lost", f.Lost, "expired", f.Expired, "establishing", f.Establishing) + ": back to " + f.Position
}

// failures lists the paths back to the old position, one for each place.
func failures(l *loops) []*Failure {
	f := &failureFinder{loops: l}
	for _, r := range l.received {
		if l.channels.carriesErrors(r) {
			f.afterStart(r)
		}
	}
	told := map[roundOf]bool{}
	for _, s := range l.sinks {
		if s.resumes {
			f.atStart(s, told)
		}
	}
	return f.found
}

// failureFinder gathers failures.
type failureFinder struct {
	loops *loops
	found []*Failure
}

// add adds n, to the one at the same place if there is one.
func (f *failureFinder) add(n *Failure) {
	for _, o := range f.found {
		if o.Pos == n.Pos {
			o.Lost = o.Lost || n.Lost
			o.Expired = o.Expired || n.Expired
			o.Establishing = o.Establishing && n.Establishing
			return
		}
	}
	f.found = append(f.found, n)
}

// afterStart adds the paths back from an ERROR event that is received at r.
func (f *failureFinder) afterStart(r receive) {
	own := f.loops.channels.watchesOf(r.from)
	lost := map[token.Pos]bool{}
	for _, n := range f.waysBack(r.at, r.env, internalError, own) {
		lost[n.Pos] = true
		f.add(n)
	}
	for _, n := range f.waysBack(r.at, r.env, gone, own) {
		if len(lost) == 0 || lost[n.Pos] { // else the same loop, told once
			f.add(n)
		}
	}
}

// A roundOf is a function that watches from a position.
type roundOf struct {
	fn       *ssa.Function
	position string
}

// atStart adds the paths back from a failure to start the watch of s.
func (f *failureFinder) atStart(s *Sink, told map[roundOf]bool) {
	at, env := startFails(s)
	if at == nil {
		return
	}
	for _, n := range f.waysBack(at, env, gone, []*Sink{s}) {
		n.Establishing = true
		// A switch over kinds, each with its watch, is one mistake.
		same := roundOf{n.Sink.Instr.Parent(), n.Position}
		if n.Pos == n.Sink.Instr.Pos() {
			if told[same] {
				continue
			}
			told[same] = true
		}
		f.add(n)
	}
}

// startFails returns the instruction behind which it is known that s could not
// be started, and what is known there; nil if it is not seen.
func startFails(s *Sink) (ssa.Instruction, map[any]abstract) {
	call, _ := s.Instr.(*ssa.Call)
	if s.byHand {
		// The response carries the status.
		if call = response(s); call == nil {
			return nil, nil
		}
		return call, map[any]abstract{call: tupleOf(abstract{kind: status}, abstract{kind: theNil})}
	}
	if call == nil || s.opaque || !returnsError(call.Call.Signature()) {
		return nil, nil
	}
	return call, map[any]abstract{call: tupleOf(abstract{kind: theNil}, abstract{kind: status})}
}

// response returns the call behind s that gets the HTTP response, or nil.
func response(s *Sink) *ssa.Call {
	order := ssaquery.NewOrder()
	for call := range ssaquery.Each[*ssa.Call](s.Instr.Parent()) {
		if res := call.Call.Signature().Results(); res.Len() == 2 && isResponse(res.At(0).Type()) && order.Dominates(s.Instr, call) {
			return call
		}
	}
	return nil
}

// isResponse reports whether t is *http.Response.
func isResponse(t types.Type) bool {
	n := pointee(t)
	return n != nil && n.Obj().Name() == "Response" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http"
}

// waysBack explores what happens behind at when one of the watches own failed with that
// code, or any watch, if own is empty.
func (f *failureFinder) waysBack(at ssa.Instruction, env map[any]abstract, code int, own []*Sink) []*Failure {
	var out []*Failure
	x := f.loops.explore("failure", kube.ErrorEvent, code)
	x.crossing.up, x.resuming, x.crossing.untilList = true, true, true
	x.sink = func(s *state, k *Sink) bool {
		if isOther(k, own) {
			return true // that one is started on the way
		}
		if s.reset || k.streaming || !k.resumes || s.counted && code == gone {
			return false
		}
		n := &Failure{Lost: code == internalError, Expired: code == gone, Sink: k, Position: k.Position(), From: at}
		n.Pos = f.loops.code.tests.decided(s, k, f.loops.sinkAt[at] != nil)
		if n.Pos.IsValid() && !slices.ContainsFunc(out, func(o *Failure) bool { return o.Pos == n.Pos }) {
			out = append(out, n)
		}
		return false
	}
	x.runBehind(at, env)
	if x.capped {
		return nil
	}
	return out
}

// decided is the place to report: the test that names the error where it came
// out true, else the branch that is left for the errors that no test names.
func (t tests) decided(s *state, k *Sink, establishing bool) token.Pos {
	d := s.named
	switch {
	case d.test != nil && d.outcome:
		return t.pos(d.test)
	case d.test == nil && s.first.test == nil:
		return token.NoPos
	case establishing:
		return k.Instr.Pos()
	case d.test == nil:
		d = s.first
		if named := t.pos(d.test); !t.stored(d.test) {
			return named
		}
	}
	succ := d.test.Block().Succs[1]
	if d.outcome {
		succ = d.test.Block().Succs[0]
	}
	// A branch that watches again itself is best told at that watch.
	if len(succ.Preds) == 1 && k.Instr.Parent() == succ.Parent() && succ.Dominates(k.Instr.Block()) && d == s.first {
		return k.Instr.Pos()
	}
	if p := t.firstPos(succ, 0); p.IsValid() {
		return p
	}
	return t.pos(d.test)
}

// stored reports whether the test i is no comparison or call, but what an
// assertion or a variable says.
func (t tests) stored(i *ssa.If) bool {
	switch i.Cond.(type) {
	case *ssa.Extract, *ssa.UnOp, *ssa.Phi:
		return true
	}
	return t[i].IsValid()
}

// pos is the position of a test.
func (t tests) pos(i *ssa.If) token.Pos {
	if p := t[i]; p.IsValid() {
		return p
	}
	if p := i.Cond.Pos(); p.IsValid() {
		return p
	}
	return ssaquery.Position(i)
}

// hasPos reports whether the source has instr where its position says, and not just a variable.
func hasPos(instr ssa.Instruction) bool {
	switch instr.(type) {
	case *ssa.Alloc, *ssa.Phi:
		return false
	}
	return instr.Pos().IsValid()
}

// maxEmptyBlocks is how many blocks without a position firstPos looks past. No finding is lost,
// only a place that a trace names.
const maxEmptyBlocks = 4

// firstPos is the first position in b or what surely follows.
func (t tests) firstPos(b *ssa.BasicBlock, depth int) token.Pos {
	best := token.NoPos
	for _, instr := range b.Instrs {
		// The parts of a statement come before the statement itself.
		if p := instr.Pos(); hasPos(instr) && (!best.IsValid() || p < best) {
			best = p
		}
	}
	if !best.IsValid() && len(b.Succs) == 1 && depth < maxEmptyBlocks {
		return t.firstPos(b.Succs[0], depth+1)
	}
	if test := ssaquery.Test(b); !best.IsValid() && test != nil {
		return t[test]
	}
	return best
}
