package ownretry

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/staleretry/ownretry/again"
)

// The retry hands the same object to each attempt.
func (r *reconciler) handed(ctx context.Context, pod *corev1.Pod) error {
	return again.Object(ctx, pod, func(ctx context.Context, pod *corev1.Pod) error {
		pod.Finalizers = nil
		return r.Update(ctx, pod) // want `pod is written again with the resourceVersion that was refused`
	})
}

func (r *reconciler) handedAndRead(ctx context.Context, pod *corev1.Pod) error {
	return again.Object(ctx, pod, func(ctx context.Context, pod *corev1.Pod) error {
		if err := r.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		pod.Finalizers = nil
		return r.Update(ctx, pod)
	})
}

// Without a version, nothing is refused.
func (r *reconciler) handedNew(ctx context.Context, name string) error {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name}}
	return again.Object(ctx, pod, func(ctx context.Context, pod *corev1.Pod) error {
		return r.Update(ctx, pod)
	})
}

// This one reads it first.
func (r *reconciler) latest(ctx context.Context, pod *corev1.Pod) error {
	return again.Latest(ctx, r.Client, pod, func(ctx context.Context, pod *corev1.Pod) error {
		pod.Finalizers = nil
		return r.Update(ctx, pod)
	})
}
