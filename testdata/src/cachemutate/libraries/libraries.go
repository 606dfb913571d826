// Package libraries: sources, callbacks and writers of the libraries that the
// other packages do not have.
package libraries

import (
	"context"
	"iter"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/metadata/metadatalister"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

func register(ctx context.Context, inf cache.SharedIndexInformer, indexer client.FieldIndexer) error {
	_, err := inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			pod, ok := obj.(*corev1.Pod)
			if ok {
				delete(pod.Labels, "seen") // want `delete\(pod.Labels, "seen"\) mutates`
			}
			return ok
		},
		Handler: cache.ResourceEventHandlerDetailedFuncs{
			AddFunc: func(obj any, initial bool) {
				obj.(*corev1.Pod).Spec.NodeName = "n" // want `obj.\(\*corev1.Pod\).Spec.NodeName = … mutates`
			},
			UpdateFunc: func(old, cur any) {
				cur.(*corev1.Pod).DeepCopy().Spec.NodeName = "n"
			},
			DeleteFunc: func(obj any) {
				if t, ok := obj.(cache.DeletedFinalStateUnknown); ok {
					obj = t.Obj
				}
				if pod, ok := obj.(*corev1.Pod); ok {
					pod.Finalizers = nil // want `pod.Finalizers = … mutates`
				}
			},
		},
	})
	if err != nil {
		return err
	}
	err = inf.AddIndexers(cache.Indexers{"node": func(obj any) ([]string, error) {
		pod := obj.(*corev1.Pod)
		slices.Sort(pod.Finalizers) // want `slices.Sort\(pod.Finalizers\) mutates`
		return []string{pod.Spec.NodeName}, nil
	}})
	if err != nil {
		return err
	}
	return indexer.IndexField(ctx, &corev1.Pod{}, "node", func(obj client.Object) []string {
		obj.SetLabels(nil) // want `obj.SetLabels\(nil\) mutates`
		return nil
	})
}

func stores(s cache.ThreadSafeStore, metas metadatalister.Lister) error {
	if obj, ok := s.Get("a"); ok {
		obj.(*corev1.Pod).Labels = nil // want `obj.\(\*corev1.Pod\).Labels = … mutates`
	}
	list := s.List()
	list[0] = nil
	meta, err := metas.Get("a")
	if err != nil {
		return err
	}
	meta.Annotations["a"] = "b" // want `meta.Annotations\["a"\] = … mutates`
	return nil
}

type controller struct {
	client.Client
	pods   corelisters.PodLister
	scheme *runtime.Scheme
}

func (c *controller) polled(ctx context.Context) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		pod, err := c.pods.Pods("ns").Get("a")
		if err != nil {
			return false, err
		}
		clear(pod.Labels) // want `clear\(pod.Labels\) mutates`
		return true, nil
	})
}

func (c *controller) slices() error {
	pod, err := c.pods.Pods("ns").Get("a")
	if err != nil {
		return err
	}
	kept := slices.DeleteFunc(slices.Clone(pod.Finalizers), func(f string) bool { return f == "a" })
	_ = append(kept[:0], "b")
	_ = slices.DeleteFunc(pod.Finalizers, func(f string) bool { return f == "a" }) // want `slices.DeleteFunc\(.*\) mutates`
	other, err := c.pods.Pods("ns").Get("b")
	if err != nil {
		return err
	}
	kept = other.Finalizers[:0]
	for _, f := range other.Finalizers {
		if f != "a" {
			kept = append(kept, f) // want `append\(kept, f\) overwrites elements of`
		}
	}
	// The same into a new slice.
	var fresh []string
	for _, f := range other.Finalizers {
		if f != "a" {
			fresh = append(fresh, f)
		}
	}
	third, err := c.pods.Pods("ns").Get("c")
	if err != nil {
		return err
	}
	_ = append(third.Finalizers[:0], "b") // want `append\(third.Finalizers\[:0\], "b"\) overwrites elements of`
	return nil
}

// all is an iterator over the pods of the lister, copies are one over copies.
func (c *controller) all() iter.Seq[*corev1.Pod] {
	return func(yield func(*corev1.Pod) bool) {
		pods, _ := c.pods.Pods("ns").List(nil)
		for _, pod := range pods {
			if !yield(pod) {
				return
			}
		}
	}
}

func (c *controller) copies() iter.Seq[*corev1.Pod] {
	return func(yield func(*corev1.Pod) bool) {
		for pod := range c.all() {
			if !yield(pod.DeepCopy()) {
				return
			}
		}
	}
}

func (c *controller) ranged() {
	for pod := range c.copies() {
		pod.Spec.NodeName = "n"
	}
	for pod := range c.all() {
		pod.Spec.NodeName = "n" // want `pod.Spec.NodeName = … mutates`
	}
}

func (c *controller) owned(ctx context.Context, owner *corev1.Node) error {
	pod, err := c.pods.Pods("ns").Get("a")
	if err != nil {
		return err
	}
	if err := controllerutil.SetControllerReference(owner, pod.DeepCopy(), c.scheme); err != nil {
		return err
	}
	if err := controllerutil.SetControllerReference(owner, pod, c.scheme); err != nil { // want `SetControllerReference\(owner, pod, c.scheme\) mutates`
		return err
	}
	other, err := c.pods.Pods("ns").Get("b")
	if err != nil {
		return err
	}
	return c.Status().Update(ctx, other) // want `c.Status\(\).Update\(ctx, other\) decodes the response into`
}

func nested(ix cache.Indexer) error {
	obj, _, err := ix.GetByKey("a")
	if err != nil {
		return err
	}
	u := obj.(*unstructured.Unstructured)
	own, _, err := unstructured.NestedMap(u.Object, "spec")
	if err != nil {
		return err
	}
	own["a"] = "b"
	spec, _, err := unstructured.NestedFieldNoCopy(u.Object, "spec")
	if err != nil {
		return err
	}
	spec.(map[string]any)["a"] = "b" // want `spec.\(map\[string\]any\)\["a"\] = … mutates`
	return nil
}
