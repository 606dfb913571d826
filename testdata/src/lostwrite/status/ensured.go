package status

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// ensured writes defaults where some are missing: nothing of the spec is changed at the end.
func (r *reconciler) ensured(ctx context.Context, key client.ObjectKey) error {
	var backup api.Backup
	if err := r.Get(ctx, key, &backup); err != nil {
		return err
	}
	n := len(backup.Spec.Targets)
	api.EnsureTargets(&backup)
	if len(backup.Spec.Targets) != n {
		return r.Update(ctx, &backup)
	}
	backup.Status.Phase = "Ready"
	return r.Status().Update(ctx, &backup)
}

// added does not write the new target.
func (r *reconciler) added(ctx context.Context, key client.ObjectKey) error {
	var backup api.Backup
	if err := r.Get(ctx, key, &backup); err != nil {
		return err
	}
	api.AddTarget(&backup, "logs")
	backup.Status.Phase = "Ready"
	return r.Status().Update(ctx, &backup) // want `Status\(\)\.Update stores only the status .*: the spec set at line 32 is dropped`
}

// scheduled writes the spec if it is another, and the status if not.
func (r *reconciler) scheduled(ctx context.Context, backup *api.Backup) error {
	if api.SetSchedule(backup, "daily") {
		return r.Update(ctx, backup)
	}
	backup.Status.Phase = "Scheduled"
	return r.Status().Update(ctx, backup)
}
