package lostwrite

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/apiobjects"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// inMemory reports whether the change of a spec is read between its place and the write, by a function of the package
// that gets the object: then it has served its purpose, as names do that are resolved for what is made of the object.
func (w *writer) inMemory(l apiobjects.Loss) bool {
	return w.takenAfter(l) || readAfter(l) || slices.ContainsFunc(l.Site.Common().Args, func(a ssa.Value) bool {
		return slices.ContainsFunc(w.getting(l.Fn)[apicalls.Object(a)], func(call *ssa.Call) bool {
			return reads(call, l, map[*ssa.Function]bool{}) && isBetween(call, l)
		})
	})
}

// isOnlyWritten reports whether the function of the write has the object to itself, and uses it for nothing else behind
// the change, which then serves no purpose in memory.
func isOnlyWritten(l apiobjects.Loss) bool {
	st, ok := l.Change.At.(*ssa.Store)
	if !ok || st.Parent() != l.Fn {
		return false
	}
	obj, ok := ssaquery.Root(st.Addr).(*ssa.Alloc)
	return ok && !slices.ContainsFunc(uses(obj), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.DebugRef:
			return false
		case *ssa.UnOp:
			return ssaquery.RunsAfterWithout(st, use, obj.Block())
		case *ssa.Call:
			if fn := ssaquery.Called(&use.Call); use.Call.IsInvoke() || fn != nil && fn.Name() == "DeepCopy" {
				return ssa.CallInstruction(use) != l.Site && ssaquery.RunsAfterWithout(st, use, obj.Block())
			}
		}
		return true // it may keep the object
	})
}

// uses are the instructions that use the object at v or a field of it, but for those that set one.
func uses(v ssa.Value) (out []ssa.Instruction) {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			out = append(out, uses(r)...)
		case *ssa.MakeInterface:
			out = append(out, uses(r)...)
		case *ssa.Store:
			if r.Addr != v {
				out = append(out, r)
			}
		default:
			out = append(out, r)
		}
	}
	return out
}

// takenAfter reports whether the function of the change takes the changed field afterwards: it puts it into something
// else, or returns it.
func (w *writer) takenAfter(l apiobjects.Loss) bool {
	fn := l.Change.At.Parent()
	if m, ok := l.Change.At.(*ssa.MapUpdate); ok {
		for _, ret := range ssaquery.Returns(fn) {
			if slices.Contains(ret.Results, m.Map) {
				return true
			}
		}
	}
	return slices.ContainsFunc(w.takenIn(fn), func(v *ssa.UnOp) bool {
		return isField(v.X.(*ssa.FieldAddr), l.Change.Path) && ssaquery.RunsAfter(l.Change.At, v) && (fn != l.Fn || ssaquery.RunsAfter(v, l.Site))
	})
}

// isAside reports whether the change of l may be made by the way, for something else that shares a map with the object:
// what a function makes of the object, or what else the map is stored in.
func isAside(l apiobjects.Loss) bool {
	switch at := l.Change.At.(type) {
	case ssa.CallInstruction:
		return slices.ContainsFunc(slices.Collect(at.Common().Signature().Results().Variables()), func(v *types.Var) bool {
			_, plain := v.Type().Underlying().(*types.Basic)
			return !plain && !ssaquery.IsError(v.Type())
		})
	case *ssa.MapUpdate:
		load, ok := at.Map.(*ssa.UnOp)
		return !ok || slices.ContainsFunc(*load.Referrers(), func(r ssa.Instruction) bool {
			switch r.(type) {
			case *ssa.MapUpdate, *ssa.Lookup, *ssa.Range, *ssa.BinOp, *ssa.DebugRef:
				return false
			}
			return true
		})
	}
	return false
}

// takenIn are the fields that fn takes, in the order of the program.
func (w *writer) takenIn(fn *ssa.Function) []*ssa.UnOp {
	list, ok := w.taken[fn]
	if !ok {
		for v := range ssaquery.Each[*ssa.UnOp](fn) {
			if _, ok := v.X.(*ssa.FieldAddr); ok && isTaken(v) {
				list = append(list, v)
			}
		}
		w.taken[fn] = list
	}
	return list
}

// isTaken reports whether v, a part of an object, is returned or stored outside that object.
func isTaken(v *ssa.UnOp) bool {
	return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.Store:
			return r.Val == v && holder(r.Addr) != holder(v.X)
		case *ssa.MapUpdate:
			return r.Value == v // perhaps for a template
		case *ssa.Return:
			return true
		}
		return false
	})
}

// holder is what the field at addr is a part of.
func holder(addr ssa.Value) ssa.Value {
	for f, ok := addr.(*ssa.FieldAddr); ok; f, ok = addr.(*ssa.FieldAddr) {
		addr = f.X
	}
	return addr
}

// readAfter reports whether another function than that of the write changes the object, and calls one that reads the
// change.
func readAfter(l apiobjects.Loss) bool {
	fn := l.Change.At.Parent()
	if fn == l.Fn {
		return false
	}
	for call := range ssaquery.Each[*ssa.Call](fn) {
		if ssaquery.RunsAfter(l.Change.At, call) && reads(call, l, map[*ssa.Function]bool{}) {
			return true
		}
	}
	return false
}

// getting are the calls in fn that get each object.
func (w *writer) getting(fn *ssa.Function) map[ssa.Value][]*ssa.Call {
	if w.calls[fn] == nil {
		w.calls[fn] = map[ssa.Value][]*ssa.Call{}
		for call := range ssaquery.Each[*ssa.Call](fn) {
			for _, a := range call.Call.Args {
				o := apicalls.Object(a)
				w.calls[fn][o] = append(w.calls[fn][o], call)
			}
		}
	}
	return w.calls[fn]
}

// isBetween reports whether control comes from the change by call to the write, which may be in what is called.
func isBetween(call *ssa.Call, l apiobjects.Loss) bool {
	if ssa.CallInstruction(call) == l.Write || ssa.CallInstruction(call) != l.Site && !ssaquery.RunsAfter(call, l.Site) {
		return false
	}
	if l.Change.At.Parent() == l.Fn {
		return ssaquery.RunsAfter(l.Change.At, call)
	}
	for c := range ssaquery.Each[*ssa.Call](l.Fn) {
		if c.Call.StaticCallee() == l.Change.At.Parent() && ssaquery.RunsAfter(c, call) {
			return true
		}
	}
	return false
}

// reads reports whether what a call runs reads the field of the spec that was changed. Functions of other packages that
// get the object may do so.
func reads(call *ssa.Call, l apiobjects.Loss, seen map[*ssa.Function]bool) bool {
	f := call.Call.StaticCallee()
	if f == nil {
		return false
	}
	if f.Pkg == l.Fn.Pkg {
		return readsIn(f, l, seen)
	}
	return slices.ContainsFunc(call.Call.Args, func(v ssa.Value) bool {
		return l.Type != nil && types.Identical(v.Type(), types.NewPointer(l.Type))
	})
}

func readsIn(fn *ssa.Function, l apiobjects.Loss, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	for i := range ssaquery.Instructions(fn) {
		switch i := i.(type) {
		case *ssa.FieldAddr:
			if isRead(i, l.Change.Path) {
				return true
			}
		case *ssa.MakeClosure:
			if readsIn(i.Fn.(*ssa.Function), l, seen) {
				return true
			}
		case *ssa.Call:
			if reads(i, l, seen) {
				return true
			}
		}
	}
	return false
}

// isRead reports whether the field of an object's spec at addr, the one at path, is read.
func isRead(addr *ssa.FieldAddr, path string) bool { return isField(addr, path) && isLoaded(addr) }

// isField reports whether addr is that of the field of an object at path.
func isField(addr *ssa.FieldAddr, path string) bool {
	part, rest, _ := strings.Cut(path, ".")
	field, _, _ := strings.Cut(rest, ".")
	in, ok := addr.X.(*ssa.FieldAddr)
	return ok && ssaquery.FieldName(in.X, in.Field) == part && ssaquery.FieldName(addr.X, addr.Field) == field
}

// isLoaded reports whether what lies at addr, or a field of it, is loaded.
func isLoaded(addr *ssa.FieldAddr) bool {
	return slices.ContainsFunc(*addr.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.UnOp:
			return true
		case *ssa.FieldAddr:
			return isLoaded(r)
		}
		return false
	})
}
