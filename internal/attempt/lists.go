package attempt

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// lists are the lists of what may be called that fields and package variables hold, if they are set once.
type lists map[listPlace]*ssa.Alloc

// A fieldOf is a field of all structs of a type.
type fieldOf struct {
	owner types.Type
	index int
}

func fieldAt(addr *ssa.FieldAddr) fieldOf {
	return fieldOf{types.Unalias(ssaquery.Deref(addr.X.Type())), addr.Field}
}

// A listPlace is a field of all structs of a type, or a variable of the package.
type listPlace struct {
	field    fieldOf
	variable *ssa.Global
}

// listPlaceOf is the place at addr, if no other package can reach it.
func listPlaceOf(addr ssa.Value) (at listPlace, ok bool) {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return listPlace{field: fieldAt(a)}, !ssaquery.StructField(a.X.Type(), a.Field).Exported()
	case *ssa.Global:
		return listPlace{variable: a}, a.Object() != nil && !a.Object().Exported()
	}
	return listPlace{}, false
}

// findLists finds the lists that fns keep.
func findLists(fns []*ssa.Function) lists {
	l := lists{}
	for st := range ssaquery.Each[*ssa.Store](fns...) {
		at, ok := listPlaceOf(st.Addr)
		if !ok || !isListOfCalled(st.Val.Type()) {
			continue
		}
		_, again := l[at]
		l[at] = nil
		if s, ok := st.Val.(*ssa.Slice); ok && !again && isWhole(s) {
			l[at], _ = s.X.(*ssa.Alloc)
		}
	}
	return l
}

// isWhole reports whether s has all elements of what it is a slice of.
func isWhole(s *ssa.Slice) bool { return s.Low == nil && s.High == nil }

// read is the list that u reads, nil for others.
func (l lists) read(u *ssa.UnOp) *ssa.Alloc {
	at, ok := listPlaceOf(u.X)
	if !ok {
		return nil
	}
	return l[at]
}

// isListOfCalled reports whether t is a slice of functions, of interfaces, or of structs with one of these.
func isListOfCalled(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	st, ok := s.Elem().Underlying().(*types.Struct)
	if !ok {
		return mayBeCalled(s.Elem())
	}
	for f := range st.Fields() {
		if mayBeCalled(f.Type()) {
			return true
		}
	}
	return false
}

func mayBeCalled(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Interface:
		return t.NumMethods() > 0 && !ssaquery.IsError(t)
	}
	return false
}
