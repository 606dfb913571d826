// Package testdata is a module of its own: one package a case, on the real
// Kubernetes libraries, so that users of k8slint do not inherit them.
package testdata

import (
	_ "k8s.io/api/core/v1"
	_ "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	_ "k8s.io/client-go/dynamic/dynamiclister"
	_ "k8s.io/client-go/informers"
	_ "k8s.io/client-go/kubernetes/fake"
	_ "k8s.io/client-go/listers/core/v1"
	_ "k8s.io/client-go/metadata/metadatalister"
	_ "k8s.io/client-go/tools/cache"
	_ "k8s.io/client-go/tools/watch"
	_ "sigs.k8s.io/controller-runtime"
	_ "sigs.k8s.io/controller-runtime/pkg/client/fake"
)
