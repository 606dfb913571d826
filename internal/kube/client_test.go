package kube

import (
	"go/types"
	"testing"
)

const runtimeLibrary = objects + `
-- sigs.k8s.io/controller-runtime/pkg/client --
package client

type Reader interface {
	Get(key, obj any) error
	List(list any) error
}

type Client interface{ Reader }

type ListOption interface{ ApplyToList(*ListOptions) }

type ListOptions struct {
	Namespace             string
	UnsafeDisableDeepCopy *bool
}

func (*ListOptions) ApplyToList(*ListOptions) {}

type InNamespace string

func (InNamespace) ApplyToList(*ListOptions) {}

type UnsafeDisableDeepCopyOption bool

func NewNamespacedClient(c Client, ns string) Client { return c }
-- sigs.k8s.io/controller-runtime/pkg/client/interceptor --
package interceptor

func NewClient() {}
-- sigs.k8s.io/controller-runtime/pkg/cache --
package cache

type Cache interface{ Start() }

type Options struct {
	DefaultUnsafeDisableDeepCopy *bool
	UnsafeDisableDeepCopy        bool
	DisableFor                   []int
	Other                        bool
}

type Config struct{ UnsafeDisableDeepCopy *bool }

type ByObject struct{ UnsafeDisableDeepCopy *bool }

type Else struct{ UnsafeDisableDeepCopy *bool }

type DisableDeepCopyByObject map[string]bool

func New(Options) Cache    { return nil }
func NewFor(Options) Cache { return nil }
-- sigs.k8s.io/controller-runtime/pkg/manager --
package manager

type Options struct{ ClientDisableCacheFor []int }
-- sigs.k8s.io/controller-runtime/pkg/cluster --
package cluster

type Cluster interface {
	GetClient() int
	GetCache() int
	GetAPIReader() int
}
-- example.com/p --
package p

import "sigs.k8s.io/controller-runtime/pkg/client"

type Client interface{ client.Client }

type Options struct {
	ClientDisableCacheFor []int
	UnsafeDisableDeepCopy *bool
}

type MyDisableDeepCopyOption struct{}

func NewClient() {}

var Unnamed []int
`

// TestClientTypes: which types of controller-runtime are clients, and which of them read
// the cache.
func TestClientTypes(t *testing.T) {
	w := newWorld(t, runtimeLibrary)
	typesTable(t, w, []answers{
		{"client", IsClient},
		{"reads-cache", ReadsCache},
		{"no-copy", IsNoCopyType},
		{"no-copy-map", IsNoCopyMap},
		{"options", IsCacheOptions},
		{"list-option", IsRuntimeListOption},
		{"list-options", IsRuntimeListOptions},
		{"option", IsRuntimeOption},
	}, `
		sigs.k8s.io/controller-runtime/pkg/client.Client       => client reads-cache
		*sigs.k8s.io/controller-runtime/pkg/client.Client      => client reads-cache
		sigs.k8s.io/controller-runtime/pkg/client.Reader       => -
		sigs.k8s.io/controller-runtime/pkg/cache.Cache         => reads-cache
		sigs.k8s.io/controller-runtime/pkg/cache.Options       => options
		*sigs.k8s.io/controller-runtime/pkg/cache.Options      => options
		sigs.k8s.io/controller-runtime/pkg/cache.DisableDeepCopyByObject => no-copy no-copy-map
		sigs.k8s.io/controller-runtime/pkg/client.UnsafeDisableDeepCopyOption => no-copy option
		sigs.k8s.io/controller-runtime/pkg/client.ListOption   => list-option
		*sigs.k8s.io/controller-runtime/pkg/client.ListOption  => -
		sigs.k8s.io/controller-runtime/pkg/client.ListOptions  => list-options option
		*sigs.k8s.io/controller-runtime/pkg/client.ListOptions => list-options
		sigs.k8s.io/controller-runtime/pkg/client.InNamespace  => option
		example.com/p.Client                                   => -
		example.com/p.Options                                  => -
		example.com/p.MyDisableDeepCopyOption                  => no-copy
		example.com/p.Unnamed                                  => -
	`)
	if IsRuntimeOption(types.Universe.Lookup("error").Type()) || IsRuntimeOption(types.Typ[types.Int]) {
		t.Error("error and int are no options")
	}
}

// TestClientFunctions: which calls of controller-runtime read into an argument.
func TestClientFunctions(t *testing.T) {
	w := newWorld(t, runtimeLibrary)
	for name, want := range map[string]ClientRead{
		"(sigs.k8s.io/controller-runtime/pkg/client.Reader).Get":              {Into: 3},
		"(sigs.k8s.io/controller-runtime/pkg/client.Reader).List":             {Into: 2, List: true},
		"(sigs.k8s.io/controller-runtime/pkg/cluster.Cluster).GetClient":      {},
		"sigs.k8s.io/controller-runtime/pkg/client.NewNamespacedClient":       {},
		"(sigs.k8s.io/controller-runtime/pkg/client.InNamespace).ApplyToList": {},
	} {
		if got, ok := Read(w.fn(name)); got != want || ok != (want != ClientRead{}) {
			t.Errorf("Read(%s) = %+v, %v", name, got, ok)
		}
	}
	for name, want := range map[string][2]bool{ // hands out, wraps, makes a cache
		"(sigs.k8s.io/controller-runtime/pkg/cluster.Cluster).GetClient":    {true, false},
		"(sigs.k8s.io/controller-runtime/pkg/cluster.Cluster).GetCache":     {true, false},
		"(sigs.k8s.io/controller-runtime/pkg/cluster.Cluster).GetAPIReader": {false, false},
		"sigs.k8s.io/controller-runtime/pkg/client.NewNamespacedClient":     {false, false},
		"sigs.k8s.io/controller-runtime/pkg/client/interceptor.NewClient":   {false, false},
		"sigs.k8s.io/controller-runtime/pkg/cache.New":                      {false, true},
		"sigs.k8s.io/controller-runtime/pkg/cache.NewFor":                   {false, false},
		"example.com/p.NewClient":                                           {false, false},
	} {
		f := w.fn(name)
		if got := [2]bool{HandsOutManagerClient(f), MakesCache(f)}; got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if !ImportsClient(w.pkgs["example.com/p"]) || ImportsClient(w.pkgs["sigs.k8s.io/controller-runtime/pkg/cache"]) {
		t.Error("ImportsClient")
	}
}

// TestOptionField: which fields of options turn deep copies off.
func TestOptionField(t *testing.T) {
	w := newWorld(t, runtimeLibrary)
	for _, c := range []struct {
		owner, field string
		want         CacheOption
	}{
		{"sigs.k8s.io/controller-runtime/pkg/cache.Options", "DefaultUnsafeDisableDeepCopy", NoCopyOfAll},
		{"sigs.k8s.io/controller-runtime/pkg/cache.Options", "UnsafeDisableDeepCopy", NoCopyOfAll},
		{"sigs.k8s.io/controller-runtime/pkg/cache.Options", "DisableFor", UncachedKinds},
		{"sigs.k8s.io/controller-runtime/pkg/cache.Options", "Other", NoCacheOption},
		{"sigs.k8s.io/controller-runtime/pkg/cache.Config", "UnsafeDisableDeepCopy", NoCopyOfNamespace},
		{"sigs.k8s.io/controller-runtime/pkg/cache.ByObject", "UnsafeDisableDeepCopy", NoCopyOfKind},
		{"sigs.k8s.io/controller-runtime/pkg/cache.Else", "UnsafeDisableDeepCopy", NoCacheOption},
		{"sigs.k8s.io/controller-runtime/pkg/client.ListOptions", "UnsafeDisableDeepCopy", NoCacheOption},
		{"sigs.k8s.io/controller-runtime/pkg/manager.Options", "ClientDisableCacheFor", UncachedKinds},
		{"example.com/p.Options", "ClientDisableCacheFor", NoCacheOption},
		{"example.com/p.Options", "UnsafeDisableDeepCopy", NoCacheOption},
	} {
		owner := w.typ(c.owner)
		f, _, _ := types.LookupFieldOrMethod(owner, true, nil, c.field)
		if got := OptionField(f.(*types.Var), owner); got != c.want {
			t.Errorf("%s.%s: %v, want %v", c.owner, c.field, got, c.want)
		}
	}
	if got := OptionField(types.NewField(0, nil, "DisableFor", types.Typ[types.Int], false), nil); got != NoCacheOption {
		t.Errorf("a field without a package: %v", got)
	}
}

const handlerLibrary = `
-- k8s.io/client-go/tools/cache --
package cache

type ResourceEventHandlerFuncs struct{ AddFunc, DeleteFunc func(any) }

type ResourceEventHandlerDetailedFuncs struct{ DeleteFunc func(any) }

type FilteringResourceEventHandler struct{ FilterFunc, DeleteFunc func(any) }
-- k8s.io/apimachinery/pkg/api/meta --
package meta

func Accessor(any) (any, error)     { return nil, nil }
func ListAccessor(any) (any, error) { return nil, nil }
-- example.com/vendor/k8s.io/client-go/tools/cache --
package cache

type ResourceEventHandlerFuncs struct{ DeleteFunc func(any) }
-- example.com/p --
package p

type ResourceEventHandlerFuncs struct{ DeleteFunc func(any) }

type H struct{}

func (H) OnAdd(any)         {}
func (H) OnUpdate(any, any) {}
func (H) OnDelete(any)      {}

type Mixed struct{}

func (*Mixed) OnAdd(any)         {}
func (*Mixed) OnUpdate(any, any) {}
func (Mixed) OnDelete(any)       {}

type NoUpdate struct{}

func (NoUpdate) OnAdd(any)    {}
func (NoUpdate) OnDelete(any) {}

type Typed struct{}

func (Typed) OnAdd(*H)         {}
func (Typed) OnUpdate(*H)      {}
func (Typed) OnDelete(*H)      {}

type Two struct{}

func (Two) OnAdd(any)         {}
func (Two) OnUpdate(any)      {}
func (Two) OnDelete(any, any) {}

type Narrow struct{}

func (Narrow) OnAdd(any)                    {}
func (Narrow) OnUpdate(any)                 {}
func (Narrow) OnDelete(interface{ Name() }) {}

func OnDelete(any) {}
func Accessor()    {}
`

// TestDeletions: which fields and methods of event handlers get deletions.
func TestDeletions(t *testing.T) {
	w := newWorld(t, handlerLibrary)
	for _, c := range []struct {
		typ, field string
		want       DeletionUse
	}{
		{"k8s.io/client-go/tools/cache.ResourceEventHandlerFuncs", "DeleteFunc", HandlesDeletion},
		{"k8s.io/client-go/tools/cache.ResourceEventHandlerFuncs", "AddFunc", NoDeletion},
		{"k8s.io/client-go/tools/cache.ResourceEventHandlerDetailedFuncs", "DeleteFunc", HandlesDeletion},
		{"k8s.io/client-go/tools/cache.FilteringResourceEventHandler", "FilterFunc", FiltersDeletion},
		{"k8s.io/client-go/tools/cache.FilteringResourceEventHandler", "DeleteFunc", NoDeletion},
		{"example.com/vendor/k8s.io/client-go/tools/cache.ResourceEventHandlerFuncs", "DeleteFunc", HandlesDeletion},
		{"example.com/p.ResourceEventHandlerFuncs", "DeleteFunc", NoDeletion},
	} {
		n := w.typ(c.typ).(*types.Named)
		if got := DeletionField(n, c.field); got != c.want {
			t.Errorf("%s.%s: %v, want %v", c.typ, c.field, got, c.want)
		}
		if got := IsFilter(n, c.field); got != (c.want == FiltersDeletion) {
			t.Errorf("%s.%s: a filter: %v", c.typ, c.field, got)
		}
	}
	if DeletionField(nil, "DeleteFunc") != NoDeletion || IsFiltering(nil) || DeletionField(types.Universe.Lookup("error").Type().(*types.Named), "DeleteFunc") != NoDeletion {
		t.Error("what has no package handles deletions")
	}
	for name, want := range map[string]bool{
		"(example.com/p.H).OnDelete":        true,
		"(example.com/p.Mixed).OnDelete":    true,
		"(example.com/p.H).OnAdd":           false,
		"(example.com/p.NoUpdate).OnDelete": false,
		"(example.com/p.Typed).OnDelete":    false,
		"(example.com/p.Two).OnDelete":      false,
		"(example.com/p.Narrow).OnDelete":   false,
		"example.com/p.OnDelete":            false,
	} {
		if got := IsDeletionHandler(w.fn(name)); got != want {
			t.Errorf("IsDeletionHandler(%s) = %v", name, got)
		}
	}
	plain := types.NewSignatureType(nil, nil, nil, nil, nil, false)
	for _, test := range []struct {
		path, name, better string
		fails              bool
	}{
		{"k8s.io/apimachinery/pkg/api/meta", "Accessor", "", true},
		{"k8s.io/apimachinery/pkg/api/meta", "ListAccessor", "", false},
		{"example.com/p", "Accessor", "", false},
		{"k8s.io/client-go/tools/cache", "MetaNamespaceKeyFunc", "DeletionHandlingMetaNamespaceKeyFunc", true},
		{"k8s.io/client-go/tools/cache", "ObjectToName", "DeletionHandlingObjectToName", true},
		{"k8s.io/client-go/tools/cache", "DeletionHandlingMetaNamespaceKeyFunc", "", false},
		{"example.com/p", "MetaNamespaceKeyFunc", "", false},
	} {
		better, fails := FailsOnTombstone(types.NewFunc(0, types.NewPackage(test.path, "p"), test.name, plain))
		if better != test.better || fails != test.fails {
			t.Errorf("FailsOnTombstone(%s.%s) = %q, %v", test.path, test.name, better, fails)
		}
	}
	for _, f := range []*types.Func{nil, types.NewFunc(0, nil, "Accessor", types.NewSignatureType(nil, nil, nil, nil, nil, false))} {
		if _, ok := FailsOnTombstone(f); ok {
			t.Error("what has no package fails on tombstones")
		}
	}
}
