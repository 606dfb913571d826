package ways

import (
	"context"

	"k8slint.test/lostwrite/api"
)

// standard is what a Backup has that says nothing.
var standard api.Backup

// standardize gives b the spec of a variable of the package.
func (r *reconciler) standardize(ctx context.Context, b *api.Backup) error {
	b.Spec = standard.Spec
	b.Status.Phase = "Standard"
	return r.Status().Update(ctx, b) // want `Status\(\).Update stores only the status`
}

// defaulted calls the defaults of the webhook, for objects that are older than it.
func (r *reconciler) defaulted(ctx context.Context, b *api.Backup) error {
	b.Default()
	b.Status.Phase = b.Labels["team"]
	return r.Status().Update(ctx, b)
}

func (r *reconciler) labelled(ctx context.Context, b *api.Backup) error {
	b.Label()
	b.Status.Phase = "Labelled"
	return r.Status().Update(ctx, b) // want `Status\(\).Update stores only the status`
}
