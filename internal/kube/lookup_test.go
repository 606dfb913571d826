package kube

import (
	"go/types"
	"strings"
	"testing"
)

const objects = `
-- k8s.io/apimachinery/pkg/runtime --
package runtime

type Object interface {
	GetObjectKind() int
	DeepCopyObject() Object
}

type Unstructured interface {
	Object
	UnstructuredContent() map[string]any
}

type RawExtension struct{}

func (r *RawExtension) UnmarshalJSON(b []byte) error  { return nil }
func (r *RawExtension) MarshalJSON() ([]byte, error) { return nil, nil }
-- k8s.io/apimachinery/pkg/runtime/schema --
package schema

type ObjectKind interface{ SetKind(string) }
-- k8s.io/apimachinery/pkg/runtimes --
package runtimes

type ObjectKind interface{ SetKind(string) }
-- k8s.io/apimachinery/pkg/apis/meta/v1 --
package v1

type Object interface {
	GetLabels() map[string]string
	GetName() string
	SetLabels(map[string]string)
	SetName(string)
	SetNothing()
	SetAndGet(string) string
	Reset()
}

type ObjectMeta struct {
	Name, ResourceVersion string
	Labels, Annotations   map[string]string
}

func (m *ObjectMeta) GetLabels() map[string]string   { return m.Labels }
func (m *ObjectMeta) GetName() string                { return m.Name }
func (m *ObjectMeta) GetResourceVersion() string     { return m.ResourceVersion }
func (m *ObjectMeta) GetObjectMeta() *ObjectMeta     { return m }
func (m *ObjectMeta) SetLabels(l map[string]string) { m.Labels = l }
func (m *ObjectMeta) SetName(n string)              { m.Name = n }
func (m *ObjectMeta) Unmarshal(b []byte) error       { return nil }
func (m *ObjectMeta) IsZero() bool                   { return false }
func (m *ObjectMeta) Other()                         {}

type ListMeta struct{ ResourceVersion string }

type Time struct{ wall *int }

type ListOptions struct {
	LabelSelector, ResourceVersion string
	Watch                          bool
}

func (o *ListOptions) OpenAPIModelName() string { return "" }

func SingleObject(ObjectMeta) ListOptions { return ListOptions{} }

func SetMetaDataLabel(m *ObjectMeta, k, v string) {}
-- k8s.io/apimachinery/pkg/apis/meta/v1/unstructured --
package unstructured

import "k8s.io/apimachinery/pkg/runtime"

type Unstructured struct{ Object map[string]any }

func (u *Unstructured) GetObjectKind() int             { return 0 }
func (u *Unstructured) DeepCopyObject() runtime.Object { return u }
func (u *Unstructured) DeepCopy() *Unstructured        { return u }
func (u *Unstructured) GetLabels() map[string]string   { return nil }
func (u *Unstructured) SetLabels(map[string]string)    {}

type UnstructuredList struct{ Items []Unstructured }
-- k8s.io/api/core/v1 --
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

type Status struct{ Phase string }

type Pod struct {
	metav1.ObjectMeta
	Status Status
}

func (p *Pod) GetObjectKind() int             { return 0 }
func (p *Pod) DeepCopyObject() runtime.Object { return p }
func (p *Pod) DeepCopy() *Pod                 { return p }
func (p *Pod) DeepCopyInto(q *Pod)            {}

type PodList struct {
	metav1.ListMeta
	Items []Pod
}

func (p *PodList) GetObjectKind() int             { return 0 }
func (p *PodList) DeepCopyObject() runtime.Object { return p }

type Node struct{ metav1.ObjectMeta }
`

// TestName: the name of a function or method, as rows write it.
func TestName(t *testing.T) {
	w := newWorld(t, `
-- example.com/p --
package p

type T[E any] struct{}

func (T[E]) Value()    {}
func (*T[E]) Pointer() {}

type Plain struct{}

func (*Plain) M() {}

type I[E any] interface{ Do(E) }

func F[E any]() {}
-- example.com/a/vendor/k8s.io/klog --
package klog

type T[E any] struct{}

func (*T[E]) M() {}

func Info() {}
`)
	each(t, `
		example.com/p.F                             => example.com/p.F
		(example.com/p.T).Value                     => (example.com/p.T).Value
		(*example.com/p.T).Pointer                  => (*example.com/p.T).Pointer
		(*example.com/p.Plain).M                    => (*example.com/p.Plain).M
		(example.com/p.I).Do                        => (example.com/p.I).Do
		example.com/a/vendor/k8s.io/klog.Info       => k8s.io/klog.Info
		(*example.com/a/vendor/k8s.io/klog.T).M     => (*k8s.io/klog.T).M
	`, func(t *testing.T, name, want string) {
		if got := Name(w.fn(strings.TrimSpace(name))); got != want {
			t.Errorf("Name = %s, want %s", got, want)
		}
	})
}

// TestFull: the name of a row with its import path.
func TestFull(t *testing.T) {
	p := Package{Path: "example.com/p"}
	each(t, `
		F        => example.com/p.F
		(T).M    => (example.com/p.T).M
		(*T).M   => (*example.com/p.T).M
		T.Field  => example.com/p.T.Field
	`, func(t *testing.T, name, want string) {
		if got := p.full(strings.TrimSpace(name)); got != want {
			t.Errorf("full = %s, want %s", got, want)
		}
	})
}

// TestNameOfUnnamed: methods of unnamed types have no name that a row could mean.
func TestNameOfUnnamed(t *testing.T) {
	w := newWorld(t, `
-- example.com/p --
package p

var V interface{ M() }
`)
	m, _, _ := types.LookupFieldOrMethod(w.typ("example.com/p.V"), true, nil, "M")
	if got := Name(m.(*types.Func)); got != "(interface).M" {
		t.Errorf("Name = %s", got)
	}
	// Of methods without a package nothing is known.
	e := types.Universe.Lookup("error").Type()
	err := e.Underlying().(*types.Interface).Method(0)
	if got := is(Method(err, e)); got != "unknown" {
		t.Errorf("error.Error: %q", got)
	}
	if got := is(Func(err)); got != "unknown" {
		t.Errorf("error.Error: %q", got)
	}
}

// What static calls do: rows first, then shapes.
func TestFunc(t *testing.T) {
	w := newWorld(t, objects+`
-- slices --
package slices

func Sort[S ~[]E, E any](x S) {}
func Contains()               {}
-- github.com/rancher/norman/condition --
package condition

type Cond string

func (c Cond) True(obj any)                     {}
func (c Cond) Do(obj any, f func() any)         {}
func (c Cond) Track(obj, client any, f func())  {}
func (c Cond) IsTrue(obj any) bool              { return true }
func (c Cond) Unheard(obj any)                  {}
func (c Cond) SetError()                        {}

type Other string

func (c Other) True(obj any) {}
-- example.com/condition --
package condition

type Cond string

func (c Cond) True(obj any) {}
-- example.com/controllers --
package controllers

import corev1 "k8s.io/api/core/v1"

type C struct{}

func (C) OnChange(name string, h func(string, *corev1.Pod) error)     {}
func (C) OnRemove(h func(string, *corev1.Pod) error)                  {}
func (C) AddHandler(name string, h func(int, *corev1.Pod) error)      {}
func (C) AddFeatureHandler(name string, h func(string, string) error) {}
func (C) AddGenericHandler(name string, h func(string) error)         {}
func (C) Watch(name string, h func(string, *corev1.Pod) error)        {}

func OnChange(name string, h func(string, *corev1.Pod) error) {}
`)
	each(t, `
		slices.Sort                                                       => write $0/[] slices.Sort
		slices.Contains                                                   => unknown
		k8s.io/apimachinery/pkg/apis/meta/v1.SetMetaDataLabel             => write $0/Labels/*/[] SetMetaDataLabel
		(*k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta).SetLabels      => write $0/Labels SetLabels; store $0/Labels $1
		(*k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta).SetName        => write $0 SetName
		(*k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta).GetLabels      => ret0=$0/Labels/*
		(*k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta).GetName        => none
		(*k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta).GetObjectMeta  => ret0=$0
		(*k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta).Unmarshal      => write $0 Unmarshal
		(*k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta).IsZero         => none
		(*k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta).Other          => unknown
		(*k8s.io/apimachinery/pkg/runtime.RawExtension).UnmarshalJSON     => write $0 UnmarshalJSON
		(*k8s.io/apimachinery/pkg/runtime.RawExtension).MarshalJSON       => none
		(*k8s.io/apimachinery/pkg/apis/meta/v1/unstructured.Unstructured).SetLabels => write $0/Object/*/[] SetLabels
		(*k8s.io/apimachinery/pkg/apis/meta/v1/unstructured.Unstructured).GetLabels => none
		(*k8s.io/apimachinery/pkg/apis/meta/v1/unstructured.Unstructured).DeepCopy  => none
		(*k8s.io/api/core/v1.Pod).DeepCopy                                => unknown
		(github.com/rancher/norman/condition.Cond).True                   => write $1 True
		(github.com/rancher/norman/condition.Cond).Do                     => write $1 Do; call $2(); ret0=$1
		(github.com/rancher/norman/condition.Cond).Track                  => call $3()
		(github.com/rancher/norman/condition.Cond).IsTrue                 => none
		(github.com/rancher/norman/condition.Cond).Unheard                => unknown
		(github.com/rancher/norman/condition.Cond).SetError               => unknown
		(github.com/rancher/norman/condition.Other).True                  => unknown
		(example.com/condition.Cond).True                                 => unknown
		(example.com/controllers.C).OnChange                              => call $2(_,cache)
		(example.com/controllers.C).OnRemove                              => call $1(_,cache)
		(example.com/controllers.C).AddHandler                            => unknown
		(example.com/controllers.C).AddFeatureHandler                     => unknown
		(example.com/controllers.C).AddGenericHandler                     => unknown
		(example.com/controllers.C).Watch                                 => unknown
		example.com/controllers.OnChange                                  => unknown
	`, func(t *testing.T, name, want string) {
		if got := is(Func(w.fn(strings.TrimSpace(name)))); got != want {
			t.Errorf("Func = %q, want %q", got, want)
		}
	})
}

// What calls through an interface do.
func TestMethod(t *testing.T) {
	w := newWorld(t, objects+`
-- k8s.io/client-go/tools/cache --
package cache

type Store interface {
	List() []any
	Add(any) error
}
-- istio.io/istio/pkg/kube/krt --
package krt

type Collection[T any] interface {
	List() []T
	GetKey(k string) *T
	Register(f func(T))
}
-- example.com/listers --
package listers

import (
	corev1 "k8s.io/api/core/v1"
	"istio.io/istio/pkg/kube/krt"
)

type PodLister interface {
	Get(name string) (*corev1.Pod, error)
	List(all bool) ([]*corev1.Pod, error)
	Alone(name string) *corev1.Pod
	ListAll() (*corev1.PodList, error)
	Names() ([]string, error)
	Found(name string) (*corev1.Pod, bool)
	Value(name string) (corev1.Pod, error)
	Both(name string) (*corev1.Pod, int, error)
	Nothing()
}

type PodListerExpansion interface{ ByNode(n string) ([]*corev1.Pod, error) }

type PodCache interface {
	Get(name string) (*corev1.Pod, error)
	GetByIndex(index, key string) ([]*corev1.Pod, error)
	AddIndexer(name string)
}

type PodCacheInterface interface {
	PodCache
	Find(name string) (*corev1.Pod, error)
}

type HalfCache interface {
	Get(name string) (*corev1.Pod, error)
	GetByIndex(index, key string) ([]*corev1.Pod, error)
}

type PodGetter interface{ Get(name string) (*corev1.Pod, error) }

type StructLister struct{}

func (StructLister) Get(name string) (*corev1.Pod, error) { return nil, nil }

type Controller interface {
	OnChange(name string, h func(string, *corev1.Pod) error)
}

type Pods = krt.Collection[*corev1.Pod]
type Strings = krt.Collection[string]
`)
	each(t, `
		(k8s.io/client-go/tools/cache.Store).List                  => ret0=cache[]
		(k8s.io/client-go/tools/cache.Store).Add                   => unknown
		(example.com/listers.PodLister).Get                        => ret0=cache
		(example.com/listers.PodLister).List                       => ret0=cache[]
		(example.com/listers.PodLister).Alone                      => unknown
		(example.com/listers.PodLister).ListAll                    => unknown
		(example.com/listers.PodLister).Names                      => unknown
		(example.com/listers.PodLister).Found                      => unknown
		(example.com/listers.PodLister).Value                      => unknown
		(example.com/listers.PodLister).Both                       => unknown
		(example.com/listers.PodLister).Nothing                    => unknown
		(example.com/listers.PodListerExpansion).ByNode            => ret0=cache[]
		(example.com/listers.PodCache).Get                         => ret0=cache
		(example.com/listers.PodCache).GetByIndex                  => ret0=cache[]
		(example.com/listers.PodCacheInterface).Find               => ret0=cache
		(example.com/listers.HalfCache).Get                        => unknown
		(example.com/listers.PodGetter).Get                        => unknown
		(example.com/listers.StructLister).Get                     => unknown
		(example.com/listers.Controller).OnChange                  => call $2(_,cache)
		(k8s.io/apimachinery/pkg/apis/meta/v1.Object).GetLabels    => ret0=$0/?Labels
		(k8s.io/apimachinery/pkg/apis/meta/v1.Object).SetLabels    => write $0 SetLabels; write $0/?U/[] SetLabels
		(k8s.io/apimachinery/pkg/apis/meta/v1.Object).SetName      => write $0 SetName; write $0/?U/[] SetName
		(k8s.io/apimachinery/pkg/apis/meta/v1.Object).SetNothing   => unknown
		(k8s.io/apimachinery/pkg/apis/meta/v1.Object).SetAndGet    => unknown
		(k8s.io/apimachinery/pkg/apis/meta/v1.Object).GetName      => none
		(k8s.io/apimachinery/pkg/apis/meta/v1.Object).Reset        => unknown
		(k8s.io/apimachinery/pkg/runtime.Object).GetObjectKind     => ret0=$0
		(k8s.io/apimachinery/pkg/runtime/schema.ObjectKind).SetKind => write $0 SetKind; write $0/?U/[] SetKind
		(k8s.io/apimachinery/pkg/runtimes.ObjectKind).SetKind      => unknown
		(k8s.io/apimachinery/pkg/runtime.Unstructured).UnstructuredContent => ret0=$0/Object/*
	`, func(t *testing.T, name, want string) {
		m := w.fn(strings.TrimSpace(name))
		if got := is(Method(m, m.Signature().Recv().Type())); got != want {
			t.Errorf("Method = %q, want %q", got, want)
		}
	})

	// A collection holds the cache's objects if it is one of objects.
	list := w.fn("(istio.io/istio/pkg/kube/krt.Collection).List")
	for typ, want := range map[string]bool{"Pods": true, "Strings": false} {
		if s, ok := Method(list, w.typ("example.com/listers."+typ)); ok != want || s != "ret0=cache[]" {
			t.Errorf("a collection of %s: %q, %v", typ, s, ok)
		}
	}
}

// TestHolds: which calls of krt hold objects, by their type arguments.
func TestHolds(t *testing.T) {
	w := newWorld(t, objects+`
-- istio.io/istio/pkg/kube/krt --
package krt

func NewIndex[K, O any]()      {}
func NewCollection[I, O any]() {}
-- example.com/krt --
package krt

func NewIndex() {}
`)
	pod, str := w.typ("*k8s.io/api/core/v1.Pod"), types.Type(types.Typ[types.String])
	index, collection := w.fn("istio.io/istio/pkg/kube/krt.NewIndex"), w.fn("istio.io/istio/pkg/kube/krt.NewCollection")
	for _, c := range []struct {
		f     *types.Func
		targs []types.Type
		want  bool
	}{
		{index, []types.Type{str, pod}, true},
		{index, []types.Type{pod, str}, false},
		{index, []types.Type{pod}, false},
		{collection, []types.Type{pod, str}, true},
		{collection, []types.Type{str, pod}, false},
		{collection, nil, false},
		{w.fn("example.com/krt.NewIndex"), nil, true},
		{types.Universe.Lookup("error").Type().Underlying().(*types.Interface).Method(0), nil, true},
	} {
		if got := Holds(c.f, c.targs); got != c.want {
			t.Errorf("Holds(%s, %v) = %v", c.f.FullName(), c.targs, got)
		}
	}
}

// TestTables: what the rows say of functions, variables and methods.
func TestTables(t *testing.T) {
	if got := is(Variable("sigs.k8s.io/controller-runtime", "SetControllerReference")); got != "write $1 SetControllerReference" {
		t.Errorf("Variable: %q", got)
	}
	if got := is(Variable("example.com/vendor/sigs.k8s.io/controller-runtime", "CreateOrUpdate")); got != "call $3(); write $2 CreateOrUpdate" {
		t.Errorf("Variable: %q", got)
	}
	if got := is(Variable("sigs.k8s.io/controller-runtime", "Log")); got != "unknown" {
		t.Errorf("Variable: %q", got)
	}
	if got := is(Callback(cachePkg + ".ResourceEventHandler.OnUpdate")); got != "_,cache,cache" {
		t.Errorf("Callback: %q", got)
	}
	if got := is(Callback(cachePkg + ".ResourceEventHandler.OnMove")); got != "unknown" {
		t.Errorf("Callback: %q", got)
	}
	if got := EventFields("sigs.k8s.io/controller-runtime/pkg/event.UpdateEvent"); strings.Join(got, " ") != "ObjectOld ObjectNew" {
		t.Errorf("EventFields: %q", got)
	}
	if got := EventFields("sigs.k8s.io/controller-runtime/pkg/event.GenericEvent"); got != nil {
		t.Errorf("EventFields: %q", got)
	}
	if len(Rows()) < 100 || Rows()["sort.Strings"] != "write $0/[] sort.Strings" {
		t.Errorf("Rows: %d", len(Rows()))
	}
}

// TestBoxMethod: which methods put a value into a container of the standard library, and
// which take it out.
func TestBoxMethod(t *testing.T) {
	w := newWorld(t, `
-- sync --
package sync

type Map struct{}

func (m *Map) LoadOrStore(k, v any) (any, bool) { return nil, false }
func (m *Map) Range(f func(k, v any) bool)      {}
func (m *Map) Clear()                           {}
-- sync/atomic --
package atomic

type Pointer[T any] struct{}

func (p *Pointer[T]) Store(v *T) {}
-- k8s.io/client-go/util/workqueue --
package workqueue

type Typed[T any] interface {
	Add(item T)
	AddAfter(item T, n int)
	AddWithOpts(o int, items ...T)
	AddNothing()
	Get() (item T, shutdown bool)
	Done(item T)
	Len() int
}

type Other interface{ Get() int }

func Add(item any) {}
-- example.com/workqueue --
package workqueue

type Queue interface{ Add(item any) }
`)
	for name, want := range map[string]Box{
		"(*sync.Map).LoadOrStore":                             {Put: 2, Take: true},
		"(*sync.Map).Range":                                   {Each: true},
		"(*sync/atomic.Pointer).Store":                        {Put: 1, One: true},
		"(k8s.io/client-go/util/workqueue.Typed).Add":         {Put: 1},
		"(k8s.io/client-go/util/workqueue.Typed).AddAfter":    {Put: 1},
		"(k8s.io/client-go/util/workqueue.Typed).Get":         {Take: true},
		"(*sync.Map).Clear":                                   {},
		"(k8s.io/client-go/util/workqueue.Typed).AddWithOpts": {},
		"(k8s.io/client-go/util/workqueue.Typed).AddNothing":  {},
		"(k8s.io/client-go/util/workqueue.Typed).Done":        {},
		"(k8s.io/client-go/util/workqueue.Typed).Len":         {},
		"(k8s.io/client-go/util/workqueue.Other).Get":         {},
		"k8s.io/client-go/util/workqueue.Add":                 {},
		"(example.com/workqueue.Queue).Add":                   {},
	} {
		got, ok := BoxMethod(w.fn(name))
		if got != want || ok != (want != Box{}) {
			t.Errorf("%s: %+v, %v, want %+v", name, got, ok, want)
		}
	}
	if _, ok := BoxMethod(types.Universe.Lookup("error").Type().Underlying().(*types.Interface).Method(0)); ok {
		t.Error("error.Error is a box")
	}
}

// TestClones: which functions clone a slice or a map.
func TestClones(t *testing.T) {
	w := newWorld(t, `
-- slices --
package slices

func Clone() {}
func Clip()  {}
-- golang.org/x/exp/maps --
package maps

func Clone() {}
func Copy()  {}
-- example.com/slices --
package slices

func Clone() {}
`)
	for name, want := range map[string]bool{"slices.Clone": true, "slices.Clip": false, "golang.org/x/exp/maps.Clone": true, "golang.org/x/exp/maps.Copy": false, "example.com/slices.Clone": false} {
		if got := Clones(w.fn(name)); got != want {
			t.Errorf("Clones(%s) = %v", name, got)
		}
	}
	if Clones(types.Universe.Lookup("error").Type().Underlying().(*types.Interface).Method(0)) {
		t.Error("error.Error clones")
	}
}

// TestCollects: which functions collect an iterator.
func TestCollects(t *testing.T) {
	w := newWorld(t, `
-- slices --
package slices

func Collect() {}
func Sorted()  {}
func Values()  {}
-- example.com/slices --
package slices

func Collect() {}
`)
	for name, want := range map[string]bool{"slices.Collect": true, "slices.Sorted": true, "slices.Values": false, "example.com/slices.Collect": false} {
		if got := Collects(w.fn(name)); got != want {
			t.Errorf("Collects(%s) = %v", name, got)
		}
	}
	if Collects(types.Universe.Lookup("error").Type().Underlying().(*types.Interface).Method(0)) {
		t.Error("error.Error collects")
	}
}
