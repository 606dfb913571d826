package attempt

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Kind is what became of a write that was refused, or of an object.
type Kind int

const (
	// Again: it was tried again, with the object New.
	Again Kind = iota
	// Crashed: the next attempt dereferences nil.
	Crashed
	// Returned: the attempt returned the nil error of the call Nil.
	Returned
	// Dropped: the attempt returned nil, or that it is done.
	Dropped
	// Flattened: the attempt returned an error that hides the conflict.
	Flattened
	// NotWritten: the next attempt did not come to the write.
	NotWritten
	// Unclear: it is not known what the attempt returned.
	Unclear
	// GaveUp: the attempt returned the error of another call, which knows nothing of the conflict.
	GaveUp
	// SecondWrite: an object is written that a typed write left behind.
	SecondWrite
	// LostNow: an object is written that was read over its change.
	LostNow
)

// An Outcome is what happened on one path.
type Outcome struct {
	Region *Region
	// Root is the function that was executed.
	Root *ssa.Function
	Kind Kind
	// Site is the write in the retried function, or the call that leads to it.
	Site ssa.CallInstruction
	// Write is the write itself, nil where the attempt ended without one.
	Write ssa.CallInstruction
	// First is the write that was refused.
	First *Failure
	// New is what is written the second time; Known is false where nobody
	// knows.
	New   Object
	Known bool
	// Seen: something looked at the conflict; Tested: a predicate said that it
	// is one; Slept: time passed before the next attempt.
	Seen, Tested, Slept bool
	// Wrote: something was written in between that may belong to the object.
	Wrote bool
	// Reread is the last read from the server in between.
	Reread ssa.CallInstruction
	// Nil is the call whose nil error is returned, Return where.
	Nil    ssa.CallInstruction
	Return ssa.Instruction
	// Made is the call that makes an error which hides the conflict, nil where
	// it lies in another package.
	Made ssa.CallInstruction
	// Done: the next attempt, which did not come to the write, returned no error.
	Done bool
	// FailsAnyway: the function returns an error even if the second write goes well, so
	// its caller does not take that for success.
	FailsAnyway bool
	// Earlier is the write before, of SecondWrite.
	Earlier ssa.CallInstruction
	// elsewhere: it was tried again by another function.
	elsewhere bool
	assume    map[string]bool
}

// Same reports whether the version that was refused is sent again.
func (o *Outcome) Same() bool {
	return o.Known && o.First != nil && o.First.known && o.New.token == o.First.Object.token
}

// With reports whether both can happen in the same run. What happens when a function is run on its
// own can happen whoever calls it.
func (o *Outcome) With(other *Outcome) bool {
	if o.Root != other.Root {
		return o.Site.Parent() == o.Root || ssaquery.Encloses(o.Site.Parent(), o.Root)
	}
	for k, v := range o.assume {
		if w, ok := other.assume[k]; ok && v != w {
			return false
		}
	}
	return true
}

// refusals say which writes outside a retry are looked at that are refused. Others only
// end a function early.
type refusals struct {
	// all are, for a row says what becomes of the error; or there is a test of a conflict.
	all bool
	// onlyAgain: it counts which of them are tried again, and not what becomes of their errors.
	onlyAgain bool
}

// after reports whether the write at site can be tried again.
func (r refusals) after(site ssa.CallInstruction) bool {
	return r.all || ssaquery.InLoop(site.Block())
}

// A recorder notes what becomes of writes.
type recorder struct {
	memory   *memory
	refusals refusals
	outcomes []Outcome
	// went are the writes that went well in the call that is run.
	went []ssa.CallInstruction
	// repeated are the writes that are made again after they went well.
	repeated map[ssa.CallInstruction]bool
	// ownWrites are the pairs of writes of which the second is no attempt of the first in
	// another function: on some path it is made after the first went well, or with a
	// change.
	ownWrites map[pair]bool
	// failsAnyway says of a write that was refused, and of that which tried again and
	// went well, whether the function has returned an error on each path from there.
	failsAnyway map[pair]bool
}

func newRecorder(m *memory) *recorder {
	return &recorder{memory: m, refusals: refusals{all: true}, repeated: map[ssa.CallInstruction]bool{},
		ownWrites: map[pair]bool{}, failsAnyway: map[pair]bool{}}
}

// A pair is two writes, by number.
type pair struct{ first, second int }

func (m *recorder) writes(first, second ssa.CallInstruction) pair {
	return pair{m.memory.id(first), m.memory.id(second)}
}

// record notes that write, to which the call at site leads, sends o.
func (m *recorder) record(p *path, write, site ssa.CallInstruction, k Kind, o Object, known bool) {
	out := Outcome{Region: p.h.region, Kind: k, Site: site, Write: write, First: p.h.failed, New: o, Known: known,
		Seen: p.h.seen, Tested: p.h.tested, Slept: p.h.slept, Wrote: p.h.wrote, Reread: p.h.reread, Earlier: o.super, assume: maps.Clone(p.h.assume)}
	m.outcomes = append(m.outcomes, out)
}

// nilDereference ends a path. After a conflict it is what the next attempt
// comes to.
func (m *recorder) nilDereference(p *path) {
	if f := p.h.failed; f != nil && p.h.attempt == 2 {
		m.ended(exit{h: p.h}, Crashed)
	}
}

// note marks that the write at site went well, to find those that are made again
// all the same.
func (m *recorder) note(p *path, site ssa.CallInstruction) {
	if p.h.failed != nil {
		return
	}
	m.wentWell(p.h.written, site)
	p.h.written = p.h.written.and(written{site: true})
}

// wentWell notes that the write at site went well, after those in before.
func (m *recorder) wentWell(before written, site ssa.CallInstruction) {
	if before[site] {
		m.repeated[site] = true
	}
	for first := range before {
		m.ownWrites[m.writes(first, site)] = true
	}
	if !slices.Contains(m.went, site) {
		m.went = append(m.went, site)
	}
}

// ended notes that an attempt is over without a second write.
func (m *recorder) ended(e exit, k Kind) {
	f := e.h.failed
	o := Outcome{Region: e.h.region, Kind: k, Site: f.Site, First: f, Seen: e.h.seen, Tested: e.h.tested, Reread: e.h.reread, Return: e.ret, assume: maps.Clone(e.h.assume)}
	m.outcomes = append(m.outcomes, o)
}

// endResent notes whether fn returns an error where a write was refused, and was tried
// again and went well.
func (m *recorder) endResent(fn *ssa.Function, e exit) {
	fails := false
	if n := len(e.results); n > 0 && ssaquery.IsError(fn.Signature.Results().At(n-1).Type()) {
		isNil, known := e.results[n-1].isNil()
		fails = known && !isNil
	}
	key := m.writes(e.h.failed.Site, e.h.resent)
	if before, ok := m.failsAnyway[key]; ok {
		fails = fails && before
	}
	m.failsAnyway[key] = fails
}

// keep are the outcomes that count: a loop in which a write that went well is
// made again is no retry, unless a conflict was told from other errors, and the loop does not
// go through data. Nor is a loop that gives the write each element of something, or a write
// in another function that is one of its own.
func (m *recorder) keep(fn *ssa.Function) []Outcome {
	var out []Outcome
	for _, o := range m.outcomes {
		if o.elsewhere && m.ownWrites[m.writes(o.First.Site, o.Site)] {
			continue
		}
		if o.Region == nil {
			if o.Kind == Again && (m.repeated[o.Site] && !o.Tested || ssaquery.InRange(o.Site.Block()) && (m.repeated[o.Site] || getsElement(o.Site))) {
				continue
			}
			o.Region = &Region{Fn: fn, AnyError: !o.Tested}
			o.FailsAnyway = o.First != nil && m.failsAnyway[m.writes(o.First.Site, o.Site)]
		}
		o.Root = fn
		out = append(out, o)
	}
	return out
}

// getsElement reports whether the call at site gets an element of what a loop around it goes through.
func getsElement(site ssa.CallInstruction) bool {
	return slices.ContainsFunc(site.Common().Args, func(v ssa.Value) bool {
		switch v := v.(type) {
		case *ssa.UnOp:
			at, ok := v.X.(*ssa.IndexAddr)
			return ok && ssaquery.LeadsOn(site.Block(), at.Block())
		case *ssa.Extract:
			next, ok := v.Tuple.(*ssa.Next)
			return ok && ssaquery.LeadsOn(site.Block(), next.Block())
		}
		return false
	})
}
