package kube_test

import (
	"go/token"
	"go/types"
	"testing"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/kube"
)

const (
	typedClient   = "k8s.io/client-go/kubernetes/typed/core/v1"
	runtimeClient = "sigs.k8s.io/controller-runtime/pkg/client"
	listers       = "k8s.io/client-go/listers/core/v1"
	dynamicClient = "k8s.io/client-go/dynamic"
	toolsCache    = "k8s.io/client-go/tools/cache"
	apiErrors     = "k8s.io/apimachinery/pkg/api/errors"
	netErrors     = "k8s.io/apimachinery/pkg/util/net"
	retryHelpers  = "k8s.io/client-go/util/retry"
)

// loaded are packages of the real modules, by path. They are loaded together: the go
// command takes longer than the tests.
var loaded map[string]*types.Package

// library is the package of that path, one of those above.
func library(t *testing.T, path string) *types.Package {
	t.Helper()
	if loaded == nil {
		loaded = drivertest.Types(t, typedClient, runtimeClient, listers, dynamicClient, toolsCache, apiErrors, netErrors, retryHelpers)
	}
	return loaded[path]
}

// TestShortBackoff: of client-go's two backoffs, one is over before a cache has
// the new version.
func TestShortBackoff(t *testing.T) {
	scope := library(t, retryHelpers).Scope()
	if v := scope.Lookup("DefaultRetry"); !kube.ShortBackoff(v) {
		t.Errorf("%v is no short backoff", v)
	}
	if v := scope.Lookup("DefaultBackoff"); kube.ShortBackoff(v) {
		t.Errorf("%v is a short backoff", v)
	}
}

// TestClientCalls: the calls of the real clients do what CallOf says.
func TestClientCalls(t *testing.T) {
	for _, test := range []struct {
		pkg, typ, method string
		want             kube.ClientCall
	}{
		{typedClient, "PodInterface", "Get", kube.ClientCall{Verb: kube.ReadLive}},
		{typedClient, "PodInterface", "List", kube.ClientCall{Verb: kube.ListLive}},
		{typedClient, "PodInterface", "Update", kube.ClientCall{Verb: kube.Write, Obj: 1}},
		{typedClient, "PodInterface", "UpdateStatus", kube.ClientCall{Verb: kube.Write, Obj: 1}},
		{typedClient, "PodInterface", "UpdateEphemeralContainers", kube.ClientCall{Verb: kube.Write, Obj: 2}},
		{typedClient, "PodInterface", "Create", kube.ClientCall{Verb: kube.Create, Obj: 1}},
		{typedClient, "PodInterface", "Patch", kube.ClientCall{Verb: kube.Other}},
		{typedClient, "PodInterface", "Apply", kube.ClientCall{Verb: kube.Other}},
		{typedClient, "PodInterface", "Delete", kube.ClientCall{Verb: kube.Other}},
		{typedClient, "PodInterface", "Bind", kube.ClientCall{Verb: kube.Create, Obj: 1}},
		{dynamicClient, "ResourceInterface", "Get", kube.ClientCall{Verb: kube.ReadLive}},
		{dynamicClient, "ResourceInterface", "Update", kube.ClientCall{Verb: kube.Write, Obj: 1}},
		{dynamicClient, "ResourceInterface", "UpdateStatus", kube.ClientCall{Verb: kube.Write, Obj: 1}},
		{runtimeClient, "Client", "Get", kube.ClientCall{Verb: kube.ReadInto, Obj: 2}},
		{runtimeClient, "Client", "Update", kube.ClientCall{Verb: kube.WriteInto, Obj: 1}},
		{runtimeClient, "SubResourceWriter", "Update", kube.ClientCall{Verb: kube.WriteInto, Obj: 1}},
		{runtimeClient, "Client", "Patch", kube.ClientCall{Verb: kube.PatchInto, Obj: 1, Patch: 2}},
		{runtimeClient, "Client", "Create", kube.ClientCall{Verb: kube.Create, Obj: 1}},
		{listers, "PodNamespaceLister", "Get", kube.ClientCall{Verb: kube.ReadCache}},
		{listers, "PodNamespaceLister", "List", kube.ClientCall{Verb: kube.ListCache}},
		{toolsCache, "Indexer", "GetByKey", kube.ClientCall{Verb: kube.ReadCache}},
		{toolsCache, "Indexer", "ByIndex", kube.ClientCall{Verb: kube.ListCache}},
		{toolsCache, "Indexer", "Update", kube.ClientCall{}},
	} {
		obj := library(t, test.pkg).Scope().Lookup(test.typ)
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
	for pkg, answers := range map[string]map[string]bool{
		apiErrors: {"IsConflict": true, "IsNotFound": false, "IsAlreadyExists": false, "IsServerTimeout": false, "SuggestsClientDelay": false},
		netErrors: {"IsProbableEOF": false, "IsConnectionReset": false, "IsConnectionRefused": false},
	} {
		scope := library(t, pkg).Scope()
		for name, want := range answers {
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
	for name, want := range map[string]bool{
		"isConflict": true, "IsConflictErr": true, "isConflictError": true, "errIsConflict": true, "IsVersionConflict": true, "is_conflict": true,
		"isConflictOrNotFound": false, "isNotFoundOrConflict": false, "isNotConflict": false, "listConflicts": false, "hasConflict": false, "existsConflict": false,
	} {
		fn := types.NewFunc(token.NoPos, types.NewPackage("example.com/p", "p"), name, types.NewSignatureType(nil, nil, nil, nil, nil, false))
		if answer, known := kube.SaysConflict(fn); known != want || known && !answer {
			t.Errorf("%s: %v, %v", name, answer, known)
		}
	}
}
