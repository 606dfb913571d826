package ownership

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A reflect.Value is followed from ValueOf(x) to the setters. At ValueOf it stands
// for what x refers to, behind Elem, Indirect, fields and elements for a place.
// What else is done with it is unknown.

// reflection executes a call of package reflect; ok is false for functions
// that are not followed.
func reflection(a *caller, site callSite, f *types.Func, args []heap.Values) (res []heap.Values, ok bool) {
	op := kube.Reflects(f)
	if op == kube.ReflectOther || site.common == nil || len(args) == 0 || len(site.common.Args) != len(args) {
		// The receiver of a method value is bound: how it came about is not seen.
		return nil, false
	}
	if op == kube.ReflectOf {
		return []heap.Values{args[0]}, true
	}
	pointer := refersTo(site.common.Args[0])
	switch op {
	case kube.ReflectIndirect:
		return []heap.Values{args[0]}, pointer
	case kube.ReflectElem:
		if pointer {
			return []heap.Values{args[0]}, true
		}
		return []heap.Values{a.memory.walk(args[0], accesspath.Deref, false)}, true
	case kube.ReflectField:
		return []heap.Values{args[0].Step("/" + constField(site.common))}, true
	case kube.ReflectIndex:
		if pointer {
			return []heap.Values{args[0].Step(accesspath.Elem)}, true
		}
		return []heap.Values{a.memory.walk(args[0], accesspath.Deref+accesspath.Elem, false)}, true
	case kube.ReflectAddr:
		return []heap.Values{args[0]}, true
	case kube.ReflectInterface:
		if pointer {
			return []heap.Values{args[0]}, true
		}
		return []heap.Values{nil}, true
	case kube.ReflectSetElement:
		at := args[0]
		if !pointer {
			at = a.memory.walk(at, accesspath.Deref, false)
		}
		a.record.write(at.Step(accesspath.Elem), site.inst, a.memory.e.callText(site.pos, "reflect.Value."+f.Name()), site.pos)
		return nil, true
	case kube.ReflectSet:
		if !pointer {
			a.record.write(args[0], site.inst, a.memory.e.callText(site.pos, "reflect.Value."+f.Name()), site.pos)
		}
		return nil, true
	}
	return nil, false
}

// refersTo reports whether the reflect.Value v is a reference, rather than a
// place that may hold one.
func refersTo(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	op := kube.Reflects(ssaquery.Called(&c.Call))
	return op == kube.ReflectOf || op == kube.ReflectAddr
}

// constField is the field that a call of FieldByName names, or a word for any
// of them.
func constField(c *ssa.CallCommon) string {
	if s := ssaquery.StringConst(c.Args[len(c.Args)-1]); s != "" && !strings.ContainsAny(s, "/ ") {
		return s
	}
	return "reflected"
}
