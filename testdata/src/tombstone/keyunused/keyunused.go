// Package keyunused has delete handlers that make the key of what they get, and then do little with it.
package keyunused

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

// Bindings queues what pods are bound to.
type Bindings struct {
	queue workqueue.TypedInterface[string]
	last  string
	note  func(string)
}

// Watch registers a handler for each of the ways.
func (b *Bindings) Watch(informer cache.SharedIndexInformer) error {
	for _, h := range []cache.ResourceEventHandlerFuncs{
		{DeleteFunc: b.checked},
		{DeleteFunc: b.ignored},
		{DeleteFunc: b.logged},
		{DeleteFunc: b.loggedText},
		{DeleteFunc: b.structured},
		{DeleteFunc: b.name},
		{DeleteFunc: b.queued},
		{DeleteFunc: b.queuedText},
		{DeleteFunc: b.kept},
		{DeleteFunc: b.noted},
		{DeleteFunc: b.queuedWhereNone},
		{DeleteFunc: b.queuedBefore},
		{DeleteFunc: b.split},
	} {
		if _, err := informer.AddEventHandler(h); err != nil {
			return err
		}
	}
	return nil
}

// checked only wants to know whether there is one.
func (b *Bindings) checked(obj any) {
	_, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		klog.Error(err)
		return
	}
	pod, ok := obj.(*corev1.Pod) // want `the delete handler misses a deletion that comes as .*, not a \*\w*v1.Pod; unwrap it first`
	if !ok {
		klog.Errorf("expected a Pod, got a %T", obj)
		return
	}
	b.queue.Add(pod.Spec.NodeName)
}

// ignored does not even.
func (b *Bindings) ignored(obj any) {
	cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if pod, ok := obj.(*corev1.Pod); ok { // want `misses a deletion`
		b.queue.Add(pod.Spec.NodeName)
	}
}

// logged logs it.
func (b *Bindings) logged(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	klog.Infof("deleted %s", key)
	pod, ok := obj.(*corev1.Pod) // want `misses a deletion`
	if !ok {
		return
	}
	b.queue.Add(pod.Spec.NodeName)
}

// loggedText logs a text with it.
func (b *Bindings) loggedText(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	pod, ok := obj.(*corev1.Pod) // want `misses a deletion`
	if !ok {
		klog.Error(fmt.Errorf("%s is no Pod", key))
		return
	}
	b.queue.Add(pod.Spec.NodeName)
}

// structured logs it with a logger of its own.
func (b *Bindings) structured(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	logger := klog.Background().WithValues("key", key)
	logger.Info("deleted")
	pod, ok := obj.(*corev1.Pod) // want `misses a deletion`
	if !ok {
		return
	}
	b.queue.Add(pod.Spec.NodeName)
}

// name makes the key in its newer form.
func (b *Bindings) name(obj any) {
	if _, err := cache.DeletionHandlingObjectToName(obj); err != nil {
		return
	}
	pod, ok := obj.(*corev1.Pod) // want `misses a deletion`
	if !ok {
		return
	}
	b.queue.Add(pod.Spec.NodeName)
}

// queued uses it, and asks the Pod for more.
func (b *Bindings) queued(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	b.queue.Add(key)
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	b.queue.Add(pod.Spec.NodeName)
}

// queuedText queues a text with it.
func (b *Bindings) queuedText(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	b.queue.Add(fmt.Sprintf("pod/%s", key))
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	b.queue.Add(pod.Spec.NodeName)
}

// kept keeps it.
func (b *Bindings) kept(obj any) {
	var err error
	if b.last, err = cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err != nil {
		return
	}
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	b.queue.Add(pod.Spec.NodeName)
}

// noted hands it on.
func (b *Bindings) noted(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	b.note(key)
	if pod, ok := obj.(*corev1.Pod); ok {
		b.queue.Add(pod.Spec.NodeName)
	}
}

// queuedWhereNone uses it where there is no Pod.
func (b *Bindings) queuedWhereNone(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		b.queue.Add(key)
		return
	}
	b.queue.Add(pod.Spec.NodeName)
}

// queuedBefore has another handler for it.
func (b *Bindings) queuedBefore(obj any) {
	b.queued(obj)
	if _, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err != nil {
		return
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		b.queue.Add(pod.Spec.NodeName)
	}
}

// split uses a part of it.
func (b *Bindings) split(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	namespace, _, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return
	}
	b.queue.Add(namespace)
	if pod, ok := obj.(*corev1.Pod); ok {
		b.queue.Add(pod.Spec.NodeName)
	}
}
