package ownership

import (
	"slices"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/ownership/heap"
)

// A function is analysed as if its parameters were different objects. A caller can
// give it one object twice,
//
//	reset(&svc.Spec, svc)
//
// where the function replaces what lies in the one and writes what it takes the other
// to hold. What the caller had there is then not written: of an argument nothing is
// told behind a place that the function replaces by way of another argument. That it
// may do so after the write is not considered.

// A replacement is a place in the memory of the caller that a callee replaces.
type replacement struct {
	param int // the parameter by way of which it does
	at    heap.Ref
}

// replaces are the places of the arguments args that a function with the effect s
// replaces in any case.
func (a *memory) replaces(s *effect.Summary, args []heap.Values) []replacement {
	var out []replacement
	for _, st := range s.Stores {
		if st.At.Base != effect.Param || st.At.Idx >= len(args) || st.MayKeep() {
			continue
		}
		if at := a.walk(args[st.At.Idx], st.At.Path, false); len(at) == 1 && !accesspath.Plural(at[0].Path) {
			out = append(out, replacement{st.At.Idx, at[0]})
		}
	}
	return out
}

// walkBeside follows path from the argument v for param, but not from places that the
// function replaces by way of other parameters.
func (a *memory) walkBeside(over []replacement, param int, v heap.Values, path string, asCopy bool) heap.Values {
	if !slices.ContainsFunc(over, func(p replacement) bool { return p.param != param }) {
		return a.walk(v, path, asCopy)
	}
	replaced := func(r heap.Ref) bool {
		return slices.ContainsFunc(over, func(p replacement) bool {
			_, below := accesspath.Below(r.Path, p.at.Path)
			return below && p.at.Obj == r.Obj && p.param != param
		})
	}
	for step := range accesspath.Steps(path) {
		if step == accesspath.Deref {
			v = slices.DeleteFunc(slices.Clone(v), replaced)
		}
		v = a.walk(v, step, false)
	}
	return a.walk(v, "", asCopy)
}
