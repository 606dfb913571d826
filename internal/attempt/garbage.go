package attempt

import (
	"iter"

	"golang.org/x/tools/go/ssa"
)

// sweep drops what nobody can reach any more of what fn has made: its variables and
// objects, unless one of the roots, a variable of another function or a closure in
// one leads to them. States that differ in nothing else are one then.
func (m *memory) sweep(fn *ssa.Function, h *heap, roots iter.Seq[value]) {
	keepCells, keepObjs := map[string]bool{}, map[int]bool{}
	var keep func(v value)
	keep = func(v value) {
		switch v.kind {
		case pointer, patch:
			keepObjs[v.obj] = true
		case function:
			for _, b := range m.funcs[v.obj].binds {
				keep(b)
			}
		case address, name:
			root := rootKey(v.text)
			if keepCells[root] {
				return
			}
			keepCells[root] = true
			for k, c := range h.cells {
				if rootKey(k) == root {
					keep(c)
				}
			}
		}
	}
	for r := range roots {
		keep(r)
	}
	for k, c := range h.cells {
		if m.cellOwner[rootKey(k)] != fn {
			keep(c)
		}
	}
	for k := range h.cells {
		if root := rootKey(k); m.cellOwner[root] == fn && !keepCells[root] {
			delete(h.cells, k)
		}
	}
	for id := range h.objs {
		if m.objOwner[id] == fn && !keepObjs[id] {
			delete(h.objs, id)
		}
	}
}

// roots are the values that a path still needs at the start of its block.
func roots(p *path, live map[ssa.Value]bool) iter.Seq[value] {
	return func(yield func(value) bool) {
		for r, v := range p.env {
			if live[r] && !yield(v) {
				return
			}
		}
		for _, d := range p.defers {
			if !yield(d.fn) {
				return
			}
			for _, a := range d.args {
				if !yield(a) {
					return
				}
			}
		}
	}
}
