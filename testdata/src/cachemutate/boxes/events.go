package boxes

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A change is what a worker gets to see of an object, or of its tombstone.
type change struct{ obj any }

type changes struct{ waiting sync.Map }

func (q *changes) handlers() cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(_, obj any) { q.add(obj) },
		DeleteFunc: func(obj any) { q.add(obj) },
	}
}

func (q *changes) add(obj any) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		q.waiting.Store("key", change{gone})
		return
	}
	q.waiting.Store("key", change{obj})
}

func (q *changes) work() {
	item, _ := q.waiting.Load("key")
	c, ok := item.(change)
	if !ok {
		return
	}
	if pod, ok := c.obj.(*corev1.Pod); ok {
		delete(pod.Labels, "a") // want `mutates a cached object`
	}
}

func (q *changes) workCopied() {
	item, _ := q.waiting.Load("key")
	c, ok := item.(change)
	if !ok {
		return
	}
	if pod, ok := c.obj.(*corev1.Pod); ok {
		pod = pod.DeepCopy()
		delete(pod.Labels, "a")
	}
}

func watchChanges(i cache.SharedIndexInformer) *changes {
	q := &changes{}
	i.AddEventHandler(q.handlers())
	return q
}

// made puts an object of its own into one, so that nothing is known of the field.
func made() change { return change{&corev1.Pod{}} }

// Names hands one out.
func Names(f func(any)) { f(made()) }
