package empty

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func deletesLoaded(ctx context.Context, c client.Client, key client.ObjectKey) error {
	var secret corev1.Secret
	if err := load(ctx, c, key, &secret); client.IgnoreNotFound(err) != nil {
		return err
	}
	return c.Delete(ctx, &secret) // want `the Secret has no name here if Get did not find it`
}

// deletesNamedFirst reads by a helper that gives the object its name first.
func deletesNamedFirst(ctx context.Context, c client.Client, key client.ObjectKey) error {
	var secret corev1.Secret
	if err := loadNamed(ctx, c, key, &secret); client.IgnoreNotFound(err) != nil {
		return err
	}
	return c.Delete(ctx, &secret)
}

func load(ctx context.Context, c client.Reader, key client.ObjectKey, secret *corev1.Secret) error {
	if err := c.Get(ctx, key, secret); err != nil {
		return fmt.Errorf("reading %s: %w", key, err)
	}
	return nil
}

func loadNamed(ctx context.Context, c client.Reader, key client.ObjectKey, secret *corev1.Secret) error {
	secret.Name, secret.Namespace = key.Name, key.Namespace
	return c.Get(ctx, key, secret)
}
