package attempt

import (
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apiobjects"
	"github.com/k8slint/k8slint/internal/machine"
)

// A heap is what is known beyond the registers of one function. It belongs to one
// path.
type heap struct {
	cells cells
	objs  objects
	// deleted says of versions of objects, by their tokens, whether they are being deleted.
	deleted map[int]bool
	// assume has what tests of named values outside the retry have said. States share it.
	assume map[string]bool
	region *Region
	// attempt is 0 outside a retry, then 1 and 2.
	attempt int
	// failed is the write that was refused, nil before.
	failed *Failure
	// tested: a predicate has said that it is a conflict.
	tested bool
	// seen: something has looked at the conflict.
	seen bool
	// wrote: something was written since that may belong to any object.
	wrote bool
	// missed: a read has failed, so that what is written may not exist.
	missed bool
	// slept: time has passed since.
	slept bool
	// reread is the last read from the server since.
	reread ssa.CallInstruction
	// resent is the write that tried again by hand and went well, nil before. From then
	// on, only what the function returns counts.
	resent ssa.CallInstruction
	// tried: the function on trial was called.
	tried bool
	// written are the writes that went well. States that differ in nothing else are one, of
	// both.
	written written
	// strange: a function was called of which nothing is known, which may read any object.
	strange bool
	// losses collects what writes lose, where that is the question; nil where it is what retries
	// send.
	losses *apiobjects.Losses
}

// A Failure is the write that was refused.
type Failure struct {
	// Site is the write, or the call in the retried function that leads to it.
	Site ssa.CallInstruction
	// Write is the write itself, of which only the method is known where it
	// lies in another package.
	Write ssa.CallInstruction
	Verb  string
	// Object is what was sent; known is false if that is not known.
	Object Object
	known  bool
	// attempt in which it was sent, by the call of frame.
	attempt int
	frame   *machine.Frame
}

func newHeap(n *names) *heap {
	return &heap{cells: n.cells()}
}

func (h *heap) clone() *heap {
	c := *h
	c.cells, c.objs = h.cells.clone(), h.objs.clone()
	return &c
}

// pending is what of the object id is not sent.
func (h *heap) pending(id int) *apiobjects.Pending {
	if p := h.objs.at(id).pending; p != nil {
		return p
	}
	return apiobjects.Nothing
}

func (h *heap) setPending(id int, p *apiobjects.Pending) {
	o := h.objs.at(id)
	o.pending = p
	h.objs.set(id, o)
}

// written are writes that went well. States share it, so it is never changed.
type written map[ssa.CallInstruction]bool

// and is w with the writes in other.
func (w written) and(other written) written {
	if len(w) == 0 {
		return other
	}
	all := w
	for site := range other {
		if all[site] {
			continue
		}
		if len(all) == len(w) {
			all = maps.Clone(w)
		}
		all[site] = true
	}
	return all
}

// phase tells objects and names from before the conflict from those after it.
func (h *heap) phase() int {
	if h.failed == nil {
		return 0
	}
	return 1
}

// assumes reports whether v has a name that all attempts of a retry have in common, so that
// they agree on it.
func (h *heap) assumes(v value) bool {
	return v.kind == name && h.attempt > 0 && (!strings.Contains(v.text, "@") || strings.Contains(v.text, "@0."))
}

// called is a thing named key, which came to be in the present phase of the attempts.
func (h *heap) called(key string) value {
	return value{kind: name, text: key + h.when()}
}

// when ends the name of what came to be in the present phase of the attempts.
func (h *heap) when() string { return "@" + strconv.Itoa(h.attempt) + "." + strconv.Itoa(h.phase()) }

// onlySaysWhere reports whether all that is known of v, of type t, is a name that says where it came from.
func (h *heap) onlySaysWhere(v value, t types.Type) bool {
	return v.kind == name && !isReference(t) && !h.assumes(v)
}

// ownName is v, a result of type t, with the name key where its name only tells where in the
// callee it came from.
func (h *heap) ownName(v value, key string, t types.Type) value {
	if strings.Contains(v.text, "@") && h.onlySaysWhere(v, t) {
		return h.called(key)
	}
	return v
}

// makeOld notes that the objects with the version token are old, but for the one that the write at site has sent.
func (h *heap) makeOld(token, sent int, site ssa.CallInstruction) {
	for id, o := range h.objs.all() {
		if id != sent && o.token == token && o.Source != Built && o.super == nil {
			o.super, o.OfCopy = site, true
			h.objs.set(id, o)
		}
	}
}

// A path is one way through a function, at an instruction.
type path struct {
	machine.Place
	env    registers
	h      *heap
	defers []deferred
	// ret is where the function returned that called has run, the last one of the path.
	called *ssa.Call
	ret    ssa.Instruction
}

func (p *path) fork() *path {
	c := *p
	c.env, c.h = p.env.clone(), p.h.clone()
	c.defers = append([]deferred(nil), p.defers...)
	return &c
}

func (p *path) set(r ssa.Value, v value) {
	if v.kind == unknown || v.kind == name && decidesNothing(r.Type()) {
		p.env.drop(r)
		return
	}
	p.env.set(r, v)
}

// keep forgets the registers that are not needed any more, or that make no difference:
// states are copied wherever paths part.
func (p *path) keep(live map[ssa.Value]bool, distinguishes func(ssa.Value) bool) {
	p.env.dropFunc(func(r ssa.Value, v value) bool { return !live[r] || v.dropped(distinguishes(r)) })
}

func (p *path) to(b *ssa.BasicBlock) *path {
	p.To(b)
	return p
}

type deferred struct {
	call *ssa.Defer
	fn   value
	args []value
}

// same reports whether d and other do the same when they are run.
func (d deferred) same(other deferred) bool {
	return d.call == other.call && d.fn == other.fn && slices.Equal(d.args, other.args)
}

// An exit is one way out of a function.
type exit struct {
	h       *heap
	results []value
	ret     ssa.Instruction
}
