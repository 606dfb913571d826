package patches

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// markedSince stores how the status differs from the one before: the base has that one.
func (l *labeller) markedSince(ctx context.Context, pod *corev1.Pod, before *corev1.PodStatus) error {
	base := pod.DeepCopy()
	base.Status = *before
	return l.Status().Patch(ctx, pod, client.MergeFrom(base))
}

// markSwapped gives the base the new status.
func (l *labeller) markSwapped(ctx context.Context, pod *corev1.Pod) error {
	base := pod.DeepCopy()
	base.Status = corev1.PodStatus{Phase: corev1.PodRunning}
	return l.Status().Patch(ctx, pod, client.MergeFrom(base)) // want `this patch undoes the change at line 20: the changed object is its base`
}
