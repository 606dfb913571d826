package callbacks

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A step of a rollout.
type step struct {
	name string
	run  func() error
}

func (c *controller) rollOut(ctx context.Context, pod *corev1.Pod) error {
	s := step{name: "label", run: func() error {
		pod.Labels["seen"] = "true"
		return c.Update(ctx, pod) // want `pod is written again with the resourceVersion that was refused`
	}}
	return retry.RetryOnConflict(retry.DefaultRetry, s.run)
}

func (c *controller) rollOutLatest(ctx context.Context, pod *corev1.Pod) error {
	s := step{name: "label", run: func() error {
		if err := c.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		pod.Labels["seen"] = "true"
		return c.Update(ctx, pod)
	}}
	return retry.RetryOnConflict(retry.DefaultRetry, s.run)
}

// Changes that are given as a list are made to the same pod.
func (c *controller) changed(ctx context.Context, pod *corev1.Pod, changes ...func(*corev1.Pod)) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		for _, change := range changes {
			change(pod)
		}
		return c.Update(ctx, pod) // want `pod is written again with the resourceVersion that was refused`
	})
}

// One of these may read it.
func (c *controller) prepared(ctx context.Context, pod *corev1.Pod, prepare ...func(context.Context, *corev1.Pod) error) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		for _, one := range prepare {
			if err := one(ctx, pod); err != nil {
				return err
			}
		}
		return c.Update(ctx, pod)
	})
}
