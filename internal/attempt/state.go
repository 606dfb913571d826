package attempt

import (
	"fmt"
	"maps"
	"slices"
	"strings"

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
	// attempt in which it was sent.
	attempt int
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
func (m *machine) touch(h *heap, obj int, at ssa.Instruction) {
	o := h.objs[obj]
	o.token = m.id(fmt.Sprintf("touch %d %d %d", obj, m.id(at), h.phase()))
	o.Changed, o.super, o.Lost = true, nil, nil
	h.objs[obj] = o
}

// print writes v, for comparing states.
func (m *machine) print(b *strings.Builder, v value) {
	fmt.Fprintf(b, "%d%s,%d,%d,%d", v.kind, v.text, v.obj, m.id(v.call), v.src)
	if v.kind == data {
		m.printObject(b, v.ver)
	}
}

func (m *machine) printObject(b *strings.Builder, o Object) {
	fmt.Fprintf(b, "{%d %d %d %v %v %d %d}", o.Source, o.token, o.Attempt, o.Changed, o.InCache, m.id(o.super), m.id(o.Lost))
}

// fingerprint is the same for states that go on alike: registers count if they
// are in live.
func (m *machine) fingerprint(h *heap, env map[ssa.Value]value, live map[ssa.Value]bool, defers []deferred) string {
	var b strings.Builder
	var regs []int
	byID := map[int]value{}
	for r, v := range env {
		if live == nil || live[r] {
			n := m.id(r)
			regs = append(regs, n)
			byID[n] = v
		}
	}
	slices.Sort(regs)
	for _, r := range regs {
		fmt.Fprintf(&b, "r%d=", r)
		m.print(&b, byID[r])
	}
	for _, k := range slices.Sorted(maps.Keys(h.cells)) {
		b.WriteString(k + "=")
		m.print(&b, h.cells[k])
	}
	for _, k := range slices.Sorted(maps.Keys(h.objs)) {
		fmt.Fprintf(&b, "o%d", k)
		m.printObject(&b, h.objs[k])
	}
	for _, k := range slices.Sorted(maps.Keys(h.assume)) {
		fmt.Fprintf(&b, "%s:%v", k, h.assume[k])
	}
	if h.failed != nil {
		fmt.Fprintf(&b, "F%d", m.id(h.failed.Site))
		m.printObject(&b, h.failed.Object)
	}
	fmt.Fprintf(&b, "%v%v%v%d,%d", h.tested, h.seen, h.slept, m.id(h.reread), h.attempt)
	for _, d := range defers {
		fmt.Fprintf(&b, "d%d", m.id(d.call))
	}
	return b.String()
}
