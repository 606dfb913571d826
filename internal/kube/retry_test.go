package kube_test

import (
	"go/types"
	"os"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// libraries loads packages of the real modules.
func libraries(t *testing.T, paths ...string) map[string]*types.Package {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles client-go and controller-runtime")
	}
	cfg := &packages.Config{
		Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps,
		Dir:  testmodule.Dir(t, "testdata/src"),
		Env:  append(os.Environ(), "GOWORK=off", "GOPROXY=off", "GOFLAGS=-mod=mod"),
	}
	pkgs, err := packages.Load(cfg, paths...)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*types.Package{}
	for _, p := range pkgs {
		if len(p.Errors) > 0 {
			t.Fatal(p.Errors)
		}
		out[p.PkgPath] = p.Types
	}
	return out
}

// TestShortBackoff: of client-go's two backoffs, one is over before a cache has
// the new version.
func TestShortBackoff(t *testing.T) {
	libs := libraries(t, "k8s.io/client-go/util/retry")
	if v := libs["k8s.io/client-go/util/retry"].Scope().Lookup("DefaultRetry"); !kube.ShortBackoff(v) {
		t.Errorf("%v is no short backoff", v)
	}
	if v := libs["k8s.io/client-go/util/retry"].Scope().Lookup("DefaultBackoff"); kube.ShortBackoff(v) {
		t.Errorf("%v is a short backoff", v)
	}
}

// TestClientCalls: the calls of the real clients do what CallOf says.
func TestClientCalls(t *testing.T) {
	libs := libraries(t, "k8s.io/client-go/kubernetes/typed/core/v1", "sigs.k8s.io/controller-runtime/pkg/client",
		"k8s.io/client-go/listers/core/v1", "k8s.io/client-go/dynamic", "k8s.io/client-go/tools/cache")
	const (
		typed = "k8s.io/client-go/kubernetes/typed/core/v1"
		ctrl  = "sigs.k8s.io/controller-runtime/pkg/client"
		list  = "k8s.io/client-go/listers/core/v1"
		dyn   = "k8s.io/client-go/dynamic"
		cache = "k8s.io/client-go/tools/cache"
	)
	for _, test := range []struct {
		pkg, typ, method string
		want             kube.ClientCall
	}{
		{typed, "PodInterface", "Get", kube.ClientCall{Verb: kube.ReadLive}},
		{typed, "PodInterface", "List", kube.ClientCall{Verb: kube.ListLive}},
		{typed, "PodInterface", "Update", kube.ClientCall{Verb: kube.Write, Obj: 1}},
		{typed, "PodInterface", "UpdateStatus", kube.ClientCall{Verb: kube.Write, Obj: 1}},
		{typed, "PodInterface", "UpdateEphemeralContainers", kube.ClientCall{Verb: kube.Write, Obj: 2}},
		{typed, "PodInterface", "Create", kube.ClientCall{Verb: kube.Create, Obj: 1}},
		{typed, "PodInterface", "Patch", kube.ClientCall{Verb: kube.Other}},
		{typed, "PodInterface", "Apply", kube.ClientCall{Verb: kube.Other}},
		{typed, "PodInterface", "Delete", kube.ClientCall{Verb: kube.Other}},
		{typed, "PodInterface", "Bind", kube.ClientCall{Verb: kube.Create, Obj: 1}},
		{dyn, "ResourceInterface", "Get", kube.ClientCall{Verb: kube.ReadLive}},
		{dyn, "ResourceInterface", "Update", kube.ClientCall{Verb: kube.Write, Obj: 1}},
		{dyn, "ResourceInterface", "UpdateStatus", kube.ClientCall{Verb: kube.Write, Obj: 1}},
		{ctrl, "Client", "Get", kube.ClientCall{Verb: kube.ReadInto, Obj: 2}},
		{ctrl, "Client", "Update", kube.ClientCall{Verb: kube.WriteInto, Obj: 1}},
		{ctrl, "SubResourceWriter", "Update", kube.ClientCall{Verb: kube.WriteInto, Obj: 1}},
		{ctrl, "Client", "Patch", kube.ClientCall{Verb: kube.PatchInto, Obj: 1, Patch: 2}},
		{ctrl, "Client", "Create", kube.ClientCall{Verb: kube.Create, Obj: 1}},
		{list, "PodNamespaceLister", "Get", kube.ClientCall{Verb: kube.ReadCache}},
		{list, "PodNamespaceLister", "List", kube.ClientCall{Verb: kube.ListCache}},
		{cache, "Indexer", "GetByKey", kube.ClientCall{Verb: kube.ReadCache}},
		{cache, "Indexer", "ByIndex", kube.ClientCall{Verb: kube.ListCache}},
		{cache, "Indexer", "Update", kube.ClientCall{}},
	} {
		obj := libs[test.pkg].Scope().Lookup(test.typ)
		if obj == nil {
			t.Errorf("%s.%s: no such type", test.pkg, test.typ)
			continue
		}
		m, _, _ := types.LookupFieldOrMethod(obj.Type(), true, nil, test.method)
		fn, ok := m.(*types.Func)
		if !ok {
			t.Errorf("%s.%s has no %s", test.pkg, test.typ, test.method)
			continue
		}
		if got := kube.CallOf(test.method, fn, fn.Signature(), obj.Type()); got != test.want {
			t.Errorf("%s.%s: %+v, want %+v", test.typ, test.method, got, test.want)
		}
	}
}

// TestConflictAnswers: predicates of apimachinery are understood, and others by
// their name only where it says enough.
func TestConflictAnswers(t *testing.T) {
	libs := libraries(t, "k8s.io/apimachinery/pkg/api/errors")
	scope := libs["k8s.io/apimachinery/pkg/api/errors"].Scope()
	for name, want := range map[string]bool{"IsConflict": true, "IsNotFound": false, "IsAlreadyExists": false, "IsServerTimeout": false} {
		fn, ok := scope.Lookup(name).(*types.Func)
		if !ok {
			t.Errorf("no %s", name)
			continue
		}
		if answer, known := kube.SaysConflict(fn); answer != want || !known {
			t.Errorf("%s: %v, %v", name, answer, known)
		}
	}
}
