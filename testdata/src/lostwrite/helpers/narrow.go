package helpers

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// A narrow client is what this controller needs of controller-runtime's.
type narrow interface {
	Update(ctx context.Context, obj client.Object, opts ...client.UpdateOption) error
	Status() client.StatusWriter
}

// A narrowStatus writes to the status endpoint, with the options of old releases.
type narrowStatus interface {
	Update(ctx context.Context, obj client.Object, opts ...client.UpdateOption) error
}

func byNarrow(ctx context.Context, c narrow, b *api.Backup) error {
	b.Status.Phase = "Running"
	return c.Update(ctx, b, client.FieldOwner("backup")) // want `Update does not store the status of b .*: the change at line 23 is dropped`
}

func byNarrowRight(ctx context.Context, c narrow, b *api.Backup) error {
	b.Status.Phase = "Running"
	return c.Status().Update(ctx, b)
}

func byNarrowStatus(ctx context.Context, c narrowStatus, b *api.Backup) error {
	b.Status.Phase = "Running"
	return c.Update(ctx, b)
}
