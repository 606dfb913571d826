package ownership

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/accesspath"
	"github.com/k8slint/k8slint/internal/ownership/effect"
)

type objKind uint8

const (
	kindLocal  objKind = iota // made in this function, or by a callee for it
	kindParam                 // what parameter idx refers to, or holds by value
	kindFree                  // the captured variable idx
	kindResult                // what a call of a function parameter returned
	kindCache                 // the informer cache
	kindFunc                  // a function value
)

// An object is memory that the function under analysis can tell apart.
type object struct {
	id   int // order of creation within the analysis of a function
	kind objKind
	// idx is the number of the parameter or captured variable, or of the
	// call (kindResult).
	idx    int
	origin *effect.Origin // kindCache
	// typ is the dynamic type of a cached root object, "" if unknown.
	typ string
	// site is the instruction that brought a cached object into the
	// function, if one did.
	site ssa.Instruction
	fn   *ssa.Function // kindFunc, in this package
	ext  string        // kindFunc, of a dependency: its key
}

// outer reports whether the memory existed before the function was called, so
// that what it holds is known only by name.
func (o *object) outer() bool {
	return o.kind == kindParam || o.kind == kindFree || o.kind == kindResult
}

// A ref is a location, as an address or (copy) as the struct that lies there
// taken by value.
type ref struct {
	obj  *object
	path string
	copy bool
}

// Paths of the cache say only this much: a root object has the empty path,
// everything inside it is interior. A tombstone is a root whose field Obj holds
// a further root, of unknown type.
const (
	interior      = "/."
	tombstoneCell = "/" + kube.TombstoneField
	tombstoneObj  = "/obj"
)

// isRoot reports whether r is a whole cached object rather than a part of one.
func (r ref) isRoot() bool {
	return r.obj.kind == kindCache && (r.path == "" || r.path == tombstoneObj)
}

// typ is the dynamic type of a cached root object, "" if unknown.
func (r ref) typ() string {
	if r.path == "" {
		return r.obj.typ
	}
	return ""
}

// step moves r along one step that is not a dereference.
func (r ref) step(s string) ref {
	if r.obj.kind == kindCache {
		if accesspath.IsTypeStep(s) {
			return r
		}
		if r.typ() == kube.Tombstone && s == tombstoneCell {
			return ref{r.obj, tombstoneCell, r.copy}
		}
		return ref{r.obj, interior, r.copy}
	}
	if accesspath.IsTypeStep(s) && strings.HasSuffix(r.path, s) {
		return r
	}
	return ref{r.obj, accesspath.Join(r.path, s), r.copy}
}

// along moves r along a path of such steps.
func (r ref) along(path string) ref {
	for s := range accesspath.Steps(path) {
		r = r.step(s)
	}
	return r
}

func compareRefs(a, b ref) int {
	if c := cmp.Compare(a.obj.id, b.obj.id); c != 0 {
		return c
	}
	if c := cmp.Compare(a.path, b.path); c != 0 {
		return c
	}
	switch {
	case a.copy == b.copy:
		return 0
	case a.copy:
		return 1
	}
	return -1
}

// vals is a value: the set of references it may be, sorted. The empty set is a
// value that the analysis knows nothing of, or that is fresh.
type vals []ref

// maxRefs bounds a set; of a larger one the first refs are kept.
const maxRefs = 12

func union(a, b vals) vals {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	out := make(vals, 0, len(a)+len(b))
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch c := compareRefs(a[i], b[j]); {
		case c < 0:
			out = append(out, a[i])
			i++
		case c > 0:
			out = append(out, b[j])
			j++
		default:
			out = append(out, a[i])
			i++
			j++
		}
	}
	out = append(append(out, a[i:]...), b[j:]...)
	if len(out) > maxRefs {
		out = out[:maxRefs]
	}
	return out
}

func newVals(refs []ref) vals {
	slices.SortFunc(refs, compareRefs)
	refs = slices.Compact(refs)
	if len(refs) > maxRefs {
		refs = refs[:maxRefs]
	}
	return refs
}

func equalVals(a, b vals) bool { return slices.Equal(a, b) }

func (v vals) mapRefs(f func(ref) ref) vals {
	if len(v) == 0 {
		return nil
	}
	out := make([]ref, len(v))
	for i, r := range v {
		out[i] = f(r)
	}
	return newVals(out)
}

func (v vals) step(s string) vals { return v.mapRefs(func(r ref) ref { return r.step(s) }) }

// asCopy are the structs that lie at the locations v.
func (v vals) asCopy() vals {
	return v.mapRefs(func(r ref) ref { r.copy = true; return r })
}
