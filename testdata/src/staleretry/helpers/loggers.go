package helpers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// logged gets its logger by a variable that holds a function, which reads nothing.
func logged(ctx context.Context, c client.Client, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		ctrl.LoggerFrom(ctx).Info("update", "pod", pod.Name)
		return c.Update(ctx, pod) // want `pod is written again with the resourceVersion that was refused`
	})
}

// before is what somebody wants to happen before a write.
var before func(context.Context) error

// hooked has a variable that may hold anything, even something that reads the pod.
func hooked(ctx context.Context, c client.Client, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := before(ctx); err != nil {
			return err
		}
		return c.Update(ctx, pod)
	})
}
