package ownership

import (
	"go/types"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// walk follows path from the values v.
func (a *memory) walk(v heap.Values, path string, asCopy bool) heap.Values {
	before := ""
	for s := range accesspath.Steps(path) {
		if len(v) == 0 {
			return nil
		}
		if s == accesspath.Elem && before == accesspath.Deref {
			// What somebody has put an object into may hold maps and slices beside it. The object is a struct.
			v = slices.DeleteFunc(slices.Clone(v), heap.Ref.IsRoot)
		}
		before = s
		switch s {
		case accesspath.Deref:
			v = contents(a, v)
		case accesspath.Unstructured:
			v = a.live(v, "")
		case accesspath.Reach:
			v = a.anything(v, 0)
		case accesspath.Any:
			// Of local memory it is not known which part is meant.
			var next []heap.Ref
			for _, r := range v {
				switch {
				case r.Obj.Kind == heap.Cached:
					next = append(next, heap.Ref{Obj: r.Obj, Path: heap.Interior, Copy: false})
				case r.Obj.Outer():
					next = append(next, heap.Ref{Obj: r.Obj, Path: accesspath.Join(r.Path, accesspath.Any), Copy: false})
				}
			}
			v = heap.NewValues(next)
		default:
			if typ, ok := accesspath.IsType(s); ok {
				v = a.ofType(v, typ)
				continue
			}
			if typ, ok := accesspath.IsNotType(s); ok {
				v = a.notOfType(v, typ)
				continue
			}
			if field, ok := strings.CutPrefix(s, accesspath.Live); ok {
				v = a.live(v, field)
				continue
			}
			v = v.Step(s)
		}
	}
	if asCopy {
		return v.AsCopy()
	}
	return v
}

// contents is what lies at the places v.
func contents(a *memory, v heap.Values) heap.Values {
	if len(v) == 1 {
		return a.st.Content(v[0].Obj, v[0].Path, false)
	}
	a.scratch = a.scratch[:0]
	for _, r := range v {
		a.scratch = append(a.scratch, a.st.Content(r.Obj, r.Path, false)...)
	}
	return slices.Clone(heap.NewValues(a.scratch))
}

// ofType are the values of v that may have the dynamic type typ.
func (a *memory) ofType(v heap.Values, typ string) heap.Values {
	var out []heap.Ref
	for _, r := range v {
		switch {
		case r.IsRoot() && r.Type() == "":
			r = a.refine(r, typ)
		case r.IsRoot() && ssaquery.DifferentTypes(r.Type(), typ):
			continue
		case r.Obj.Kind == heap.Param && r.Path == "":
			if declared := ssaquery.ConcreteType(a.fn.Params[r.Obj.Index].Type()); declared != "" {
				if ssaquery.DifferentTypes(declared, typ) {
					continue
				}
			} else {
				r = r.Step(accesspath.Is(typ))
			}
		case r.Obj.Kind == heap.Local && r.Path == "" && r.Obj.Type != "" && ssaquery.DifferentTypes(r.Obj.Type, typ):
			continue
		case r.Obj.Outer():
			if is, ok := accesspath.IsType(accesspath.Last(r.Path)); ok && ssaquery.DifferentTypes(is, typ) || accesspath.RulesOut(r.Path, typ) {
				continue
			}
			r.Path = accesspath.CutNot(r.Path)
			r = asserted(r, typ)
		}
		out = append(out, r)
	}
	return heap.NewValues(out)
}

// maxAnything bounds how deep in local memory anything looks.
const maxAnything = 3

// anything is all memory of others that can be reached from v.
func (a *memory) anything(v heap.Values, depth int) heap.Values {
	var out heap.Values
	for _, r := range v {
		switch {
		case r.Obj.Kind == heap.Cached:
			out = heap.Union(out, heap.Values{{Obj: r.Obj, Path: heap.Interior, Copy: false}})
		case r.Obj.Outer():
			out = heap.Union(out, heap.Values{{Obj: r.Obj, Path: accesspath.Join(r.Path, accesspath.Reach), Copy: false}})
		case r.Obj.Kind == heap.Local && len(a.st.Objs[r.Obj]) > 0:
			if a.e.log.Past(depth+1, maxAnything, a.fn, "gives away structs in structs in structs; what the inner ones hold is not followed") {
				continue
			}
			for p, e := range a.st.Objs[r.Obj] {
				// Unstructured objects get a new map when they are decoded.
				if rest, ok := accesspath.Below(p, r.Path); ok && rest != "/"+kube.ContentField {
					out = heap.Union(out, a.anything(e.Values, depth+1))
				}
			}
		}
	}
	return out
}

// live is what an accessor hands out that returns the object's own memory for
// objects of one sort and a copy for others: GetLabels of metav1.Object is live
// for typed objects, whose field is Labels; ToUnstructured (no field) is live
// for unstructured ones.
func (a *memory) live(v heap.Values, field string) heap.Values {
	unstructured := field == ""
	step := accesspath.Live + field
	if unstructured {
		step = accesspath.Unstructured
	}
	var out []heap.Ref
	for _, r := range v {
		switch {
		case r.Obj.Kind == heap.Cached:
			// An object of unknown type comes from a generic lister or a
			// store: most often of a dynamic informer.
			is := r.IsRoot() && (r.Type() == "" || r.Type() == kube.Unstructured)
			if is != unstructured {
				continue
			}
			out = append(out, heap.Ref{Obj: r.Obj, Path: heap.Interior, Copy: false})
		case r.Obj.Outer():
			if unstructured && accesspath.RulesOut(r.Path, kube.Unstructured) {
				continue
			}
			out = append(out, heap.Ref{Obj: r.Obj, Path: accesspath.Join(r.Path, step), Copy: false})
		case unstructured && a.copyOf(r) != typedObject:
			out = append(out, a.st.Content(r.Obj, accesspath.Join(r.Path, "/"+kube.ContentField), false)...)
		case !unstructured && a.copyOf(r) == typedObject:
			out = append(out, a.st.Content(r.Obj, accesspath.Join(accesspath.Join(r.Path, "/"+kube.MetadataField), "/"+field), false)...)
		}
	}
	return heap.NewValues(out)
}

// What a local struct is a copy of.
const (
	unknownObject = iota
	typedObject
	unstructuredObject
)

// copyOf tells what objects the struct at r is a copy of.
func (a *memory) copyOf(r heap.Ref) int {
	is := unknownObject
	for _, l := range a.st.Links(r) {
		switch a.typeOf(l) {
		case "":
			return unknownObject
		case kube.Unstructured:
			return unstructuredObject
		}
		is = typedObject
	}
	return is
}

// typeOf is the type of the object of the cache or of the caller that r is; "" if r is no
// object, or one of unknown type.
func (a *memory) typeOf(r heap.Ref) string {
	switch {
	case r.Obj.Kind == heap.Cached:
		return r.Obj.Type
	case r.Obj.Kind == heap.Param && r.Path == "":
		if t := a.fn.Params[r.Obj.Index].Type(); kube.CanBeCached(t) || kube.CanBeCached(types.NewPointer(t)) {
			return ssaquery.ConcreteType(t)
		}
	case r.Obj.Outer():
		typ, _ := accesspath.IsType(accesspath.Last(r.Path))
		return typ
	}
	return ""
}
