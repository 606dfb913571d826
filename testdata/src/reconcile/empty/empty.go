// Package empty sends objects that may not have been found.
package empty

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

func deletes(ctx context.Context, c client.Client, key client.ObjectKey) error {
	var secret corev1.Secret
	if err := c.Get(ctx, key, &secret); client.IgnoreNotFound(err) != nil {
		return err
	}
	return c.Delete(ctx, &secret) // want `the Secret has no name here if Get did not find it, and then this fails; return, or test the error first`
}

func logs(ctx context.Context, c client.Client, keys []client.ObjectKey) {
	for _, key := range keys {
		secret := corev1.Secret{}
		err := c.Get(ctx, key, &secret)
		if client.IgnoreNotFound(err) != nil {
			ctrl.LoggerFrom(ctx).Error(err, "Reading")
		}
		err = c.Delete(ctx, &secret) // want `the Secret has no name here`
		if err != nil {
			ctrl.LoggerFrom(ctx).Error(err, "Deleting")
		}
	}
}

func setReady(secret *corev1.Secret) { secret.StringData = map[string]string{"ready": "true"} }

func drops(ctx context.Context, c client.Client, key client.ObjectKey) error {
	secret := &corev1.Secret{}
	_ = c.Get(ctx, key, secret) // want `if this fails, the Secret has no name when it is sent below; return the error`
	secret.Finalizers = nil
	setReady(secret)
	controllerutil.AddFinalizer(secret, "example.com/volumes")
	return c.Update(ctx, secret)
}

func returns(ctx context.Context, c client.Client, key client.ObjectKey) error {
	var secret corev1.Secret
	if err := c.Get(ctx, key, &secret); err != nil {
		return client.IgnoreNotFound(err)
	}
	return c.Delete(ctx, &secret)
}

func tests(ctx context.Context, c client.Client, key client.ObjectKey) error {
	var secret corev1.Secret
	if err := c.Get(ctx, key, &secret); client.IgnoreNotFound(err) != nil {
		return err
	}
	if secret.UID == "" {
		return nil
	}
	return c.Delete(ctx, &secret)
}

func remembers(ctx context.Context, c client.Client, key client.ObjectKey) error {
	var secret corev1.Secret
	err := c.Get(ctx, key, &secret)
	found := err == nil
	if err != nil && !apierrors.IsNotFound(err) {
		return err
	}
	if !found {
		return nil
	}
	return c.Update(ctx, &secret)
}

func names(ctx context.Context, c client.Client, key client.ObjectKey) error {
	var secret corev1.Secret
	if err := c.Get(ctx, key, &secret); client.IgnoreNotFound(err) != nil {
		return err
	}
	secret.Name, secret.Namespace = key.Name, key.Namespace
	return c.Update(ctx, &secret)
}

func named(ctx context.Context, c client.Client, key client.ObjectKey) error {
	secret := corev1.Secret{}
	secret.Name, secret.Namespace = key.Name, key.Namespace
	if err := c.Get(ctx, key, &secret); client.IgnoreNotFound(err) != nil {
		return err
	}
	return client.IgnoreNotFound(c.Delete(ctx, &secret))
}

func finalized(ctx context.Context, c client.Client, key client.ObjectKey) error {
	var secret corev1.Secret
	if err := c.Get(ctx, key, &secret); client.IgnoreNotFound(err) != nil {
		return err
	}
	if controllerutil.RemoveFinalizer(&secret, "example.com/volumes") {
		return c.Update(ctx, &secret)
	}
	return nil
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func asserts(ctx context.Context, c client.Client, key client.ObjectKey) error {
	var secret corev1.Secret
	must(c.Get(ctx, key, &secret))
	return c.Delete(ctx, &secret)
}

func captures(ctx context.Context, c client.Client, key client.ObjectKey) (err error) {
	defer func() { ctrl.LoggerFrom(ctx).Error(err, "Deleting") }()
	var secret corev1.Secret
	if err = c.Get(ctx, key, &secret); err != nil {
		return err
	}
	return c.Delete(ctx, &secret)
}

func creates(ctx context.Context, c client.Client, key client.ObjectKey) error {
	var secret corev1.Secret
	err := c.Get(ctx, key, &secret)
	if apierrors.IsNotFound(err) {
		return c.Create(ctx, &corev1.Secret{})
	}
	if err != nil {
		return err
	}
	return c.Update(ctx, &secret)
}
