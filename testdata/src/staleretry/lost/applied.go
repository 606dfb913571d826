package lost

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime/pkg/client"
)

// applied has its caller change the object, which it reads before.
func (c *controller) applied(ctx context.Context, obj ctrl.Object, apply func() bool) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		latest := obj
		latest.SetNamespace(obj.GetNamespace())
		latest.SetName(obj.GetName())
		if err := c.client.Get(ctx, ctrl.ObjectKeyFromObject(latest), latest); err != nil {
			return err
		}
		if apply() {
			return c.client.Status().Update(ctx, latest)
		}
		return nil
	})
}

func (c *controller) appliedWithin(ctx context.Context, pod *corev1.Pod) error {
	return c.applied(ctx, pod, func() bool {
		changed := pod.Status.Message == ""
		pod.Status.Message = "seen"
		return changed
	})
}

// appliedBefore has it changed before the read.
func (c *controller) appliedBefore(ctx context.Context, pod *corev1.Pod, apply func(*corev1.Pod)) error {
	apply(pod)
	pod.Spec.Hostname = "seen"
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := c.client.Get(ctx, ctrl.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		return c.client.Update(ctx, pod) // want `the change to pod is lost`
	})
}
