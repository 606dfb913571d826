package attempt

import (
	"maps"

	"golang.org/x/tools/go/ssa"
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
	// Unclear: nobody knows what the attempt returned.
	Unclear
	// SecondWrite: an object is written that a typed write left behind.
	SecondWrite
	// LostNow: an object is written that was read over its change.
	LostNow
)

// An Outcome is what happened on one path.
type Outcome struct {
	Region *Region
	Kind   Kind
	// Site is the write in the retried function, or the call that leads to it.
	Site ssa.CallInstruction
	// First is the write that was refused.
	First *Failure
	// New is what is written the second time; Known is false where nobody
	// knows.
	New   Object
	Known bool
	// Seen: something looked at the conflict; Tested: a predicate said that it
	// is one; Slept: time passed before the next attempt.
	Seen, Tested, Slept bool
	// Reread is the last read from the server in between.
	Reread ssa.CallInstruction
	// Nil is the call whose nil error is returned, Return where.
	Nil    ssa.CallInstruction
	Return ssa.Instruction
	// Made is the call that makes an error which hides the conflict, nil where
	// it lies in another package.
	Made ssa.CallInstruction
	// Earlier is the write before, of SecondWrite.
	Earlier ssa.CallInstruction
	assume  map[string]bool
}

// Same reports whether the version that was refused is sent again.
func (o *Outcome) Same() bool {
	return o.Known && o.First != nil && o.First.known && o.New.token == o.First.Object.token
}

// With reports whether both can happen in the same run.
func (o *Outcome) With(other *Outcome) bool {
	for k, v := range o.assume {
		if w, ok := other.assume[k]; ok && v != w {
			return false
		}
	}
	return true
}

// record notes what is written at site.
func (m *machine) record(p *path, site ssa.CallInstruction, c *callee, k Kind, o Object, known bool) {
	out := Outcome{Region: p.h.region, Kind: k, Site: site, First: p.h.failed, New: o, Known: known,
		Seen: p.h.seen, Tested: p.h.tested, Slept: p.h.slept, Reread: p.h.reread, Earlier: o.super, assume: maps.Clone(p.h.assume)}
	m.outcomes = append(m.outcomes, out)
}

// nilDereference ends a path. After a conflict it is what the next attempt
// comes to.
func (m *machine) nilDereference(p *path) {
	if f := p.h.failed; f != nil && p.h.attempt == 2 {
		m.ended(exit{h: p.h}, Crashed)
	}
}
