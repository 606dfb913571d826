package helpers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// An updater is what this controller needs of controller-runtime's client.
type updater interface {
	Get(ctx context.Context, key client.ObjectKey, obj client.Object, opts ...client.GetOption) error
	Update(ctx context.Context, obj client.Object, opts ...client.UpdateOption) error
	User() string
}

func narrow(ctx context.Context, c updater, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod.Labels["seen"] = "true"
		return c.Update(ctx, pod) // want `pod is written again with the resourceVersion that was refused`
	})
}

func narrowRight(ctx context.Context, c updater, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := c.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		pod.Labels["seen"] = "true"
		return c.Update(ctx, pod)
	})
}

// A storer stores pods. Behind it there is one type, which reads them.
type storer interface {
	Update(ctx context.Context, obj client.Object, opts ...client.UpdateOption) error
}

type fresh struct{ client.Client }

func (f *fresh) Update(ctx context.Context, obj client.Object, opts ...client.UpdateOption) error {
	stored := obj.DeepCopyObject().(client.Object)
	if err := f.Get(ctx, client.ObjectKeyFromObject(obj), stored); err != nil {
		return err
	}
	obj.SetResourceVersion(stored.GetResourceVersion())
	return f.Client.Update(ctx, obj, opts...)
}

func behindFresh(ctx context.Context, s storer, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return s.Update(ctx, pod) })
}
