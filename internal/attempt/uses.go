package attempt

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// views are the object at a, and what is read from the variable that holds nothing else, as
// function literals share one.
func views(a *ssa.Alloc) []ssa.Value {
	out := []ssa.Value{a}
	for _, r := range *a.Referrers() {
		st, ok := r.(*ssa.Store)
		if !ok || st.Val != ssa.Value(a) {
			continue
		}
		if x, ok := st.Addr.(*ssa.Alloc); ok && holdsOnly(x) {
			out = append(out, loads(x)...)
		}
	}
	return out
}

// holdsOnly reports whether the variable x is set once.
func holdsOnly(x *ssa.Alloc) bool {
	return len(ssaquery.StoredIn(x)) == 1 && ssaquery.OnlyStoredByOwner(x)
}

// loads are the reads of the variable at x, also in function literals.
func loads(x ssa.Value) []ssa.Value {
	var out []ssa.Value
	for _, r := range *x.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
			out = append(out, r)
		case *ssa.MakeClosure:
			fn := r.Fn.(*ssa.Function)
			for i, b := range r.Bindings {
				if b == x {
					out = append(out, loads(fn.FreeVars[i])...)
				}
			}
		}
	}
	return out
}

// filled reports whether the object of which there are these views is read into, and
// whether it goes anywhere else that may do so.
func filled(views []ssa.Value) (read, touched bool) {
	for _, v := range views {
		if v.Referrers() == nil { // a variable of the package
			return false, true
		}
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.MakeInterface:
				for _, u := range *r.Referrers() {
					read = read || readsInto(u)
				}
			case *ssa.Store:
				touched = touched || r.Addr == v // a copy of another
			default:
				read = read || readsInto(r)
			}
		}
	}
	return read, touched
}

// readsInto reports whether instr is a call that reads into an object.
func readsInto(instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	return target(call.Common()).client().Verb == kube.ReadInto
}

// created reports whether v is handed to a Create.
func created(v ssa.Value) bool {
	for u := range (flow.Walk{Along: flow.Converted}).Uses(v) {
		if call, ok := u.At.(*ssa.Call); ok && target(&call.Call).client().Verb == kube.Create {
			return true
		}
	}
	return false
}

// changed reports whether something is written into the object v, or a function
// other than a client gets it that may do so.
func changed(v ssa.Value) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			if into(r) {
				return true
			}
		case *ssa.Call:
			if name := target(&r.Call).name; name == "AddFinalizer" || name == "RemoveFinalizer" || strings.HasPrefix(name, "Set") {
				return true
			}
		case *ssa.MakeInterface:
			if changed(r) {
				return true
			}
		}
	}
	return false
}

// into reports whether something is stored at addr, or below it.
func into(addr ssa.Value) bool {
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == addr {
				return true
			}
		case *ssa.FieldAddr:
			if into(r) {
				return true
			}
		case *ssa.UnOp:
			if _, ok := r.Type().Underlying().(*types.Map); ok {
				for _, u := range *r.Referrers() {
					if _, ok := u.(*ssa.MapUpdate); ok {
						return true
					}
				}
			}
			if isPointer(r.Type()) && into(r) {
				return true
			}
		}
	}
	return false
}

// isUnchanged reports whether the content that call returns is not changed before it is put into an
// object. Bytes are not.
func isUnchanged(call *ssa.Call) bool {
	if call == nil {
		return false
	}
	if _, ok := call.Type().(*types.Tuple); !ok {
		return !isMap(call.Type()) || onlyContent(call)
	}
	return !slices.ContainsFunc(*call.Referrers(), func(r ssa.Instruction) bool {
		e, ok := r.(*ssa.Extract)
		return ok && e.Index == 0 && isMap(e.Type()) && !onlyContent(e)
	})
}

func isMap(t types.Type) bool {
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// onlyContent reports whether all that is done with the content v is to put it into objects.
func onlyContent(v ssa.Value) bool {
	for u := range (flow.Walk{Along: flow.Converted}).Uses(v) {
		switch at := u.At.(type) {
		case *ssa.Store:
			if at.Val != u.Of || !holdsContent(at.Addr) {
				return false
			}
		case *ssa.Call:
			fn := target(at.Common()).fn
			if fn == nil {
				return false
			}
			if _, into, ok := kube.Content(fn); !ok || into < 0 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// holdsContent reports whether addr is the field of an unstructured object that holds its content.
func holdsContent(addr ssa.Value) bool {
	fa, ok := addr.(*ssa.FieldAddr)
	return ok && kube.IsContent(ssaquery.StructField(fa.X.Type(), fa.Field))
}

// unversioned reports whether the resourceVersion of the object v is cleared, or its
// metadata replaced, by its function or by one that it is given to, up calls deep.
func unversioned(v ssa.Value, up int) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			switch ssaquery.FieldName(r.X, r.Field) {
			case kube.MetadataField:
				if isStored(r, false) || unversioned(r, up) {
					return true
				}
			case kube.ResourceVersionField:
				if isStored(r, true) {
					return true
				}
			}
		case *ssa.MakeInterface:
			if unversioned(r, up) {
				return true
			}
		case ssa.CallInstruction:
			if clears(r.Common(), v, up) {
				return true
			}
		}
	}
	return false
}

// isStored reports whether something is stored at addr, if empty is set the empty string.
func isStored(addr ssa.Value, empty bool) bool {
	return slices.ContainsFunc(*addr.Referrers(), func(r ssa.Instruction) bool {
		s, ok := r.(*ssa.Store)
		return ok && s.Addr == addr && (!empty || ssaquery.IsEmptyString(s.Val))
	})
}

// clears reports whether a call clears the resourceVersion of the object v.
func clears(c *ssa.CallCommon, v ssa.Value, up int) bool {
	if target(c).name == "Set"+kube.ResourceVersionField {
		return len(c.Args) > 0 && ssaquery.IsEmptyString(c.Args[len(c.Args)-1])
	}
	f := c.StaticCallee()
	if f == nil || up == 0 {
		return false
	}
	for i, a := range c.Args {
		if a == v && i < len(f.Params) && unversioned(f.Params[i], up-1) {
			return true
		}
	}
	return false
}
