// Package listfuncs: list functions and callbacks that cross packages.
package listfuncs

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"k8slint.test/cachemutate/listfuncs/cleanup"
)

type informers struct {
	indexers []cache.Indexer
	lister   corelisters.PodLister
}

func (i *informers) ListAll(sel labels.Selector, add cache.AppendFunc) error { // want ListAll:`^\Qcall $2(cache0); cache0=cache.ListAll:handed\E$`
	for _, ix := range i.indexers {
		if err := cache.ListAll(ix, sel, add); err != nil {
			return err
		}
	}
	return nil
}

type controller struct{ pods *informers }

func (c *controller) cleanup() error {
	if err := cleanup.Copies(c.pods.ListAll, "a"); err != nil {
		return err
	}
	// A list function of our own objects.
	own := func(_ labels.Selector, add cache.AppendFunc) error {
		add(&corev1.Pod{})
		return nil
	}
	if err := cleanup.All(own, "a"); err != nil {
		return err
	}
	return cleanup.All(c.pods.ListAll, "a") // want `All mutates a cached object \(pod.Labels\[mark\] = … at \S*cleanup.go:18\), passed to the callback of cache.ListAll at line 20`
}

func (c *controller) mark() error {
	pod, err := c.pods.lister.Pods("ns").Get("a")
	if err != nil {
		return err
	}
	mark := cleanup.Marker("b")
	mark(pod.DeepCopy())
	mark(pod) // want `mutates a cached object \(pod.Labels\[mark\] = … at \S*cleanup.go:\d+`
	return nil
}

// into writes to what the function returned has captured.
func (c *controller) into() error {
	pod, err := c.pods.lister.Pods("ns").Get("a")
	if err != nil {
		return err
	}
	cleanup.Into(&corev1.Pod{})(pod)
	cleanup.Into(pod)(&corev1.Pod{}) // want `mutates a cached object \(target.Labels = … at \S*cleanup.go:\d+`
	return nil
}
