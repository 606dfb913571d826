package boxes

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A worker takes objects out of a FIFO of client-go: the informer's, or copies of them.
type worker struct {
	changed *cache.FIFO
	copied  *cache.FIFO
	mixed   *cache.FIFO
}

func (w *worker) OnAdd(obj any, _ bool) {
	w.OnUpdate(nil, obj)
}

func (w *worker) OnUpdate(_, obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		_ = w.changed.Add(pod)
		_ = w.copied.Update(pod.DeepCopy())
		_ = w.mixed.Add(pod)
		_ = w.mixed.Add(pod.DeepCopy())
	}
}

func (w *worker) OnDelete(any) {}

var _ cache.ResourceEventHandler = &worker{}

func (w *worker) work() error {
	_, err := w.changed.Pop(func(obj any, _ bool) error {
		pod := obj.(*corev1.Pod)
		pod.Status.Phase = corev1.PodFailed // want `mutates a cached object, passed by the informer`
		return nil
	})
	return err
}

func (w *worker) workBehind() error {
	obj, err := w.changed.Pop(func(any, bool) error { return nil })
	if pod, ok := obj.(*corev1.Pod); ok && err == nil {
		pod.Status.Phase = corev1.PodFailed // want `mutates a cached object, passed by the informer`
	}
	return err
}

func (w *worker) workCopied() error {
	_, err := w.copied.Pop(func(obj any, _ bool) error {
		pod := obj.(*corev1.Pod)
		pod.Status.Phase = corev1.PodFailed
		return nil
	})
	return err
}

// Some of it is the worker's own.
func (w *worker) workMixed() error {
	_, err := w.mixed.Pop(func(obj any, _ bool) error {
		pod := obj.(*corev1.Pod)
		pod.Status.Phase = corev1.PodFailed
		return nil
	})
	return err
}
