package empty

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func remove(ctx context.Context, c client.Client, obj client.Object) error {
	return client.IgnoreNotFound(c.Delete(ctx, obj))
}

func removeNamed(ctx context.Context, c client.Client, obj client.Object) error {
	if obj.GetName() == "" {
		return nil
	}
	return c.Delete(ctx, obj)
}

func removed(ctx context.Context, c client.Client, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := c.Get(ctx, key, pod); err != nil && !apierrors.IsNotFound(err) {
		return err
	}
	return remove(ctx, c, pod) // want `the Pod has no name here if Get did not find it, and then this fails; return, or test the error first`
}

func removedNamed(ctx context.Context, c client.Client, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := c.Get(ctx, key, pod); err != nil && !apierrors.IsNotFound(err) {
		return err
	}
	return removeNamed(ctx, c, pod)
}

func fillIn(secret *corev1.Secret, key client.ObjectKey) {
	secret.Namespace, secret.Name = key.Namespace, key.Name
}

// A helper sets the name, whether the object was found or not.
func removedFilledIn(ctx context.Context, c client.Client, key client.ObjectKey) error {
	var secret corev1.Secret
	if err := c.Get(ctx, key, &secret); client.IgnoreNotFound(err) != nil {
		return err
	}
	fillIn(&secret, key)
	return c.Delete(ctx, &secret)
}
