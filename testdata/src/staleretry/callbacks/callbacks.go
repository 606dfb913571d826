// Package callbacks retries in helpers that are given the change to make.
package callbacks

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type controller struct{ client.Client }

// save makes the change in each attempt, to the same object.
func (c *controller) save(ctx context.Context, obj client.Object, change func() error) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := change(); err != nil {
			return err
		}
		return c.Update(ctx, obj) // want `obj is written again with the resourceVersion that was refused`
	})
}

func (c *controller) mark(ctx context.Context, pod *corev1.Pod) error {
	return c.save(ctx, pod, func() error {
		pod.Labels["seen"] = "true"
		return nil
	})
}

// saveFresh is given a function that reads the object as well.
func (c *controller) saveFresh(ctx context.Context, obj client.Object, change func() error) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := change(); err != nil {
			return err
		}
		return c.Update(ctx, obj)
	})
}

func (c *controller) markFresh(ctx context.Context, pod *corev1.Pod) error {
	return c.saveFresh(ctx, pod, func() error {
		if err := c.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		pod.Labels["seen"] = "true"
		return nil
	})
}

// saveLoop does without client-go.
func saveLoop(ctx context.Context, c client.Client, pod *corev1.Pod, change func(*corev1.Pod) error) error {
	for range 5 {
		if err := change(pod); err != nil {
			return err
		}
		err := c.Update(ctx, pod) // want `pod is written again with the resourceVersion that was refused`
		if !apierrors.IsConflict(err) {
			return err
		}
	}
	return errors.New("too many conflicts")
}

func (c *controller) markLoop(ctx context.Context, pod *corev1.Pod) error {
	return saveLoop(ctx, c, pod, func(p *corev1.Pod) error {
		p.Labels["seen"] = "true"
		return nil
	})
}

func saveLoopFresh(ctx context.Context, c client.Client, pod *corev1.Pod, change func(*corev1.Pod) error) error {
	for range 5 {
		if err := change(pod); err != nil {
			return err
		}
		err := c.Update(ctx, pod)
		if !apierrors.IsConflict(err) {
			return err
		}
	}
	return errors.New("too many conflicts")
}

func (c *controller) markLoopFresh(ctx context.Context, pod *corev1.Pod) error {
	return saveLoopFresh(ctx, c, pod, func(p *corev1.Pod) error {
		if err := c.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		p.Labels["seen"] = "true"
		return nil
	})
}

// saveAny may be called by others, with functions that read the object.
func SaveAny(ctx context.Context, c client.Client, pod *corev1.Pod, change func(*corev1.Pod) error) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := change(pod); err != nil {
			return err
		}
		return c.Update(ctx, pod)
	})
}

// saveKey reads the object itself.
func (c *controller) saveKey(ctx context.Context, key client.ObjectKey, change func(*corev1.Pod) error) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod := &corev1.Pod{}
		if err := c.Get(ctx, key, pod); err != nil {
			return err
		}
		if err := change(pod); err != nil {
			return err
		}
		return c.Update(ctx, pod)
	})
}

func (c *controller) markKey(ctx context.Context, key client.ObjectKey) error {
	return c.saveKey(ctx, key, func(p *corev1.Pod) error {
		p.Labels["seen"] = "true"
		return nil
	})
}
