package attempt

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A state is copied wherever paths part, and kept until all paths to its block have come. So it is small: what a run
// meets has numbers, and a state is tables of them, in their order, without pointers.

// names are the numbers of what a run meets.
type names struct {
	regs  numbered[ssa.Value]
	keys  numbered[string]
	roots []uint32 // what root has found out
	vals  numbered[value]
}

// numbered gives each T that it sees a number, the same each time.
type numbered[T comparable] struct {
	of  map[T]uint32
	all []T
}

func (n *numbered[T]) number(x T) uint32 {
	i, ok := n.of[x]
	if !ok {
		if n.of == nil {
			n.of = map[T]uint32{}
		}
		i = uint32(len(n.all))
		n.of[x] = i
		n.all = append(n.all, x)
	}
	return i
}

// root is the number of the variable that the key with the number key begins with.
func (n *names) root(key uint32) uint32 {
	for i := len(n.roots); i <= int(key); i++ {
		n.roots = append(n.roots, n.keys.number(rootKey(n.keys.all[i])))
	}
	return n.roots[key]
}

// rootKey is the variable that a key begins with: "a7" of "a7.err" and "a7[0]".
func rootKey(key string) string {
	if i := strings.IndexAny(key, ".[*"); i > 0 {
		return key[:i]
	}
	return key
}

// leadsTo reports whether key is that of a variable, of a part of it, or of what it points to.
func leadsTo(variable, key string) bool {
	rest, ok := strings.CutPrefix(key, variable)
	return ok && (rest == "" || strings.ContainsRune(".*[", rune(rest[0])))
}

// A slot is one line of a table.
type slot[V any] struct {
	key uint32
	val V
}

// A table has values by their numbers, in the order of these.
type table[V any] []slot[V]

func (t table[V]) find(key uint32) (int, bool) {
	if n := len(t); n == 0 || t[n-1].key < key { // tables are filled in order
		return n, false
	}
	return slices.BinarySearchFunc(t, key, func(s slot[V], key uint32) int { return cmp.Compare(s.key, key) })
}

func (t *table[V]) put(key uint32, v V) {
	i, ok := t.find(key)
	if !ok {
		*t = slices.Insert(*t, i, slot[V]{key: key})
	}
	(*t)[i].val = v
}

func (t *table[V]) remove(key uint32) {
	if i, ok := t.find(key); ok {
		*t = slices.Delete(*t, i, i+1)
	}
}

// add adds what other has and t has not.
func (t *table[V]) add(other table[V]) {
	if len(other) == 0 {
		return
	}
	mine := *t
	all := make(table[V], 0, len(mine)+len(other))
	for _, s := range other {
		for len(mine) > 0 && mine[0].key < s.key {
			all, mine = append(all, mine[0]), mine[1:]
		}
		if len(mine) == 0 || mine[0].key != s.key {
			all = append(all, s)
		}
	}
	*t = append(all, mine...)
}

// split keeps in t what stays holds for, and returns the others.
func (t *table[V]) split(stays func(slot[V]) bool) (others table[V]) {
	*t = slices.DeleteFunc(*t, func(s slot[V]) bool {
		stay := stays(s)
		if !stay {
			others = append(others, s)
		}
		return !stay
	})
	return others
}

// A holding says what each K holds.
type holding[K comparable] struct {
	names *names
	keys  *numbered[K]
	table[uint32]
}

// registers are what registers hold; cells are what lies in variables, by their keys.
type (
	registers = holding[ssa.Value]
	cells     = holding[string]
)

func (n *names) registers() registers { return registers{names: n, keys: &n.regs} }
func (n *names) cells() cells         { return cells{names: n, keys: &n.keys} }

func (h holding[K]) get(k K) (value, bool) {
	key, ok := h.keys.of[k]
	if !ok {
		return value{}, false
	}
	i, ok := h.find(key)
	if !ok {
		return value{}, false
	}
	return h.names.vals.all[h.table[i].val], true
}

// has reports whether k holds v.
func (h holding[K]) has(k K, v value) bool {
	held, ok := h.get(k)
	return ok && held == v
}

func (h *holding[K]) set(k K, v value) { h.put(h.keys.number(k), h.names.vals.number(v)) }

func (h *holding[K]) drop(k K) {
	if key, ok := h.keys.of[k]; ok {
		h.remove(key)
	}
}

// all goes through what is held; nothing may be set or dropped meanwhile.
func (h holding[K]) all() iter.Seq2[K, value] {
	return func(yield func(K, value) bool) {
		for _, s := range h.table {
			if !yield(h.keys.all[s.key], h.names.vals.all[s.val]) {
				return
			}
		}
	}
}

func (h *holding[K]) dropFunc(drop func(K, value) bool) {
	h.table = slices.DeleteFunc(h.table, func(s slot[uint32]) bool { return drop(h.keys.all[s.key], h.names.vals.all[s.val]) })
}

func (h holding[K]) clone() holding[K] {
	h.table = slices.Clone(h.table)
	return h
}

// objects are what is known of objects, by their numbers. What is pointed to does not change.
type objects struct{ table[*Object] }

func (os objects) get(id int) (Object, bool) {
	i, ok := os.find(uint32(id))
	if !ok {
		return Object{}, false
	}
	return *os.table[i].val, true
}

func (os objects) at(id int) Object {
	o, _ := os.get(id)
	return o
}

func (os *objects) set(id int, o Object) { os.put(uint32(id), &o) }

// all goes through the objects; they may be set meanwhile, but none be added.
func (os objects) all() iter.Seq2[int, Object] {
	return func(yield func(int, Object) bool) {
		for _, s := range os.table {
			if !yield(int(s.key), *s.val) {
				return
			}
		}
	}
}

func (os objects) clone() objects { return objects{slices.Clone(os.table)} }
