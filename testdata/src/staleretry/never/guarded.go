package never

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// The first attempt makes the change in memory: the second finds it made, writes
// nothing, and the lost change looks like success.
func (c *controller) labelOnce(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if pod.Labels["a"] != "b" {
			pod.Labels["a"] = "b"
			return c.client.Update(ctx, pod) // want `^pod is not read again after a conflict: the next attempt sends the refused version again, or skips the write as already done; read it again in each attempt, and apply the change to it$`
		}
		return nil
	})
}

func (c *controller) finalizerOnce(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if controllerutil.AddFinalizer(pod, "example.com/a") {
			return c.client.Update(ctx, pod) // want `^pod is not read again after a conflict`
		}
		return nil
	})
}

func (c *controller) labelOnceRead(ctx context.Context, key ctrl.ObjectKey) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod := &corev1.Pod{}
		if err := c.client.Get(ctx, key, pod); err != nil {
			return err
		}
		if pod.Labels["a"] != "b" {
			pod.Labels["a"] = "b"
			return c.client.Update(ctx, pod)
		}
		return nil
	})
}
