package ownership

import (
	"github.com/k8slint/k8slint/internal/ownership/accesspath"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// overwrite makes the elements of w.slice what w.val is.
func (a *memory) overwrite(w ssaquery.Overwriting) {
	s := a.value(w.Slice)
	if len(s) == 0 {
		return
	}
	v := a.value(w.Value)
	for _, r := range s {
		at := r.Step(accesspath.Elem)
		if at.Obj.Kind == heap.Cached {
			continue
		}
		a.st.Empty(at)
		a.st.Writable(at.Obj)[at.Path] = heap.Cell{Values: v, Agg: ssaquery.IsAggregate(w.Value.Type())}
	}
}
