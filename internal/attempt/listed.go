package attempt

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file follows a loop over functions, or over values with methods, that are listed in the program: it calls one
// after the other.
//
//	for _, step := range []func(context.Context, *v1.Backup) error{r.start, r.label} {

// maxListed bounds how many of them there are.
const maxListed = 16

// lengthOf is how many elements the slice has of which a call asks that, if it lists what may be called; ok is false
// for others.
func (m *memory) lengthOf(p *path, call *ssa.Call) (n int, ok bool) {
	if !ssaquery.IsLen(call) || !isListOfCalled(call.Call.Args[0].Type()) {
		return 0, false
	}
	list := m.eval(p, call.Call.Args[0])
	if list == nilValue {
		return 0, true
	}
	a := m.cellVar[list.text]
	if list.kind != address || a == nil {
		return 0, false
	}
	array, ok := ssaquery.Deref(a.Type()).(*types.Array)
	if !ok {
		return 0, false
	}
	return int(array.Len()), true
}

// fill puts into the variable a, which another function has made, what that lists.
func (m *memory) fill(p *path, a *ssa.Alloc) value {
	key := fmt.Sprintf("a%d", m.id(a))
	m.cellVar[key] = a
	for _, r := range *a.Referrers() {
		if e, ok := r.(*ssa.IndexAddr); ok {
			if c, ok := e.Index.(*ssa.Const); ok {
				m.fillAt(p, key+"["+c.Value.ExactString()+"]", e)
			}
		}
	}
	return value{kind: address, text: key}
}

func (m *memory) fillAt(p *path, key string, at ssa.Value) {
	for _, r := range *at.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			m.fillAt(p, key+"."+ssaquery.FieldName(r.X, r.Field), r)
		case *ssa.Store:
			listed := r.Val
			if named, ok := listed.(*ssa.ChangeType); ok {
				listed = named.X
			}
			switch v := listed.(type) {
			case *ssa.Function:
				p.h.cells.set(key, m.function(v, nil))
			case *ssa.MakeClosure:
				p.h.cells.set(key, m.function(v.Fn.(*ssa.Function), make([]value, len(v.Bindings))))
			case *ssa.MakeInterface:
				p.h.cells.set(key, m.typed(v))
			}
		}
	}
}

// typed is a value of which only the type is known, in an interface.
func (m *memory) typed(i *ssa.MakeInterface) value {
	if !mayBeCalled(i.Type()) {
		return value{}
	}
	n := m.id(i)
	m.types[n] = i.X.Type()
	return value{kind: nonNil, obj: n}
}

// typeOf is the type of what v, an interface, holds, nil if it is not known.
func (m *memory) typeOf(h *heap, v value) types.Type {
	switch {
	case v.kind == nonNil:
		return m.types[v.obj]
	case v.kind == address && m.cellVar[v.text] != nil:
		return m.cellVar[v.text].Type()
	case v.kind == pointer && v.text == "" && h.losses != nil:
		if t := h.pending(v.obj).Type; t != nil {
			return types.NewPointer(t)
		}
	}
	return nil
}
