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
	roots []uint32 // the numbers of the variables that keys begin with, by their own numbers
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

// key is the number of the memory that is named key.
func (n *names) key(key string) uint32 {
	i := n.keys.number(key)
	if int(i) == len(n.roots) {
		n.roots = append(n.roots, i)
		if root := rootKey(key); root != key {
			n.roots[i] = n.key(root)
		}
	}
	return i
}

// rootKey is the variable that a key begins with: "a7" of "a7.err" and "a7[0]".
func rootKey(key string) string {
	if i := strings.IndexAny(key, ".[*"); i > 0 {
		return key[:i]
	}
	return key
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

// registers are what registers hold.
type registers struct {
	names *names
	table[uint32]
}

func (r registers) get(reg ssa.Value) (value, bool) {
	key, ok := r.names.regs.of[reg]
	if !ok {
		return value{}, false
	}
	i, ok := r.find(key)
	if !ok {
		return value{}, false
	}
	return r.names.vals.all[r.table[i].val], true
}

// has reports whether reg holds v.
func (r registers) has(reg ssa.Value, v value) bool {
	held, ok := r.get(reg)
	return ok && held == v
}

func (r *registers) set(reg ssa.Value, v value) {
	r.put(r.names.regs.number(reg), r.names.vals.number(v))
}

func (r *registers) drop(reg ssa.Value) {
	if key, ok := r.names.regs.of[reg]; ok {
		r.remove(key)
	}
}

func (r registers) all() iter.Seq2[ssa.Value, value] {
	return func(yield func(ssa.Value, value) bool) {
		for _, s := range r.table {
			if !yield(r.names.regs.all[s.key], r.names.vals.all[s.val]) {
				return
			}
		}
	}
}

func (r *registers) dropFunc(drop func(ssa.Value, value) bool) {
	r.table = slices.DeleteFunc(r.table, func(s slot[uint32]) bool { return drop(r.names.regs.all[s.key], r.names.vals.all[s.val]) })
}

func (r registers) clone() registers { return registers{r.names, slices.Clone(r.table)} }

// cells are what lies in variables, by their keys.
type cells struct {
	names *names
	table[uint32]
}

func (c cells) get(key string) (value, bool) {
	k, ok := c.names.keys.of[key]
	if !ok {
		return value{}, false
	}
	i, ok := c.find(k)
	if !ok {
		return value{}, false
	}
	return c.names.vals.all[c.table[i].val], true
}

// has reports whether v lies at key.
func (c cells) has(key string, v value) bool {
	held, ok := c.get(key)
	return ok && held == v
}

func (c *cells) set(key string, v value) { c.put(c.names.key(key), c.names.vals.number(v)) }

func (c *cells) drop(key string) {
	if k, ok := c.names.keys.of[key]; ok {
		c.remove(k)
	}
}

// all goes through the cells as they are at its start.
func (c cells) all() iter.Seq2[string, value] {
	return func(yield func(string, value) bool) {
		for _, s := range c.table {
			if !yield(c.names.keys.all[s.key], c.names.vals.all[s.val]) {
				return
			}
		}
	}
}

func (c *cells) dropFunc(drop func(string, value) bool) {
	c.table = slices.DeleteFunc(c.table, func(s slot[uint32]) bool { return drop(c.names.keys.all[s.key], c.names.vals.all[s.val]) })
}

func (c cells) clone() cells { return cells{c.names, slices.Clone(c.table)} }

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
