package status

import (
	"context"
	"fmt"

	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// SetPhase stores the phase in what it reads again.
func SetPhase(ctx context.Context, c client.Client, backup *api.Backup, phase string) error {
	if err := c.Get(ctx, client.ObjectKeyFromObject(backup), backup); err != nil {
		return fmt.Errorf("cannot read %s: %w", backup.Name, err)
	}
	backup.Status.Phase = phase
	return c.Status().Update(ctx, backup)
}

// Annotate stores an annotation of any object in what it reads again in each attempt.
func Annotate(ctx context.Context, c client.Client, obj client.Object, id string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := c.Get(ctx, client.ObjectKeyFromObject(obj), obj); err != nil {
			return err
		}
		obj.SetAnnotations(map[string]string{"volume-id": id})
		return c.Update(ctx, obj)
	})
}

// AnnotateOnce does so unless it is there.
func AnnotateOnce(ctx context.Context, c client.Client, obj client.Object, id string) error {
	if obj.GetAnnotations()["volume-id"] == id {
		return nil
	}
	return Annotate(ctx, c, obj, id)
}

// AnnotateOther leaves obj as it is.
func AnnotateOther(ctx context.Context, c client.Client, obj client.Object, id string) error {
	stored := obj.DeepCopyObject().(client.Object)
	return Annotate(ctx, c, stored, id)
}

// AnnotateAll does so for another object than the one that it is given, if there is one.
func AnnotateAll(ctx context.Context, c client.Client, backup, owner *api.Backup, id string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if owner != nil {
			backup = owner
		}
		if err := c.Get(ctx, client.ObjectKeyFromObject(backup), backup); err != nil {
			return err
		}
		backup.Annotations["volume-id"] = id
		return c.Update(ctx, backup)
	})
}
