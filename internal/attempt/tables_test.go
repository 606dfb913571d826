package attempt

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTable compares tables with maps, over random changes.
func TestTable(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	random := func() (table[int], map[uint32]int) {
		var tab table[int]
		m := map[uint32]int{}
		for range rnd.IntN(40) {
			k, v := uint32(rnd.IntN(20)), rnd.IntN(3)
			if v == 0 {
				tab.remove(k)
				delete(m, k)
			} else {
				tab.put(k, v)
				m[k] = v
			}
		}
		return tab, m
	}
	check := func(what string, tab table[int], m map[uint32]int) {
		t.Helper()
		got := map[uint32]int{}
		for _, s := range tab {
			got[s.key] = s.val
		}
		if !slices.IsSortedFunc(tab, func(a, b slot[int]) int { return int(a.key) - int(b.key) }) || len(got) != len(tab) || !maps.Equal(got, m) {
			t.Fatalf("%s: %v, want %v", what, tab, m)
		}
	}
	for range 500 {
		tab, m := random()
		check("put and remove", tab, m)
		other, n := random()
		before := slices.Clone(other)
		tab.add(other)
		maps.Copy(n, m) // what both have stays as it was
		check("add", tab, n)
		if !slices.Equal(other, before) {
			t.Fatalf("add changed its argument: %v, before %v", other, before)
		}
		odd := maps.Clone(n)
		maps.DeleteFunc(odd, func(k uint32, _ int) bool { return k%2 == 0 })
		maps.DeleteFunc(n, func(k uint32, _ int) bool { return k%2 == 1 })
		others := tab.split(func(s slot[int]) bool { return s.key%2 == 0 })
		check("split", tab, n)
		check("the others of split", others, odd)
	}
}

// TestCellsOfCopies: what is put into the copy of a state, or dropped from it, does not show in the other.
func TestCellsOfCopies(t *testing.T) {
	h := newHeap(&names{})
	h.cells.set("a1", trueValue)
	h.cells.set("a1.err", nilValue)
	h.objs.set(7, Object{Source: Live})
	c := h.clone()
	c.cells.set("a1", falseValue)
	c.cells.drop("a1.err")
	c.cells.set("a0", nilValue)
	c.objs.set(7, Object{Source: Cached})
	if v, _ := h.cells.get("a1"); v != trueValue || !h.cells.has("a1.err", nilValue) || h.cells.has("a0", nilValue) || h.objs.at(7).Source != Live {
		t.Errorf("the first state changed with its copy: %v", slices.Collect(maps.Keys(maps.Collect(h.cells.all()))))
	}
}
