package pathcond_test

import (
	"go/token"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pathcond"
	"github.com/k8slint/k8slint/internal/ssatest"
)

// libraries are the shapes of Kubernetes' libraries that conditions are about.
var libraries = map[string]string{
	"k8s.io/api/core/v1": `package v1
type ObjectMeta struct { Name, UID, ResourceVersion string; Time Time; Labels map[string]string }
func (m *ObjectMeta) GetUID() string { return m.UID }
func (m *ObjectMeta) GetName() string { return m.Name }
type Time struct{}
func (Time) IsZero() bool { return false }
type PodStatus struct { Phase string; Reason string }
type Pod struct { ObjectMeta; CreationTimestamp Time; Status PodStatus }
func (p *Pod) DeepCopy() *Pod { return p }
func (p *Pod) List() []int { return nil }
type Node struct { ObjectMeta; Status PodStatus }
`,
	"k8s.io/apimachinery/pkg/api/errors":                "package errors\nfunc IsNotFound(err error) bool { return false }\nfunc IsConflict(err error) bool { return false }\n",
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured": "package unstructured\nimport \"k8s.io/apimachinery/pkg/runtime/schema\"\ntype Unstructured struct { Object map[string]any }\nfunc (u *Unstructured) GetKind() string { return \"\" }\nfunc (u *Unstructured) GetObjectKind() schema.ObjectKind { return nil }\nfunc (u *Unstructured) GroupVersionKind() schema.GroupVersionKind { return schema.GroupVersionKind{} }\n",
	"k8s.io/apimachinery/pkg/runtime/schema":            "package schema\ntype GroupVersionKind struct { Group, Version, Kind string }\nfunc (g GroupVersionKind) Empty() bool { return g.Kind == \"\" }\ntype ObjectKind interface { GroupVersionKind() GroupVersionKind }\n",
	"k8s.io/apimachinery/pkg/runtime":                   "package runtime\ntype Object interface { GetUID() string }\ntype Other interface { GetUID() string }\n",
	"k8s.io/client-go/tools/cache":                      "package cache\ntype DeletedFinalStateUnknown struct { Obj any }\n",
	"k8s.io/client-go/util/workqueue":                   "package workqueue\ntype Interface interface { Add(item any); Get() (any, bool) }\n",
}

// prelude is in front of each source: get reads the cache, fresh makes an
// object, get2 and get3 say with an error or a bool whether there is one.
const prelude = `
import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)
var _ runtime.Object
var _ cache.DeletedFinalStateUnknown
var _ = errors.IsNotFound
var _ unstructured.Unstructured
var _ workqueue.Interface
var c bool
var other *v1.Pod
func get() *v1.Pod { return other }
func get2() (*v1.Pod, error) { return other, nil }
func get3() (*v1.Pod, bool)
func getAny() any { return other }
func getNode() *v1.Node
func getUnstructured() *unstructured.Unstructured
func fresh() *v1.Pod { return &v1.Pod{} }
func same(p *v1.Pod) *v1.Pod { return p }
func isCreated(p *v1.Pod) bool { return p.UID != "" }
func isNamed(p *v1.Pod) bool { return p.Name != "" }
`

// object is what the calls of get and its kind return. Holds is what a solver
// without paths would say: it follows each way on which a value can come about.
type object struct {
	source ssa.Instruction
}

func (o object) Source() ssa.Instruction        { return o.source }
func (o object) Analysed(fn *ssa.Function) bool { return fn.Pkg != nil && fn.Pkg.Pkg.Name() == "p" }
func (o object) Holds(v ssa.Value) bool         { return o.holds(v, map[ssa.Value]bool{}) }
func (o object) Foreign(v ssa.Value) bool       { return o.foreign(v) }
func (o object) LeadsTo(v ssa.Value) bool       { return o.Holds(v) }
func (o object) foreign(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return true
	case *ssa.Call:
		return strings.HasPrefix(v.Call.Value.Name(), "get")
	}
	return false
}

func (o object) holds(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	if in, ok := v.(ssa.Instruction); ok && in == o.source {
		return true
	}
	switch v := v.(type) {
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return o.holds(e, seen) })
	case *ssa.Extract:
		return v.Index == 0 && o.holds(v.Tuple, seen)
	case *ssa.FieldAddr:
		return o.holds(v.X, seen)
	case *ssa.IndexAddr:
		return o.holds(v.X, seen)
	case *ssa.Field:
		return o.holds(v.X, seen)
	case *ssa.MakeInterface:
		return o.holds(v.X, seen)
	case *ssa.ChangeInterface:
		return o.holds(v.X, seen)
	case *ssa.TypeAssert:
		return o.holds(v.X, seen)
	case *ssa.Slice:
		return o.holds(v.X, seen)
	case *ssa.Lookup:
		return o.holds(v.X, seen)
	case *ssa.UnOp:
		return v.Op == token.MUL && o.holds(v.X, seen)
	case *ssa.Call:
		if v.Call.Value.Name() != "same" {
			return false
		}
		return o.holds(v.Call.Args[0], seen)
	case *ssa.Alloc, *ssa.MakeMap:
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				if r.Addr == v && o.holds(r.Val, seen) {
					return true
				}
			case *ssa.IndexAddr:
				for _, u := range *r.Referrers() {
					if st, ok := u.(*ssa.Store); ok && st.Addr == r && o.holds(st.Val, seen) {
						return true
					}
				}
			case *ssa.MapUpdate:
				if r.Map == v && o.holds(r.Value, seen) {
					return true
				}
			}
		}
	}
	return false
}

// sourceOf is the first call in fn of a function whose name begins with get.
func sourceOf(fn *ssa.Function) ssa.Instruction {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && !c.Call.IsInvoke() && strings.HasPrefix(c.Call.Value.Name(), "get") {
				return c
			}
			if c, ok := in.(*ssa.Call); ok && c.Call.IsInvoke() && c.Call.Method.Name() == "Get" {
				return c
			}
		}
	}
	return nil
}

// TestMay: probes called "may" can be the object that get returned, those called
// "never" cannot.
func TestMay(t *testing.T) {
	src := ssatest.Build(t, prelude+queries, libraries)
	n := 0
	for _, fn := range src.Funcs() {
		for _, p := range ssatest.Probes(fn) {
			n++
			o := object{sourceOf(fn)}
			may := pathcond.NewPaths(p.Call.Parent()).May(o, p.Value, p.Call.Block())
			if want := strings.HasPrefix(p.Name, "may"); may != want {
				t.Errorf("%s: May is %v, want %v", fn.Name(), may, want)
			}
		}
	}
	if n < 60 {
		t.Errorf("only %d probes", n)
	}
}

const queries = `
// One path brings the object, the other something new.

func flag() {
	p, copied := get(), false
	if c { p = fresh(); copied = true }
	if copied { probe("never", p) } else { probe("may", p) }
}
func flagNegated() {
	p, shared := get(), true
	if c { p = fresh(); shared = false }
	if !shared { probe("never", p) }
	if !(!shared) { probe("may", p) }
}
func flagCompared() {
	p, mode := get(), "shared"
	if c { p = fresh(); mode = "own" }
	if mode == "own" { probe("never", p) }
	if mode != "own" { probe("may", p) }
	if "shared" != mode { probe("never", p) }
}
func number() {
	p, n := get(), 1
	if c { p = fresh(); n = 2 }
	if n == 2 { probe("never", p) }
	if n < 2 { probe("may", p) }
}
func failed() {
	p, err := get2()
	if err != nil { p = fresh() }
	probe("may", p)
}
func failedThen() {
	p, err := get2()
	if err != nil { probe("never", p) } else { probe("may", p) }
}
func notFound() {
	p, err := get2()
	if errors.IsNotFound(err) { probe("never", p) }
	if errors.IsConflict(err) { probe("may", p) }
}
func notFoundIsSet() {
	var err error
	p := fresh()
	if c { p, err = get2() }
	if errors.IsNotFound(err) { probe("may", p) } // err is merged: it is not the error of one call any more
}
func nilError() {
	var err error
	p := get()
	if c { p, err = fresh(), failure() }
	if errors.IsNotFound(err) { probe("never", p) } else { probe("may", p) }
}
func failure() error
func absent() {
	p, ok := get3()
	if !ok { probe("never", p); return }
	probe("may", p)
}
func isNil() {
	p := get()
	if p == nil { probe("never", p) }
	if nil == p { probe("never", p) }
	if p != nil { probe("may", p) }
}
func nilThenNew() {
	p := get()
	if p == nil { p = fresh() }
	probe("may", p)
}
func allocatedIsNotNil() {
	p := get()
	var made *v1.Pod
	if c { made = &v1.Pod{}; p = made }
	if made == nil { probe("may", p) } else { probe("never", p) }
}

// What the API server sets, every object in a cache has.

func withoutUID() {
	p := get()
	if p.UID == "" { probe("never", p) } else { probe("may", p) }
	if "" == p.ObjectMeta.ResourceVersion { probe("never", p) }
	if p.Name == "" { probe("may", p) }
	if p.GetUID() == "" { probe("never", p) }
	if p.GetName() == "" { probe("may", p) }
}
func withoutLength() {
	p := get()
	if len(p.UID) == 0 { probe("never", p) } else { probe("may", p) }
	if len(p.UID) == 1 { probe("may", p) }
	if len(p.Name) == 0 { probe("may", p) }
}
func zeroTime() {
	p := get()
	if p.CreationTimestamp.IsZero() { probe("never", p) } else { probe("may", p) }
	if p.Time.IsZero() { probe("may", p) }
}
func withoutPhase() {
	p, n := get(), getNode()
	if p.Status.Phase == "" { probe("never", p) }
	if p.Status.Reason == "" { probe("may", p) }
	_ = n
}
func nodeWithoutPhase() {
	n := getNode()
	if n.Status.Phase == "" { probe("may", n) }
}
func withoutKind() {
	u := getUnstructured()
	if u.GetKind() == "" { probe("never", u) } else { probe("may", u) }
	if u.GroupVersionKind().Kind == "" { probe("never", u) }
	if u.GroupVersionKind().Group == "" { probe("may", u) }
	if u.GetObjectKind().GroupVersionKind().Empty() { probe("never", u) } else { probe("may", u) }
}
func withoutKindInVariable() {
	u := getUnstructured()
	gvk := u.GetObjectKind().GroupVersionKind()
	if gvk.Kind == "" { probe("never", u) }
	found := u.GroupVersionKind()
	if c { found.Kind = "" }
	if found.Kind == "" { probe("may", u) }
}
func otherObject() {
	p, q := get(), fresh()
	if q.UID == "" { probe("may", p) }
}
func predicate() {
	p := get()
	if !isCreated(p) { probe("never", p) }
	if isCreated(p) { probe("may", p) }
	if !isNamed(p) { probe("may", p) }
}

// Types.

func converted() {
	o := getAny()
	if _, ok := o.(*unstructured.Unstructured); !ok { probe("never", o) } else { probe("may", o) }
	if _, ok := o.(*v1.Pod); !ok { probe("may", o) }
}
func otherType() {
	o := getAny()
	before := o.(runtime.Other)
	switch t := o.(type) {
	case *unstructured.Unstructured:
		probe("may", t)
	case *v1.Pod:
		probe("may", t)
		probe("may", t.Labels)
	case runtime.Object:
		probe("may", t)
		probe("never", before)
	default:
		probe("never", o)
	}
}
func everyObject() {
	o := getAny()
	if _, ok := o.(runtime.Object); !ok { probe("never", o) } else { probe("may", o) }
	if _, ok := o.(runtime.Other); !ok { probe("may", o) }
}
func tombstone() {
	o := getAny()
	if _, ok := o.(runtime.Object); !ok {
		probe("may", o)
		if t, ok := o.(cache.DeletedFinalStateUnknown); ok { _ = t }
	}
}
func asserted() {
	p := getAny().(*v1.Pod)
	probe("may", p)
	if p.UID == "" { probe("never", p) }
}
func assertedOk() {
	p, ok := getAny().(*v1.Pod)
	if ok { probe("may", p) }
}
func queue(q workqueue.Interface) {
	item, shutdown := q.Get()
	if !shutdown { probe("may", item) }
	if shutdown { probe("may", item) }
}

// Variables in memory, because a literal captures them.

func captured() {
	p := get()
	f := func() bool { return p.Name == "" }
	probe("may", p)
	p = fresh()
	probe("never", p)
	_ = f
}
func capturedBranch() {
	p := get()
	f := func() bool { return p.Name == "" }
	if c { p = fresh() }
	probe("may", p)
	_ = f
}
func capturedFlag() {
	p, copied := get(), false
	f := func() bool { return p.Name == "" }
	if c { p = fresh(); copied = true }
	if copied { probe("never", p) } else { probe("may", p) }
	_ = f
}
func capturedLoop(ps []*v1.Pod) {
	p := fresh()
	f := func() bool { return p.Name == "" }
	for range ps { probe("may", p); p = get() }
	_ = f
}
func capturedInitially() {
	var p *v1.Pod
	f := func() bool { return p.Name == "" }
	probe("never", p)
	p = get()
	_ = f
}
func stored() {
	p := get()
	f := func() { p = fresh() }
	f()
	probe("may", p)
}
func storedDeep() {
	p := get()
	f := func() func() { return func() { p = fresh() } }
	f()()
	probe("may", p)
}
func readDeep() {
	p := get()
	f := func() func() { return func() { _ = p.Name } }
	p = fresh()
	probe("never", p)
	f()()
}

// Elements that were just replaced.

func element(i int) {
	ps := []*v1.Pod{get()}
	ps[i] = fresh()
	probe("never", ps[i])
}
func elementLater(i int) {
	ps := []*v1.Pod{get()}
	ps[i] = fresh()
	if c { println(i) }
	for range ps { println(i) }
	probe("never", ps[i])
}
func elementEither(i int) {
	ps := []*v1.Pod{get()}
	if c { ps[i] = fresh() } else { ps[i] = fresh() }
	probe("never", ps[i])
}
func elementMaybe(i int) {
	ps := []*v1.Pod{get()}
	if c { ps[i] = fresh() }
	probe("may", ps[i])
}
func elementOfRound() {
	ps := []*v1.Pod{get()}
	for i := range ps {
		if i > 0 { probe("may", ps[i]) }
		ps[i] = fresh()
	}
}
func elementReplaced(i int) {
	ps := []*v1.Pod{get()}
	ps[i] = fresh()
	if c { ps[0] = get() }
	probe("may", ps[i])
}
func elementInLoop(i int) {
	ps := []*v1.Pod{get()}
	ps[i] = fresh()
	for c {
		probe("may", ps[i])
		ps[i] = get()
	}
}
func elementOther(i, j int) {
	ps := []*v1.Pod{get()}
	ps[i] = fresh()
	probe("may", ps[j])
}
func elementSame() {
	ps := []*v1.Pod{get()}
	ps[0] = fresh()
	if c { probe("never", ps[0]) }
}
func elementGiven(i int, q *v1.Pod) {
	ps := []*v1.Pod{get()}
	ps[i] = q
	probe("may", ps[i])
}
func elementAfterCall(i int, ps []*v1.Pod) {
	ps[i] = get()
	ps[i] = fresh()
	shuffle(ps)
	probe("may", ps[i])
}
func shuffle(ps []*v1.Pod)
func elementMerged(i int) {
	ps := []*v1.Pod{get()}
	if c { ps[i] = fresh() }
	probe("may", ps[i])
}

// Keys of a map that the function makes.

func keys() {
	m := map[string]*v1.Pod{}
	m["cached"] = get()
	m["new"] = fresh()
	probe("never", m["new"])
	probe("may", m["cached"])
}
func keyReplaced(k string) {
	m := map[string]*v1.Pod{"a": get()}
	m[k] = fresh()
	probe("never", m[k])
	probe("may", m["a"])
}
func keyHandedOn() {
	m := map[string]*v1.Pod{}
	m["cached"] = get()
	m["new"] = fresh()
	fill(m)
	probe("may", m["new"])
}
func fill(m map[string]*v1.Pod)
func keyCounted() {
	m := map[string]*v1.Pod{}
	m["cached"] = get()
	m["new"] = fresh()
	if len(m) > 0 { probe("never", m["new"]) }
	for range m {}
}
func keyCondition() {
	m := map[string]*v1.Pod{}
	p := get()
	if p == nil { m["a"] = p }
	m["b"] = fresh()
	probe("never", m["a"])
}

// Through calls.

func passed() {
	p := get()
	if c { p = fresh() }
	probe("may", same(p))
}
func passedFlag() {
	p, copied := get(), false
	if c { p = fresh(); copied = true }
	if copied { probe("never", same(p)) }
}
func unrelated() {
	_ = get()
	probe("may", fresh())
}
func part() {
	p, copied := get(), false
	if c { p = fresh(); copied = true }
	if copied { probe("never", &p.ObjectMeta); probe("never", p.Labels) } else { probe("may", p.Labels) }
}
func loop(n int) {
	p := fresh()
	for i := 0; i < n; i++ { probe("may", p); p = get() }
	probe("may", p)
}
func slice() {
	ps, copied := []*v1.Pod{get()}, false
	if c { ps = []*v1.Pod{fresh()}; copied = true }
	if copied { probe("never", ps[:1]) } else { probe("may", ps[:1]) }
}
func iface() {
	p, copied := get(), false
	if c { p = fresh(); copied = true }
	if copied { probe("never", any(p)) } else { probe("may", any(p)) }
}

// What a function returns with its bool, where its body is in sight.

func getBoth() (*v1.Pod, bool)    { return other, false }
func getEither() (*v1.Pod, bool)  { if c { return nil, false }; return other, true }
func getThrough() (*v1.Pod, bool) { p, ok := getEither(); return p, ok }
func getWrong() (*v1.Pod, bool)   { p, ok := getBoth(); return p, ok }
func getMixed() (*v1.Pod, bool)   { p, _ := getEither(); return p, c }
func getCrossed() (*v1.Pod, bool) { p, _ := getEither(); _, ok := getBoth(); return p, ok }
func getAsAny() (any, bool)       { p, ok := getEither(); return p, ok }
func getPanics() (*v1.Pod, bool)  { if c { panic("no") }; return other, true }
func get4() (*v1.Pod, bool)       { p, ok := getWrong(); return p, ok }
func get5() (*v1.Pod, bool)       { p, ok := get4(); return p, ok }
func get6() (*v1.Pod, bool)       { p, ok := get5(); return p, ok }
func get7() (*v1.Pod, bool)       { p, ok := get6(); return p, ok }
func get8() (bool, *v1.Pod, bool) { return c, other, true }

func withFalse()   { p, ok := getBoth(); if !ok { probe("may", p) } }
func withTrue()    { p, ok := getEither(); if !ok { probe("never", p) }; if ok { probe("may", p) } }
func handedOn()    { p, ok := getThrough(); if !ok { probe("never", p) } }
func handedWrong() { p, ok := getWrong(); if !ok { probe("may", p) } }
func mixed()       { p, ok := getMixed(); if !ok { probe("may", p) } }
func crossed()     { p, ok := getCrossed(); if !ok { probe("may", p) } }
func asAny()       { o, ok := getAsAny(); if !ok { probe("never", o) } }
func panics()      { p, ok := getPanics(); if !ok { probe("never", p) } }
func threeDeep()   { p, ok := get5(); if !ok { probe("may", p) } }
func fourDeep()    { p, ok := get7(); if !ok { probe("may", p) } }
func otherBool()   { b, p, ok := get8(); if !b { probe("may2", p) }; if !ok { probe("never", p) } }

// Conditions that are values.

func negated() {
	p, copied := get(), false
	if c { p = fresh(); copied = true }
	shared := !copied
	if shared { probe("may", p) } else { probe("never", p) }
	again := !shared
	if again { probe("never", p) }
}
func nilOfOther() {
	p, q := get(), fresh()
	if q == nil { probe("may", p) }
	if nil == q { probe("may", p) }
	if other == nil { probe("may", p) }
}
func errorOfOther() {
	p, err := get2()
	_, err2 := get2()
	if err2 != nil { probe("may", p) }
	if nil != err2 { probe("may", p) }
	if nil != err { probe("never", p) }
	if errors.IsNotFound(err2) { probe("may", p) }
	if err == nil { probe("may", p) }
}
func emptyOther() {
	p, q := get(), fresh()
	if "" == q.UID { probe("may", p) }
	if "" == p.Name { probe("may", p) }
	if p.UID == "x" { probe("may", p) }
	if p.UID != "" { probe("may", p) }
	if len(q.UID) == 0 { probe("may", p) }
	if cap(p.List()) == 0 { probe("may", p) }
}
func allocatedOrNot() {
	p := get()
	var made *v1.Pod
	if c { made = fresh(); p = fresh() }
	if made == nil { probe("may", p) }
	if made != nil { probe("never", p) } // without c, made is nil
}
func flagOfLater(d bool) {
	p, copied := get(), false
	if c { p = fresh(); copied = true }
	if d { copied = false }
	if copied { probe("never", p) }
}
func storedConditions() {
	p := get()
	q := p
	both := p != nil && p.UID != ""
	if both { q = fresh() }
	probe("never", q)
	r, some := p, p != nil && c
	if some { r = fresh() }
	probe("may", r)
}
func storedEither() {
	p := get()
	either := c || p != nil
	if either { probe("may", p) } else { probe("never", p) }
	if c { probe("may", p) }
}
func twoFlags() {
	p, a, b := get(), false, false
	if c { p = fresh(); a = true }
	if other != nil { b = true }
	if b { probe("may", p) }
	if a && b { probe("never", p) }
}
func mode(n int) {
	p := get()
	if n == 1 { p = fresh() }
	if n == 1 { probe("may", p) } // n is no constant of the path
}

// Predicates.

func isLong(p *v1.Pod) bool { if c { return true }; return p.UID != "" }
func isAny(a, p *v1.Pod) bool { return p.UID != "" }
func isExternal(p *v1.Pod) bool
func isNegated(p *v1.Pod) bool { return !isCreated(p) }
func predicates() {
	p, q := get(), fresh()
	if !isLong(p) { probe("never", p) }
	if isLong(p) { probe("may", p) }
	if !isExternal(p) { probe("may", p) }
	if !isAny(q, p) { probe("never", p) }
	if !isAny(p, q) { probe("may", p) }
	if isNegated(p) { probe("never", p) }
	if !isCreated(q) { probe("may", p) }
}
func isThere(p *v1.Pod) bool { return p != nil && p.UID != "" }
func isReady(p *v1.Pod) bool { return p != nil && p.UID != "" && p.Name != "" }
func isLost(p *v1.Pod) bool { return p == nil || p.UID == "" }
func isLostOr(p *v1.Pod) bool { return p == nil || p.UID == "" && (c || p.Name == "") }
func isAnyOf(p *v1.Pod) bool { return p == nil || (c || p.UID == "") }
func isTyped(p *v1.Pod) bool { switch { case p == nil: return false; case p.Name == "": return false }; return true }
func isFirst(p *v1.Pod) bool { for c { if p.UID == "" { return true } }; return false }
func isMade(p *v1.Pod) bool { if p.UID == "" { p.UID = "a"; return true }; return false }
func predicatesOfTwo() {
	p := get()
	if !isThere(p) { probe("never", p) } else { probe("may", p) }
	if !isReady(p) { probe("may", p) }
	if isLost(p) { probe("never", p) } else { probe("may", p) }
	if isLostOr(p) { probe("never", p) } else { probe("may", p) }
	if isAnyOf(p) { probe("may", p) }
	if !isTyped(p) { probe("may", p) }
	if isFirst(p) { probe("may", p) }
	if isMade(p) { probe("may", p) }
}
func predicateOfTwoElements(ps []*v1.Pod, i int) {
	ps = append(ps, get())
	if !isThere(ps[i]) { probe("never", ps[i]) }
	if !isThere(ps[i]) { probe("may", ps[i+1]) }
	if !isThere(ps[i]) {
		ps[i] = get()
		probe("may", ps[i])
	}
	for !isThere(ps[i]) {
		probe("never", ps[i])
		ps[i] = get()
	}
	if !isThere(ps[i]) {
		for c {
			probe("may", ps[i])
			ps[i] = get()
		}
	}
}
func predicateOfElement(i int) {
	ps := []*v1.Pod{get()}
	if !isCreated(ps[i]) { probe("never", ps[i]) }
	if !isCreated(ps[0]) { probe("may", ps[i]) }
}

// More of variables in memory.

func capturedTwice() {
	p := get()
	f := func() bool { return p.Name == "" }
	if c { p = fresh() } else { p = fresh() }
	probe("never", p)
	_ = f
}
func capturedError() {
	p, err := get2()
	f := func() bool { return p.Name == "" }
	if err != nil { p = fresh() }
	probe("may", p)
	if err != nil { probe("never", p) }
	_ = f
}
func sharedFlag(d bool) {
	p, copied := get(), false
	defer func() { _ = copied }()
	if c { p = fresh(); copied = true }
	if copied { probe("never", p) } else { probe("may", p) }
	if d { copied = true }
	if copied { probe("may", p) }
}
func sharedZero() {
	var copied bool
	p := get()
	f := func() bool { return copied || p.Name == "" }
	if c { p = fresh(); copied = true }
	if !copied { probe("may", p) }
	if copied { probe("never", p) }
	_ = f
}
func sharedSetByLiteral() {
	p, copied := get(), false
	f := func() { copied = true }
	defer f()
	if c { p = fresh(); copied = true }
	f()
	if copied { probe("may", p) }
}
func sharedSetAtEnd() (err error) {
	p, err := get2()
	copied := false
	defer func() { copied = true; err = nil }()
	if c { p = fresh(); copied = true }
	if copied { probe("never", p) }
	if err != nil { probe("never", p) }
	return err
}
func sharedInLoop(ps []*v1.Pod) {
	copied := false
	defer func() { _ = copied }()
	p := get()
	for range ps {
		if copied { probe("never", p) } else { probe("may", p) }
		if c { p = fresh(); copied = true }
		if copied { probe("may", p) } // what is merged twice is not looked into
	}
	for range ps {
		p, copied = get(), false
		if c { p = fresh(); copied = true }
		if copied { probe("never", p) }
		p = get()
		if copied { probe("may", p) }
	}
}
func sharedNil() {
	var made *v1.Pod
	defer func() { _ = made }()
	p := get()
	if c { made = fresh(); p = made }
	if made != nil { probe("never", p) }
	if made == nil { probe("may", p) }
}
func sharedError() (err error) {
	defer func() { if err != nil { c = true } }()
	p, err := get2()
	if err != nil { probe("never", p) }
	if errors.IsNotFound(err) { probe("never", p) }
	if err == nil { p = fresh() }
	probe("never", p)
	p, _ = get2()
	if err != nil { probe("may", p) }
	return err
}
func finish(err *error) { if *err != nil { *err = nil } }
func sharedAddress() (err error) {
	defer finish(&err)
	p, err := get2()
	if err != nil { probe("may", p) } // finish may be called with it at any time
	finish(&err)
	if err != nil { probe("may", p) }
	return err
}
func sharedAddressAtEnd() (err error) {
	defer finish(&err)
	p, err := get2()
	if err != nil { probe("never", p) }
	if err == nil { p = fresh() }
	probe("never", p)
	return err
}
func sharedOtherError() (err error) {
	defer func() { if err != nil { c = true } }()
	p, err := get2()
	if c { _, err = get2() }
	if err != nil { probe("may", p) }
	return err
}
func sharedExists() (ok bool) {
	defer func() { c = ok }()
	p, ok := get3()
	if !ok { probe("never", p) }
	probe("may", p)
	if !ok { p = fresh() }
	if !ok { probe("never", p) }
	return ok
}
func capturedLoopCopy(ps []*v1.Pod) {
	p := get()
	f := func() bool { return p.Name == "" }
	p = fresh()
	for range ps { probe("never", p) }
	_ = f
}
func capturedLoopLater(ps []*v1.Pod) {
	var p *v1.Pod
	f := func() bool { return p.Name == "" }
	for range ps {
		p = fresh()
		probe("never", p)
		p = get()
	}
	probe("may", p)
	_ = f
}
func putThenRead(i int) {
	ps := []*v1.Pod{get()}
	ps[i] = fresh()
	if c { if ps[i] != nil { probe("never", ps[i]) } }
}
func putElsewhere(i int, qs []*v1.Pod) {
	ps := []*v1.Pod{get()}
	ps[i] = fresh()
	qs[0] = nil // the same element, perhaps
	probe("may", ps[i])
}
func putOfOtherType(i int, n []int) {
	ps := []*v1.Pod{get()}
	ps[i] = fresh()
	n[0] = 1
	probe("never", ps[i])
}
func putCached(i int) {
	ps := []*v1.Pod{fresh()}
	ps[i] = get()
	probe("may", ps[i])
}
func putShared(i int) {
	ps := []*v1.Pod{get()}
	f := func() { ps = nil }
	ps[i] = fresh()
	f()
	probe("may", ps[i])
}
func putGlobal() {
	p := get()
	pods["a"] = p
	pods["a"] = fresh()
	shuffle(nil)
	probe("may", pods["a"])
}
var pods map[string]*v1.Pod
func keyOtherMap(k string, n map[string]*v1.Pod) {
	m := map[string]*v1.Pod{"a": get()}
	m["b"] = fresh()
	n[k] = fresh() // m's, perhaps
	probe("may", m["a"])
}
func keyOtherType(n map[string]int) {
	m := map[string]*v1.Pod{"a": get()}
	m["a"] = fresh()
	n["a"] = 1
	probe("never", m["a"])
}
func keyVariable(k, l string) {
	m := map[string]*v1.Pod{"a": get()}
	m[k] = fresh()
	m[l] = fresh()
	probe("may", m["a"])
}
func keyItself() {
	m := map[string]*v1.Pod{}
	m["a"] = get()
	m["b"] = m["b"]
	m["c"] = fresh()
	probe("never", m["b"])
}
func keyKept(h *holder) {
	m := map[string]*v1.Pod{}
	m["a"] = get()
	m["b"] = fresh()
	h.m = m
	shuffle(nil)
	probe("never", m["b"]) // nobody is taken to put something else there
}
type holder struct { m map[string]*v1.Pod }
func keyReturned() map[string]*v1.Pod {
	m := map[string]*v1.Pod{}
	m["a"] = get()
	m["b"] = fresh()
	if c { probe("never", m["b"]) }
	return m
}
func keyGiven(q *v1.Pod) {
	m := map[string]*v1.Pod{}
	m["a"] = get()
	m["b"] = q
	if c { probe("may", m["b"]) }
}
// Merges, into which no edge leads with the object.

func absentOrFailed() {
	p, err := get2()
	if err == nil && p != nil { probe("may", p); return }
	probe("never", p)
}
func absentOrFailedBut() {
	p, err := get2()
	if err == nil && p != nil && c { return }
	probe("may", p)
}
func failedOrAbsent() {
	p, err := get2()
	if err != nil || p == nil || p.UID == "" { probe("never", p); probe("never", p.Labels) } else { probe("may", p) }
	if err != nil || c { probe("may", p) }
}
func nestedMerge(d bool) {
	p, err := get2()
	if err == nil && p != nil { return }
	if c && d { println() }
	for range 3 { probe("never", p) }
	if c { probe("never", p) }
}
func mergeInMerge(d bool) {
	p, err := get2()
	if c {
		if err == nil && p != nil { return }
		println()
	} else if err == nil { return }
	probe("never", p)
}
func mergeInMergeBut(d bool) {
	p, err := get2()
	if c {
		if err == nil && p != nil { return }
		println()
	}
	probe("may", p)
}
func copiedElse() {
	p, err := get2()
	if err == nil && p != nil { p = fresh() } else { println() }
	probe("never", p)
}
func copiedElseBut() {
	p, err := get2()
	if err == nil && c { p = fresh() } else { println() }
	probe("may", p)
}
func flagOrFailed() {
	p, err := get2()
	copied := false
	if c { p, copied = fresh(), true }
	if copied || isFailed(p, err) { probe("may", p) }
	if copied || p == nil { probe("never", p) }
}
func isFailed(p *v1.Pod, err error) bool
func otherCall() {
	p, _ := get2()
	q, err := get2()
	if err == nil && q != nil { return }
	probe("may", p)
}
func failedLater() {
	p, err := get2()
	for range 3 {
		if p != nil { probe("may", p) }
		_, err = get2()
		if err != nil || c { println() }
	}
	probe("may", p)
}
func mergeOfLoop() {
	var last *v1.Pod
	for range 3 {
		p, err := get2()
		if err != nil || p == nil { probe("never", p); continue }
		probe("may", p)
		last = p
	}
	probe("may", last)
}

// What holds in this round of a loop says nothing of an object that an earlier one got.

func lastRound() {
	var last *v1.Pod
	for range 3 {
		p, err := get2()
		if err != nil { probe("may", last); continue }
		last = p
	}
}
func lastRoundMerge() {
	var last *v1.Pod
	for range 3 {
		p, err := get2()
		if err != nil || p == nil { probe("may", last); continue }
		last = p
	}
}
func untilFound() {
	var p *v1.Pod
	for range 3 {
		if p == nil { p, _ = get2(); continue }
		probe("may", p)
	}
}
func untilFoundCopy() {
	var p *v1.Pod
	for range 3 {
		if p == nil {
			q, err := get2()
			if err != nil { continue }
			p = q.DeepCopy()
		}
		probe("never", p)
	}
}
func outsideLoop() {
	p, err := get2()
	if err != nil {
		for range 3 { probe("never", p); if c { p = fresh() } }
	}
}
func keptWhenFailed() {
	var last *v1.Pod
	for range 3 {
		p, err := get2()
		if err == nil { continue }
		last = p
	}
	probe("never", last)
}
func method() {
	p, copied := get(), false
	if c { p = fresh(); copied = true }
	if copied { probe("never", p.DeepCopy()) }
}
`
