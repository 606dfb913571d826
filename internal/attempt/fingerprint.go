package attempt

import (
	"crypto/sha256"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// A mark is the same for states that go on alike. Two others have one mark too once in 2^128
// pairs, which does not happen.
type mark [sha256.Size]byte

// fingerprint is the mark of a state: registers count if they are in live.
func (m *memory) fingerprint(h *heap, env map[ssa.Value]value, live map[ssa.Value]bool, defers []deferred) mark {
	return markOf(m, h, env, live, defers, func(value) bool { return true })
}

// markOf is the mark of what a state knows of registers and variables for which counts holds, and of all objects.
func markOf(m *memory, h *heap, env map[ssa.Value]value, live map[ssa.Value]bool, defers []deferred, counts func(value) bool) mark {
	w := &printer{m: m, b: make([]byte, 0, 512)}
	if h.losses != nil { // no write is refused, so that it only counts which versions are the same
		w.versions = map[int]int{0: 0}
	}
	if h.failed != nil {
		w.reread = h.reread
	}
	regs := make([]int, 0, len(env))
	byID := make(map[int]value, len(env))
	for r, v := range env {
		if (live == nil || live[r]) && counts(v) {
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
		if !counts(h.cells[k]) {
			continue
		}
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
	for _, token := range slices.Sorted(maps.Keys(h.deleted)) {
		w.version(token)
		w.flags(h.deleted[token])
	}
	if h.failed != nil {
		w.number(m.id(h.failed.Site))
		w.object(h.failed.Object)
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
	return sha256.Sum256(w.b)
}

// printer writes states, for comparing them.
type printer struct {
	m *memory
	b []byte
	// reread is the last read since a write was refused: whose nil error it is makes a
	// difference.
	reread ssa.CallInstruction
	// versions are the numbers of versions by their tokens, in the order in which they are met;
	// nil where the tokens themselves are.
	versions map[int]int
}

func (w *printer) number(n int) {
	w.b = append(strconv.AppendInt(w.b, int64(n), 10), ',')
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

func (w *printer) value(v value) {
	w.number(int(v.kind))
	w.b = append(w.b, v.text...)
	w.b = append(w.b, ',')
	if v.kind == deletion {
		w.version(v.obj)
	} else {
		w.number(v.obj)
	}
	if v.kind != fine || w.reread == v.call {
		w.number(w.m.id(v.call))
	}
	w.number(int(v.src))
	if v.kind == data {
		w.object(*v.ver)
	}
}

func (w *printer) object(o Object) {
	if o.pending != nil {
		for _, n := range o.pending.Mark() {
			w.number(n)
		}
	}
	w.number(int(o.Source))
	w.version(o.token)
	w.number(o.Attempt)
	if w.versions != nil { // what is to be sent is all in o.pending
		return
	}
	w.number(w.m.id(o.super))
	w.number(w.m.id(o.Lost))
	w.flags(o.Changed, o.Edited, o.EditedInside, o.Outside, o.InCache, o.Versioned, o.OfCopy)
}

func (m *memory) exitKey(e exit) mark {
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
