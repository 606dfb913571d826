// Package plain has no transform: the objects of the cache have no kind.
package plain

import (
	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"k8slint.test/cachemutate/transforms/kinds"
)

func register(inf cache.SharedInformer) error {
	return inf.SetTransform(func(obj any) (any, error) {
		if pod, ok := obj.(*corev1.Pod); ok {
			pod.ManagedFields = nil
		}
		return obj, nil
	})
}

func use(l corelisters.PodLister) {
	p, err := l.Pods("a").Get("b")
	if err != nil {
		return
	}
	kinds.Ensure(p, corev1.SchemeGroupVersion.WithKind("Pod")) // want `Ensure mutates a cached object \(obj.GetObjectKind\(\).SetGroupVersionKind\(gvk\) at cachemutate/transforms/kinds/kinds.go`
	q, err := l.Pods("a").Get("c")
	if err != nil {
		return
	}
	if q.Kind == "" {
		q.Kind = "Pod" // want `q.Kind = … mutates a cached object`
	}
}
