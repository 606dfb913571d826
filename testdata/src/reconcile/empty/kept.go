package empty

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A before is what a Secret was before the change, for whoever undoes it.
type before struct {
	name    string
	data    map[string][]byte
	deleted bool
}

// deletesKept deletes what it has kept something of.
func deletesKept(ctx context.Context, c client.Client, keys []client.ObjectKey) ([]before, error) {
	var all []before
	for _, key := range keys {
		old := before{name: key.Name}
		secret := &corev1.Secret{}
		if err := c.Get(ctx, key, secret); err != nil {
			if !apierrors.IsNotFound(err) {
				return all, err
			}
		} else {
			old.data = secret.Data
		}
		old.deleted = true
		all = append(all, old)
		if old.data != nil {
			if err := c.Delete(ctx, secret); err != nil {
				return all, err
			}
		}
	}
	return all, nil
}

// deletesNamed asks for what it has known before.
func deletesNamed(ctx context.Context, c client.Client, keys []client.ObjectKey) ([]before, error) {
	var all []before
	for _, key := range keys {
		old := before{name: key.Name}
		secret := &corev1.Secret{}
		if err := c.Get(ctx, key, secret); err != nil {
			if !apierrors.IsNotFound(err) {
				return all, err
			}
		} else {
			old.data = secret.Data
		}
		all = append(all, old)
		if old.name != "" {
			if err := c.Delete(ctx, secret); err != nil { // want `the Secret has no name here if Get did not find it`
				return all, err
			}
		}
	}
	return all, nil
}

// deletesFound asks a variable that a literal captures.
func deletesFound(ctx context.Context, c client.Client, key client.ObjectKey) error {
	var found bool
	defer func() { ctrl.LoggerFrom(ctx).Info("Deleting", "found", found) }()
	secret := &corev1.Secret{}
	if err := c.Get(ctx, key, secret); client.IgnoreNotFound(err) != nil {
		return err
	} else if err == nil {
		found = true
	}
	if !found {
		return nil
	}
	return c.Delete(ctx, secret)
}
