package attempt

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"iter"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A mark is the same for states that go on alike. Two others have one mark too once in 2^128
// pairs, which does not happen.
type mark [sha256.Size]byte

// fingerprint is the mark of a state.
func (m *memory) fingerprint(h *heap, env registers, defers []deferred) mark {
	return markOf(m, h, env, defers, func(value) bool { return true })
}

// markOf is the mark of what a state knows of registers and variables for which counts holds, and of all objects.
func markOf(m *memory, h *heap, env registers, defers []deferred, counts func(value) bool) mark {
	w := &printer{m: m, b: m.printed[:0]}
	if h.losses != nil { // no write is refused, so that it only counts which versions are the same
		w.versions = map[int]int{0: 0}
	}
	if w.refused = h.failed != nil; w.refused {
		w.reread = h.reread
	}
	for _, s := range env.table {
		w.line(s, counts)
	}
	w.next()
	idle := m.idle(h, env)
	for _, s := range h.cells.table {
		if v := &m.names.vals.all[s.val]; v.kind != pointer || v.text != "" || !idle[v.obj] {
			w.line(s, counts)
		}
	}
	w.next()
	for _, s := range h.objs.table {
		if idle[int(s.key)] {
			continue
		}
		w.number(int(s.key))
		w.object(s.val)
	}
	w.next()
	for k, is := range sorted(h.assume) {
		w.number(int(m.names.keys.number(k)) + 1)
		w.flags(is)
	}
	w.next()
	w.number(len(h.deleted))
	for token, is := range sorted(h.deleted) {
		w.version(token)
		w.flags(is)
	}
	w.flags(h.failed != nil)
	if h.failed != nil {
		w.number(m.id(h.failed.Site))
		w.refused = false
		w.object(&h.failed.Object)
	}
	w.flags(h.tested, h.seen, h.strange, h.tried, h.missed)
	if h.failed != nil { // what came before a write is refused is forgotten then
		w.flags(h.slept, h.wrote)
		w.number(m.id(h.reread))
	}
	w.number(m.id(h.resent))
	w.number(h.attempt)
	for _, d := range defers {
		w.number(m.id(d.call))
	}
	m.printed = w.b
	return sha256.Sum256(w.b)
}

// sorted goes through m in the order of its keys.
func sorted[K cmp.Ordered, V any](m map[K]V) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		if len(m) == 0 { // as most are
			return
		}
		for _, k := range slices.Sorted(maps.Keys(m)) {
			if !yield(k, m[k]) {
				return
			}
		}
	}
}

// idle are the objects that one field leads to and nothing else, and of which no change is known: whoever reads that
// field gets such an object in any case.
func (m *memory) idle(h *heap, env registers) map[int]bool {
	if h.losses == nil {
		return nil
	}
	var idle map[int]bool
	for _, s := range h.objs.table {
		if s.val.Source != Built && s.val.pending.Idle() {
			if idle == nil {
				idle = map[int]bool{}
			}
			idle[int(s.key)] = true
		}
	}
	if idle == nil {
		return nil
	}
	for _, s := range env.table {
		m.disturb(idle, m.names.vals.all[s.val])
	}
	held := map[int]bool{}
	for _, s := range h.cells.table {
		v := m.names.vals.all[s.val]
		if v.kind == pointer && v.text == "" && !held[v.obj] && m.names.root(s.key) != s.key {
			held[v.obj] = true
			continue
		}
		m.disturb(idle, v)
	}
	maps.DeleteFunc(idle, func(id int, _ bool) bool { return !held[id] })
	return idle
}

// disturb takes out of idle what v leads to.
func (m *memory) disturb(idle map[int]bool, v value) {
	switch v.kind {
	case pointer, patch:
		delete(idle, v.obj)
	case function:
		for _, b := range m.funcs[v.obj].binds {
			m.disturb(idle, b)
		}
	}
}

// printer writes states, for comparing them.
type printer struct {
	m *memory
	b []byte
	// reread is the last read since a write was refused: whose nil error it is makes a
	// difference.
	reread ssa.CallInstruction
	// refused: a write was refused, so that no object can be the first of two writes any more.
	refused bool
	// versions are the numbers of versions by their tokens, in the order in which they are met;
	// nil where the tokens themselves are.
	versions map[int]int
}

func (w *printer) number(n int) {
	w.b = binary.AppendVarint(w.b, int64(n))
}

func (w *printer) version(token int) {
	if w.versions != nil {
		n, ok := w.versions[token]
		if !ok {
			n = len(w.versions)
			w.versions[token] = n
		}
		token = n
	}
	w.number(token)
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

// line prints what a register or a variable holds, if counts holds for it.
func (w *printer) line(s slot[uint32], counts func(value) bool) {
	v := &w.m.names.vals.all[s.val]
	if !counts(*v) {
		return
	}
	w.number(int(s.key) + 1)
	w.number(int(v.kind))
	switch v.kind {
	case deletion:
		w.b = append(append(w.b, v.text...), 0)
		w.version(v.obj)
	case fine:
		if w.reread == v.call {
			w.number(w.m.id(v.call))
		}
	case data:
		w.b = append(append(w.b, v.text...), 0)
		w.object(v.ver)
	default:
		w.number(int(s.val))
	}
}

// next ends a table: no line begins with 0.
func (w *printer) next() { w.number(0) }

func (w *printer) object(o *Object) {
	w.flags(o.pending != nil)
	if o.pending != nil {
		for _, n := range o.pending.Mark() {
			w.number(n)
		}
	}
	w.number(int(o.Source))
	if o.Source != Unknown || w.versions != nil { // no finding is made of an unknown version
		w.version(o.token)
	}
	w.number(o.Attempt)
	if w.versions != nil { // what is to be sent is all in o.pending
		return
	}
	w.number(o.finalizer.id)
	w.flags(o.finalizer.has, o.Changed, o.InCache)
	if w.refused { // the rest is asked only of the first of two writes
		return
	}
	w.number(w.m.id(o.super))
	w.number(w.m.id(o.Lost))
	w.number(o.replaced)
	w.number(w.m.id(o.by))
	w.flags(o.Edited, o.EditedInside && !o.Edited, o.Outside, o.Versioned, o.OfCopy && o.super != nil)
}

func (m *memory) exitKey(e exit) mark {
	env := m.names.registers()
	for i, r := range e.results {
		env.set(resultKeys[min(i, len(resultKeys)-1)], r)
	}
	return m.fingerprint(e.h, env, nil)
}

// resultKeys stand for the results of a function in a fingerprint.
var resultKeys = func() (keys []ssa.Value) {
	for range 8 {
		keys = append(keys, &ssa.Const{})
	}
	return keys
}()
