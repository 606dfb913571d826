// Package handlers: the objects of informers and of controller-runtime.
package handlers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"k8slint.test/cachemutate/handlers/marks"
)

type controller struct {
	inf cache.SharedIndexInformer
	c   client.Client
}

func (c *controller) register() {
	_, _ = c.inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj interface{}) {
			pod := obj.(*corev1.Pod)
			pod.Labels["seen"] = "true" // want `mutates a cached object`
		},
		UpdateFunc: c.onUpdate,
		DeleteFunc: func(obj interface{}) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				t, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					return
				}
				pod, ok = t.Obj.(*corev1.Pod)
				if !ok {
					return
				}
				pod.Spec.NodeName = "" // want `mutates a cached object`
				return
			}
			_ = pod
		},
	})
	_, _ = c.inf.AddEventHandler(&myHandler{})
	_ = c.inf.AddIndexers(cache.Indexers{"x": func(obj interface{}) ([]string, error) {
		obj.(*corev1.Pod).Labels["indexed"] = "true" // want `mutates a cached object`
		return nil, nil
	}})
	_ = c.inf.SetTransform(func(obj interface{}) (interface{}, error) {
		obj.(*corev1.Pod).ManagedFields = nil
		return obj, nil
	})
}

func (c *controller) onUpdate(old, cur interface{}) {
	o := old.(*corev1.Pod)
	n := cur.(*corev1.Pod)
	n.ResourceVersion = o.ResourceVersion // want `mutates a cached object`
	n = n.DeepCopy()
	n.ManagedFields = nil
}

type myHandler struct{}

func (h *myHandler) OnAdd(obj interface{}, _ bool) {
	h.touch(obj.(metav1.Object))
}
func (h *myHandler) OnUpdate(_, obj interface{}) {}
func (h *myHandler) OnDelete(obj interface{})    {}
func (h *myHandler) touch(o metav1.Object)       { o.SetLabels(nil) } // want `o.SetLabels\(nil\) mutates a cached object, passed by the informer to the function at line \d+ \(through myHandler.touch\)`

func (c *controller) stores(idx cache.Indexer) {
	obj, ok, err := c.inf.GetStore().GetByKey("a/b")
	if err != nil || !ok {
		return
	}
	obj.(*corev1.Pod).Spec.NodeName = "x" // want `mutates a cached object`
	objs, _ := idx.ByIndex("x", "y")
	for _, o := range objs {
		p := o.(*corev1.Pod)
		p.Annotations = nil // want `mutates a cached object`
	}
	_ = cache.ListAllByNamespace(idx, "ns", labels.Everything(), func(obj interface{}) {
		obj.(*corev1.Pod).Labels["listed"] = "true" // want `mutates a cached object`
	})
}

var pred = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		e.ObjectOld.SetResourceVersion("") // want `e.ObjectOld.SetResourceVersion\(""\) mutates a cached object`
		return true
	},
	CreateFunc: func(e event.CreateEvent) bool {
		cp := e.Object.DeepCopyObject().(client.Object)
		cp.SetResourceVersion("")
		return true
	},
}

var mapped = handler.EnqueueRequestsFromMapFunc(func(ctx context.Context, o client.Object) []reconcile.Request {
	o.SetLabels(nil) // want `o.SetLabels\(nil\) mutates a cached object`
	return nil
})

func (c *controller) Reconcile(ctx context.Context, req reconcile.Request) error {
	pod := &corev1.Pod{}
	if err := c.c.Get(ctx, req.NamespacedName, pod); err != nil {
		return err
	}
	pod.Labels["mine"] = "true"
	return c.c.Update(ctx, pod)
}

func (c *controller) updateCached(ctx context.Context, idx cache.Indexer) error {
	obj, _, _ := idx.GetByKey("a/b")
	return c.c.Update(ctx, obj.(*corev1.Pod)) // want `c.c.Update\(ctx, obj.\(\*corev1.Pod\)\) decodes the response into a cached object`
}

// Handlers of other packages are wrong where they are registered, if only there it is seen
// what they get.
func (c *controller) registerOthers() {
	w := &marks.Writer{}
	_, _ = c.inf.AddEventHandler(w) // want `Writer.OnAdd mutates a cached object \(pod.Labels\["seen"\] = … at \S*marks.go:\d+`
	_, _ = c.inf.AddEventHandler(&marks.Reader{})
	_, _ = c.inf.AddEventHandler(&marks.Declared{}) // found in its package, once
	_, _ = c.inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    marks.Mark, // want `Mark mutates a cached object \(obj.\(\*corev1.Pod\).Labels\["marked"\] = … at \S*marks.go:\d+\), passed by the informer to the function registered at line \d+`
		UpdateFunc: w.Clear,    // want `Clear mutates a cached object`
		DeleteFunc: marks.MarkCopy,
	})
}
