package attempt

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// A heap is what is known beyond the registers of one function. It belongs to one
// path.
type heap struct {
	cells map[string]value
	objs  map[int]Object
	// assume has what tests of named values outside the retry have said.
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
	// slept: time has passed since.
	slept bool
	// reread is the last read from the server since.
	reread ssa.CallInstruction
}

// A Failure is the write that was refused.
type Failure struct {
	// Site is the write, or the call in the retried function that leads to it.
	Site ssa.CallInstruction
	// Write is the write itself, of which only the method is known where it
	// lies in another package.
	Write ssa.CallInstruction
	Verb  string
	// Object is what was sent; known is false where nobody knows.
	Object Object
	known  bool
	// attempt in which it was sent, by the call of frame.
	attempt int
	frame   *frame
}

func newHeap() *heap {
	return &heap{cells: map[string]value{}, objs: map[int]Object{}, assume: map[string]bool{}}
}

func (h *heap) clone() *heap {
	c := *h
	c.cells, c.objs, c.assume = maps.Clone(h.cells), maps.Clone(h.objs), maps.Clone(h.assume)
	return &c
}

// phase tells objects and names from before the conflict from those after it.
func (h *heap) phase() int {
	if h.failed == nil {
		return 0
	}
	return 1
}

// touch gives the object another version that nobody knows.
func (m *memory) touch(h *heap, obj int, at ssa.Instruction) {
	o := h.objs[obj]
	o.token = m.id(fmt.Sprintf("touch %d %d %d", obj, m.id(at), h.phase()))
	o.Changed, o.super, o.Lost = true, nil, nil
	h.objs[obj] = o
}

// printer writes states, for comparing them.
type printer struct {
	m *memory
	b []byte
}

func (w *printer) number(n int) {
	w.b = append(strconv.AppendInt(w.b, int64(n), 10), ',')
}

func (w *printer) flags(flags ...bool) {
	for _, f := range flags {
		c := byte('-')
		if f {
			c = '+'
		}
		w.b = append(w.b, c)
	}
}

func (w *printer) value(v value) {
	w.number(int(v.kind))
	w.b = append(w.b, v.text...)
	w.b = append(w.b, ',')
	w.number(v.obj)
	w.number(w.m.id(v.call))
	w.number(int(v.src))
	if v.kind == data {
		w.object(v.ver)
	}
}

func (w *printer) object(o Object) {
	w.number(int(o.Source))
	w.number(o.token)
	w.number(o.Attempt)
	w.number(w.m.id(o.super))
	w.number(w.m.id(o.Lost))
	w.flags(o.Changed, o.Edited, o.Outside, o.InCache)
}

// fingerprint is the same for states that go on alike: registers count if they
// are in live.
func (m *memory) fingerprint(h *heap, env map[ssa.Value]value, live map[ssa.Value]bool, defers []deferred) string {
	w := &printer{m: m, b: make([]byte, 0, 512)}
	regs := make([]int, 0, len(env))
	byID := make(map[int]value, len(env))
	for r, v := range env {
		if live == nil || live[r] {
			n := m.id(r)
			regs = append(regs, n)
			byID[n] = v
		}
	}
	slices.Sort(regs)
	for _, r := range regs {
		w.number(r)
		w.value(byID[r])
	}
	for _, k := range slices.Sorted(maps.Keys(h.cells)) {
		w.b = append(append(w.b, k...), '=')
		w.value(h.cells[k])
	}
	for _, k := range slices.Sorted(maps.Keys(h.objs)) {
		w.number(k)
		w.object(h.objs[k])
	}
	for _, k := range slices.Sorted(maps.Keys(h.assume)) {
		w.b = append(w.b, k...)
		w.flags(h.assume[k])
	}
	if h.failed != nil {
		w.number(m.id(h.failed.Site))
		w.object(h.failed.Object)
	}
	w.flags(h.tested, h.seen, h.slept)
	w.number(m.id(h.reread))
	w.number(h.attempt)
	for _, d := range defers {
		w.number(m.id(d.call))
	}
	return string(w.b)
}

func (m *memory) exitKey(e exit) string {
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
