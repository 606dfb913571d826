package ways

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// get reads an object of any kind.
func get[T any, P interface {
	*T
	client.Object
}](ctx context.Context, c client.Client, key client.ObjectKey) (P, error) {
	var t T
	p := P(&t)
	err := c.Get(ctx, key, p)
	return p, err
}

func gotten(ctx context.Context, c client.Client, key client.ObjectKey) error {
	b, err := get[api.Backup](ctx, c, key)
	if err != nil {
		return err
	}
	b.Status.Phase = "Running"
	return c.Update(ctx, b) // want `Update does not store the status of b .*: the change at line 27 is dropped`
}

func gottenRight(ctx context.Context, c client.Client, key client.ObjectKey) error {
	b, err := get[api.Backup](ctx, c, key)
	if err != nil {
		return err
	}
	b.Status.Phase = "Running"
	return c.Status().Update(ctx, b)
}
