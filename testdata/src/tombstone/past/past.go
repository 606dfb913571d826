// Package past has delete handlers that would know tombstones, past an assertion that no tombstone passes.
package past

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

// Sinks queues the keys of what is to be flushed.
type Sinks struct {
	queue   workqueue.TypedInterface[string]
	flushed func(obj any)
}

// Watch registers a handler for each of the ways.
func (s *Sinks) Watch(informer cache.SharedIndexInformer) error {
	for _, h := range []cache.ResourceEventHandlerFuncs{
		{DeleteFunc: s.checked},
		{DeleteFunc: s.asserted},
		{DeleteFunc: s.accessed},
		{DeleteFunc: s.switched},
		{DeleteFunc: s.deferred},
		{DeleteFunc: s.chosen},
		{DeleteFunc: s.both},
		{DeleteFunc: s.replaced},
		{DeleteFunc: s.told},
		{DeleteFunc: s.anything},
	} {
		if _, err := informer.AddEventHandler(h); err != nil {
			return err
		}
	}
	return nil
}

// enqueue knows tombstones.
func (s *Sinks) enqueue(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		klog.Error(err)
		return
	}
	s.queue.Add(key)
}

// checked returns before the tombstone gets to the function that knows it.
func (s *Sinks) checked(obj any) {
	cm, ok := obj.(*corev1.ConfigMap) // want `misses a deletion`
	if !ok {
		return
	}
	if cm.Labels["sink"] == "" {
		return
	}
	s.enqueue(obj)
}

// asserted panics before.
func (s *Sinks) asserted(obj any) {
	cm := obj.(*corev1.ConfigMap) // want `the delete handler panics on a tombstone`
	if cm.Labels["sink"] == "" {
		return
	}
	s.enqueue(obj)
}

// accessed asserts to an interface that a tombstone has not.
func (s *Sinks) accessed(obj any) {
	o, ok := obj.(metav1.Object) // want `misses a deletion`
	if !ok {
		klog.Errorf("no object: %v", obj)
		return
	}
	if o.GetNamespace() != "kube-system" {
		s.flushed(obj)
	}
}

// switched hands it on in each case.
func (s *Sinks) switched(obj any) {
	switch o := obj.(type) {
	case *corev1.ConfigMap: // want `misses a deletion`
		if o.Labels["sink"] != "" {
			s.enqueue(obj)
		}
	case *corev1.Secret:
		s.enqueue(obj)
	}
}

// deferred hands it to a function that runs later.
func (s *Sinks) deferred(obj any) {
	cm, ok := obj.(*corev1.ConfigMap) // want `misses a deletion`
	if !ok {
		return
	}
	defer s.enqueue(obj)
	klog.InfoS("deleted", "sink", cm.Name)
}

// chosen queues what is no ConfigMap too.
func (s *Sinks) chosen(obj any) {
	if cm, ok := obj.(*corev1.ConfigMap); ok && cm.Labels["sink"] == "" {
		return
	}
	s.enqueue(obj)
}

// both meets again after the assertion.
func (s *Sinks) both(obj any) {
	cm, ok := obj.(*corev1.ConfigMap)
	if ok {
		klog.InfoS("deleted", "sink", cm.Name)
	}
	s.enqueue(obj)
}

// replaced unwraps on the other way.
func (s *Sinks) replaced(obj any) {
	cm, ok := obj.(*corev1.ConfigMap)
	if !ok {
		tombstone, ok := obj.(cache.DeletedFinalStateUnknown)
		if !ok {
			return
		}
		if cm, ok = tombstone.Obj.(*corev1.ConfigMap); !ok {
			return
		}
	}
	if cm.Labels["sink"] != "" {
		s.queue.Add(cm.Namespace + "/" + cm.Name)
	}
}

// told tells somebody what came, before it looks.
func (s *Sinks) told(obj any) {
	s.flushed(obj)
	cm, ok := obj.(*corev1.ConfigMap)
	if !ok {
		return
	}
	s.queue.Add(cm.Namespace + "/" + cm.Name)
}

// anything asserts to what everything is.
func (s *Sinks) anything(obj any) {
	o, ok := obj.(interface{})
	if !ok {
		return
	}
	s.enqueue(o)
}
