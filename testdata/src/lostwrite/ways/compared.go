package ways

import (
	"context"

	"k8s.io/apimachinery/pkg/api/equality"

	"k8slint.test/lostwrite/api"
)

// compared sends the status first, and then takes it out of both objects to compare the rest.
func (r *reconciler) compared(ctx context.Context, old *api.Backup) error {
	backup := old.DeepCopy()
	if err := r.apply(ctx, backup); err != nil {
		return err
	}
	if !equality.Semantic.DeepEqual(old.Status, backup.Status) {
		if err := r.Status().Update(ctx, backup); err != nil {
			return err
		}
	}
	old.Status, backup.Status = api.BackupStatus{}, api.BackupStatus{}
	if !equality.Semantic.DeepEqual(old, backup) {
		return r.Update(ctx, backup)
	}
	return nil
}

func (r *reconciler) apply(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Running"
	return nil
}

// reset wants an empty status.
func (r *reconciler) reset(ctx context.Context, backup *api.Backup) error {
	backup.Status = api.BackupStatus{}
	return r.Update(ctx, backup) // want `Update does not store the status of backup .*: the change at line 36 is dropped`
}
