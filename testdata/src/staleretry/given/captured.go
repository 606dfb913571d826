package given

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Sealer hands objects, whose variables function literals share, to helpers that try again.
type Sealer struct{ client.Client }

// Reconcile reads one, and tries again in the one helper or the other place.
func (s *Sealer) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	secret := &corev1.Secret{}
	if err := s.Get(ctx, req.NamespacedName, secret); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if secret.Immutable == nil {
		return ctrl.Result{}, seal(ctx, s.Client, secret)
	}
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return s.Update(ctx, secret) // want `secret is written again with the resourceVersion that was refused`
	})
	return ctrl.Result{}, err
}

func seal(ctx context.Context, c client.Client, obj client.Object) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return c.Update(ctx, obj) // want `obj is written again with the resourceVersion that was refused`
	})
}

// replace makes one, which has no version.
func (s *Sealer) replace(ctx context.Context, name string) error {
	secret := &corev1.Secret{}
	secret.Name = name
	describe := func() string { return secret.Name }
	if describe() == "" {
		return nil
	}
	return overwrite(ctx, s.Client, secret)
}

func overwrite(ctx context.Context, c client.Client, obj client.Object) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return c.Update(ctx, obj) })
}

// replaceRead makes one in place of that which it has read.
func (s *Sealer) replaceRead(ctx context.Context, key client.ObjectKey) error {
	secret := &corev1.Secret{}
	if err := s.Get(ctx, key, secret); err != nil {
		return err
	}
	secret = &corev1.Secret{Data: secret.Data}
	describe := func() string { return secret.Name }
	if describe() == "" {
		return nil
	}
	return overwriteOther(ctx, s.Client, secret)
}

func overwriteOther(ctx context.Context, c client.Client, obj client.Object) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return c.Update(ctx, obj) })
}
