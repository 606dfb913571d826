// Package fixes has a finding for each kind of edit that fixes one, and beside
// it one that no edit fixes without a change of meaning.
package fixes

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type controller struct {
	pods   corelisters.PodLister
	store  cache.Store
	client client.Client
}

// A comment at the end of the line stays there.
func (c *controller) got(name string) error {
	pod, err := c.pods.Pods("ns").Get(name)
	if err != nil { // gone
		return err
	} // that was it
	pod.Labels["a"] = "b" // want `mutates a cached object`
	return nil
}

// Interfaces are copied by DeepCopyObject.
var mapped = handler.EnqueueRequestsFromMapFunc(func(ctx context.Context, o client.Object) []reconcile.Request {
	o.SetLabels(nil) // want `mutates a cached object`
	return nil
})

// Events are structs of the handler's own.
var updated = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		e.ObjectNew.SetLabels(nil) // want `mutates a cached object`
		return true
	},
}

// The elements of a lister's list are shared, their places are not.
func (c *controller) indexed() {
	pods, err := c.pods.List(labels.Everything())
	if err != nil {
		return
	}
	for i := range pods {
		pods[i].Spec.NodeName = "x" // want `mutates a cached object`
	}
}

// What was taken out of the object is out of the copy then.
func (c *controller) annotated(name string) {
	pod, err := c.pods.Pods("ns").Get(name)
	if err != nil {
		return
	}
	anno := pod.Annotations
	if anno == nil {
		anno = map[string]string{}
	}
	anno["a"] = "b" // want `mutates a cached object`
}

// A type switch has a variable for each case.
func (c *controller) switched(key string) {
	obj, ok, err := c.store.GetByKey(key)
	if err != nil || !ok {
		return
	}
	switch o := obj.(type) {
	case *corev1.Pod:
		o.Spec.NodeName = "x" // want `mutates a cached object`
	case *corev1.Node:
		_ = o.Name
	}
}

// An argument without a name is copied where it is handed on.
func (c *controller) handed(ctx context.Context, key string) error {
	obj, ok, err := c.store.GetByKey(key)
	if err != nil || !ok {
		return err
	}
	return c.client.Update(ctx, obj.(*corev1.Pod)) // want `decodes the response into a cached object`
}

// An expression without a name has no fix.
func (c *controller) unnamed(key string) {
	obj, ok, err := c.store.GetByKey(key)
	if err != nil || !ok {
		return
	}
	if obj.(*corev1.Pod).Labels != nil {
		obj.(*corev1.Pod).Labels["a"] = "b" // want `mutates a cached object`
		obj.(*corev1.Pod).Labels["b"] = obj.(*corev1.Pod).Name
	}
}

// Who looks at obj afterwards would miss the label.
func (c *controller) unnamedSeen(key string) *corev1.Pod {
	obj, ok, err := c.store.GetByKey(key)
	if err != nil || !ok {
		return nil
	}
	if obj.(*corev1.Pod).Name != "" {
		obj.(*corev1.Pod).Labels["a"] = "b" // want `mutates a cached object`
	}
	return obj.(*corev1.Pod)
}

// The helper is only called with what nobody uses afterwards.
func (c *controller) callsHelper(name string) error {
	pod, err := c.pods.Pods("ns").Get(name)
	if err != nil {
		return err
	}
	c.helper(pod)
	return nil
}

func (c *controller) helper(pod *corev1.Pod) {
	pod.Labels["a"] = "b" // want `mutates a cached object`
	pod.Labels["b"] = "c"
}

// Whoever calls ranged looks at nothing but the number.
func (c *controller) callsRanged() int {
	pods, err := c.pods.List(labels.Everything())
	if err != nil {
		return 0
	}
	c.ranged(pods)
	return len(pods)
}

func (c *controller) ranged(pods []*corev1.Pod) {
	for _, pod := range pods {
		pod.Labels["a"] = "b" // want `mutates a cached object`
	}
}

// The list is returned: its pods are to have the label.
func (c *controller) labelled() []*corev1.Pod {
	pods, err := c.pods.List(labels.Everything())
	if err != nil {
		return nil
	}
	for _, pod := range pods {
		pod.Labels["a"] = "b" // want `mutates a cached object`
	}
	return pods
}

// What client.Get fills is only ours at the top, if it does not copy.
func (c *controller) Reconcile(ctx context.Context, req reconcile.Request) error {
	var pod corev1.Pod
	if err := c.client.Get(ctx, req.NamespacedName, &pod, client.UnsafeDisableDeepCopy); err != nil {
		return client.IgnoreNotFound(err)
	}
	pod.Labels["a"] = "b" // want `mutates a cached object`
	return nil
}

// The items of such a list are struct values.
func (c *controller) items(ctx context.Context) error {
	list := &corev1.PodList{}
	if err := c.client.List(ctx, list, client.UnsafeDisableDeepCopy); err != nil {
		return err
	}
	for _, pod := range list.Items {
		pod.Labels["a"] = "b" // want `mutates a cached object`
	}
	return nil
}

// The labels come into the template behind the place where it is made.
func (c *controller) templated(name string) *corev1.PodTemplateSpec {
	pod, err := c.pods.Pods("ns").Get(name)
	if err != nil {
		return nil
	}
	template := newTemplate()
	template.Labels = pod.Labels
	template.Labels["a"] = "b" // want `mutates a cached object`
	return template
}

func newTemplate() *corev1.PodTemplateSpec { return &corev1.PodTemplateSpec{} }

// Two objects are written in one helper, whose callers go on with them: there
// is no one copy.
func (c *controller) two(a, b string) []*corev1.Pod {
	first, err := c.pods.Pods("ns").Get(a)
	if err != nil {
		return nil
	}
	second, err := c.pods.Pods("ns").Get(b)
	if err != nil {
		return nil
	}
	c.mark(first)
	c.mark(second)
	return []*corev1.Pod{first, second}
}

func (c *controller) mark(pod *corev1.Pod) {
	pod.Labels["marked"] = "true" // want `mutates a cached object`
}
