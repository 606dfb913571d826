// Package shared writes statuses for controllers.
package shared

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	apiv1 "k8slint.test/subresource/api/v1"
	"k8slint.test/subresource/plain/v1alpha1"
)

// SaveLamp writes the status of a lamp, after the lamp itself.
func SaveLamp(ctx context.Context, c client.Client, l *v1alpha1.Lamp) error {
	if err := c.Update(ctx, &v1alpha1.Shelf{}); err != nil {
		return err
	}
	return c.Status().Update(ctx, l)
}

// SaveDesk falls back to a write of the desk itself.
func SaveDesk(ctx context.Context, c client.Client, d *v1alpha1.Desk) error {
	if err := c.Status().Update(ctx, d); err != nil {
		return c.Update(ctx, d)
	}
	return nil
}

// Scale writes another subresource.
func Scale(ctx context.Context, c client.Client, s *v1alpha1.Shelf) error {
	return c.SubResource("scale").Update(ctx, s)
}

// SaveGate writes a status that, as the type says, has no endpoint.
func SaveGate(ctx context.Context, c client.Client, g *apiv1.Gate, base client.Object) error {
	return c.Status().Patch(ctx, g, client.MergeFrom(base))
}

// SaveBench is given what writes statuses.
func SaveBench(ctx context.Context, w client.StatusWriter, b *v1alpha1.Bench) error {
	return w.Update(ctx, b)
}
