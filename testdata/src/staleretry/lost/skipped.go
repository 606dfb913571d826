package lost

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

func markOnce(ctx context.Context, c client.Client, key client.ObjectKey) error {
	marked := false
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod := &corev1.Pod{}
		if err := c.Get(ctx, key, pod); err != nil {
			return err
		}
		if marked {
			return nil
		}
		marked = true
		pod.Labels["seen"] = "true"
		return c.Update(ctx, pod) // want `the change to pod is lost after a conflict: the next attempt takes it for done, writes nothing and returns nil; decide in each attempt by what it has read`
	})
}

func markUntilStored(ctx context.Context, c client.Client, key client.ObjectKey) error {
	marked := false
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod := &corev1.Pod{}
		if err := c.Get(ctx, key, pod); err != nil {
			return err
		}
		if marked {
			return nil
		}
		pod.Labels["seen"] = "true"
		err := c.Update(ctx, pod)
		marked = err == nil
		return err
	})
}

func markUnlessMarked(ctx context.Context, c client.Client, key client.ObjectKey) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod := &corev1.Pod{}
		if err := c.Get(ctx, key, pod); err != nil {
			return err
		}
		if pod.Labels["seen"] == "true" {
			return nil
		}
		pod.Labels["seen"] = "true"
		return c.Update(ctx, pod)
	})
}

const kept = "example.com/kept"

func keepOther(ctx context.Context, c client.Client, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		latest := &corev1.Pod{}
		if err := c.Get(ctx, client.ObjectKeyFromObject(pod), latest); err != nil {
			return err
		}
		if controllerutil.AddFinalizer(pod, kept) {
			latest.Finalizers = pod.Finalizers
			if err := c.Update(ctx, latest); err != nil { // want `the change to latest is lost after a conflict: the next attempt takes it for done, writes nothing and returns nil`
				return err
			}
		}
		return nil
	})
}

func releaseOther(ctx context.Context, c client.Client, pod *corev1.Pod, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		latest := &corev1.Pod{}
		if err := c.Get(ctx, client.ObjectKeyFromObject(pod), latest); err != nil {
			return err
		}
		if !controllerutil.RemoveFinalizer(pod, name) {
			return nil
		}
		latest.Finalizers = pod.Finalizers
		return c.Update(ctx, latest) // want `the change to latest is lost after a conflict: the next attempt takes it for done, writes nothing and returns nil`
	})
}

func keepLatest(ctx context.Context, c client.Client, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		latest := &corev1.Pod{}
		if err := c.Get(ctx, client.ObjectKeyFromObject(pod), latest); err != nil {
			return err
		}
		if controllerutil.AddFinalizer(latest, kept) {
			return c.Update(ctx, latest)
		}
		return nil
	})
}

func keepReadAgain(ctx context.Context, c client.Client, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := c.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		if controllerutil.AddFinalizer(pod, kept) {
			return c.Update(ctx, pod)
		}
		return nil
	})
}

func keepEither(ctx context.Context, c client.Client, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		latest := &corev1.Pod{}
		if err := c.Get(ctx, client.ObjectKeyFromObject(pod), latest); err != nil {
			return err
		}
		if controllerutil.AddFinalizer(pod, kept) || len(latest.Finalizers) == 0 {
			latest.Finalizers = pod.Finalizers
			return c.Update(ctx, latest)
		}
		return nil
	})
}

func keepInTurn(ctx context.Context, c client.Client, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		latest := &corev1.Pod{}
		if err := c.Get(ctx, client.ObjectKeyFromObject(pod), latest); err != nil {
			return err
		}
		controllerutil.RemoveFinalizer(pod, kept)
		if controllerutil.AddFinalizer(pod, kept) {
			latest.Finalizers = pod.Finalizers
			return c.Update(ctx, latest)
		}
		return nil
	})
}
