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

// filled reports whether the object made or read as v is another one later. It is read into, also by a variable that
// literals share, or something is copied into it.
func filled(v ssa.Value) (read, copied bool) {
	for u := range (flow.Walk{Along: flow.Converted | flow.Kept}).Uses(v) {
		st, ok := u.At.(*ssa.Store)
		read = read || readsInto(u.At)
		copied = copied || ok && st.Addr == u.Of && !u.Holder
	}
	return read, copied
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
	for u := range (flow.Walk{Along: flow.Converted | flow.Kept}).Uses(v) {
		if call, ok := u.At.(*ssa.Call); ok && target(&call.Call).client().Verb == kube.Create {
			return true
		}
	}
	return false
}

// changed reports whether something is written into the object v, or a function other than a client gets it that may
// do so.
func changed(v ssa.Value) bool {
	for u := range (flow.Walk{Along: flow.Converted | flow.Parts | flow.Loaded | flow.Kept}).Uses(v) {
		switch at := u.At.(type) {
		case *ssa.Store:
			if at.Addr == u.Of && at.Addr != v && !u.Holder {
				return true
			}
		case *ssa.MapUpdate:
			if at.Map == u.Of {
				return true
			}
		case *ssa.Call:
			if name := target(&at.Call).name; standsFor(u.Of.Type()) && (name == "AddFinalizer" || name == "RemoveFinalizer" || strings.HasPrefix(name, "Set")) {
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

// unversioned reports whether the resourceVersion of v is cleared, or its metadata replaced, by its function or by one
// that it is given to. v is an object, or a slice or list of them.
func unversioned(v ssa.Value) bool {
	walk := flow.Walk{Along: flow.Converted | flow.Kept | flow.Loaded | flow.Parts, Callees: flow.StaticCallee, Where: func(u flow.Use) bool {
		fa, ok := u.At.(*ssa.FieldAddr)
		return !ok || slices.Contains(leadToVersion, ssaquery.FieldName(fa.X, fa.Field))
	}}
	for u := range walk.Uses(v) {
		switch at := u.At.(type) {
		case *ssa.Store:
			if fa, ok := u.Of.(*ssa.FieldAddr); ok && at.Addr == fa && clears(ssaquery.FieldName(fa.X, fa.Field), at.Val) {
				return true
			}
		case ssa.CallInstruction:
			if c := at.Common(); target(c).name == "Set"+kube.ResourceVersionField && len(c.Args) > 0 && clears(kube.ResourceVersionField, c.Args[len(c.Args)-1]) {
				return true
			}
		}
	}
	return false
}

// leadToVersion are the fields by which one comes from an object, or a list of them, to the resourceVersion.
var leadToVersion = []string{kube.ItemsField, kube.MetadataField, kube.ResourceVersionField}

// clears reports whether an object whose field is set to v may have no resourceVersion then.
func clears(field string, v ssa.Value) bool {
	return field == kube.MetadataField || field == kube.ResourceVersionField && ssaquery.IsEmptyString(v)
}
