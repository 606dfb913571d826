// Package fetched reads an object again before it writes its status.
package fetched

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

type writer struct{ client.Client }

// phase writes the old object.
func (w *writer) phase(ctx context.Context, pod *corev1.Pod, phase corev1.PodPhase) error {
	fresh := &corev1.Pod{}
	if err := w.Get(ctx, client.ObjectKeyFromObject(pod), fresh); err != nil {
		return err
	}
	fresh.Status.Phase = phase // want `fresh is a copy of the stored object that nobody uses, so fresh\.Status\.Phase = … is lost; send fresh instead of pod`
	return w.Status().Update(ctx, pod)
}

// right writes the fresh one.
func (w *writer) right(ctx context.Context, pod *corev1.Pod, phase corev1.PodPhase) error {
	fresh := &corev1.Pod{}
	if err := w.Get(ctx, client.ObjectKeyFromObject(pod), fresh); err != nil {
		return err
	}
	fresh.Status.Phase = phase
	return w.Status().Update(ctx, fresh)
}

// both changes the old one too.
func (w *writer) both(ctx context.Context, pod *corev1.Pod, phase corev1.PodPhase) error {
	fresh := &corev1.Pod{}
	if err := w.Get(ctx, client.ObjectKeyFromObject(pod), fresh); err != nil {
		return err
	}
	fresh.Status.Phase, pod.Status.Phase = phase, phase
	return w.Status().Update(ctx, pod)
}

// logged is looked at by others.
func (w *writer) logged(ctx context.Context, pod *corev1.Pod, phase corev1.PodPhase) error {
	fresh := &corev1.Pod{}
	if err := w.Get(ctx, client.ObjectKeyFromObject(pod), fresh); err != nil {
		return err
	}
	fresh.Status.Phase = phase
	log.FromContext(ctx).Info("writing", "pod", fresh)
	return w.Status().Update(ctx, pod)
}

// kept has given it to another function.
func (w *writer) kept(ctx context.Context, pod *corev1.Pod, all map[string]*corev1.Pod) error {
	fresh := &corev1.Pod{}
	keep(all, fresh)
	if err := w.Get(ctx, client.ObjectKeyFromObject(pod), fresh); err != nil {
		return err
	}
	fresh.Status.Phase = corev1.PodFailed
	return w.Status().Update(ctx, pod)
}

func keep(all map[string]*corev1.Pod, pod *corev1.Pod) { all["last"] = pod }

// one writes no other object.
func (w *writer) one(ctx context.Context, pod *corev1.Pod, service *corev1.Service) error {
	fresh := &corev1.Pod{}
	if err := w.Get(ctx, client.ObjectKeyFromObject(pod), fresh); err != nil {
		return err
	}
	fresh.Status.Phase = corev1.PodFailed
	return w.Update(ctx, service)
}

// fetch reads the Pod of the key.
func (w *writer) fetch(ctx context.Context, key client.ObjectKey) (*corev1.Pod, error) {
	pod := &corev1.Pod{}
	err := w.Get(ctx, key, pod)
	return pod, err
}

// helped reads with a helper.
func (w *writer) helped(ctx context.Context, pod *corev1.Pod, phase corev1.PodPhase) error {
	fresh, err := w.fetch(ctx, client.ObjectKeyFromObject(pod))
	if err != nil {
		return err
	}
	fresh.Status.Phase = phase // want `fresh is a copy of the stored object that nobody uses, so fresh\.Status\.Phase = … is lost; send fresh instead of pod`
	return w.Status().Update(ctx, pod)
}

// remember keeps what it returns.
func (w *writer) remember(ctx context.Context, key client.ObjectKey, all map[string]*corev1.Pod) (*corev1.Pod, error) {
	pod := &corev1.Pod{}
	err := w.Get(ctx, key, pod)
	all[key.Name] = pod
	return pod, err
}

// remembered changes what others see.
func (w *writer) remembered(ctx context.Context, pod *corev1.Pod, all map[string]*corev1.Pod) error {
	fresh, err := w.remember(ctx, client.ObjectKeyFromObject(pod), all)
	if err != nil {
		return err
	}
	fresh.Status.Phase = corev1.PodFailed
	return w.Status().Update(ctx, pod)
}
