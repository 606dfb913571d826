package lost

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// allowed limits the attempts.
func allowed(attempt int) error {
	if attempt > 3 {
		return fmt.Errorf("attempt %d is one too many", attempt)
	}
	return nil
}

// It gives up after some attempts, but there is no second one.
func (c *controller) limited(ctx context.Context, pod *corev1.Pod) error {
	attempt := 0
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod.Finalizers = nil
		err := c.client.Update(ctx, pod) // want `the conflict of this Update is lost`
		if err != nil {
			attempt++
			if err := allowed(attempt); err != nil {
				return err
			}
			return c.client.Get(ctx, client.ObjectKeyFromObject(pod), pod)
		}
		return nil
	})
}

func (c *controller) limitedKept(ctx context.Context, pod *corev1.Pod) error {
	attempt := 0
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod.Finalizers = nil
		err := c.client.Update(ctx, pod)
		if err != nil {
			attempt++
			if err := allowed(attempt); err != nil {
				return err
			}
			if err := c.client.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
				return err
			}
		}
		return err
	})
}
