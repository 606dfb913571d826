package helpers

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
	"k8slint.test/lostwrite/helpers/util"
)

// soonRight writes the status before the rest, through a helper that tries again.
func (r *reconciler) soonRight(ctx context.Context, b *api.Backup) error {
	base := client.MergeFrom(b.DeepCopy())
	b.Status.Phase = "Running"
	if err := util.PatchStatusSoon(ctx, r.Client, b, base); err != nil {
		return err
	}
	base = client.MergeFrom(b.DeepCopy())
	b.Annotations["seen"] = "true"
	return r.Patch(ctx, b, base)
}

// soonest has the status changed after the write, which the helper has sent.
func (r *reconciler) soonest(ctx context.Context, b *api.Backup) error {
	base := client.MergeFrom(b.DeepCopy())
	b.Annotations["seen"] = "true"
	if err := util.PatchSoon(ctx, r.Client, b, base); err != nil {
		return err
	}
	b.Status.Phase = "Running"
	return r.Status().Update(ctx, b)
}

func (r *reconciler) later(ctx context.Context, b *api.Backup) error {
	base := client.MergeFrom(b.DeepCopy())
	b.Status.Phase = "Running"
	b.Annotations["seen"] = "true"
	return r.Patch(ctx, b, base) // want `Patch does not store the status of b|the status set at line 37 is lost: Patch replaces b with the server's answer`
}
