package status

import (
	"context"

	"k8slint.test/lostwrite/api"
)

func (r *reconciler) countsBehind(ctx context.Context, backup *api.Backup) error {
	backup.Spec.Schedule = "daily"
	backup.Status.Phase = "Waiting"
	if err := r.Update(ctx, backup); err != nil { // want `the status set at line 11 is lost: Update replaces backup with the server's answer`
		return err
	}
	status := backup.Status
	status.Failures++
	backup.Status = status
	return r.Status().Update(ctx, backup)
}

func (r *reconciler) copiesBehind(ctx context.Context, backup *api.Backup, paused bool) error {
	backup.Status.Phase = "Waiting"
	if paused {
		backup.Spec.Schedule = ""
		if err := r.Update(ctx, backup); err != nil { // want `the status set at line 22 is lost: Update replaces backup with the server's answer`
			return err
		}
	}
	status := backup.Status.DeepCopy()
	status.Failures++
	backup.Status = *status
	return r.Status().Update(ctx, backup)
}

func (r *reconciler) observesBehind(ctx context.Context, backup *api.Backup) error {
	backup.Spec.Schedule = "daily"
	backup.Status.Phase = "Waiting"
	if err := r.Update(ctx, backup); err != nil { // want `the status set at line 37 is lost: Update replaces backup with the server's answer`
		return err
	}
	status := observed(backup)
	backup.Status = status
	return r.Status().Update(ctx, backup)
}

// observed is the status of backup with a failure more.
func observed(backup *api.Backup) api.BackupStatus {
	status := backup.Status
	if backup.Spec.Schedule == "" {
		return status
	}
	status.Failures++
	return status
}

func (r *reconciler) copiesBefore(ctx context.Context, backup *api.Backup) error {
	backup.Spec.Schedule = "daily"
	backup.Status.Phase = "Waiting"
	status := backup.Status.DeepCopy()
	if err := r.Update(ctx, backup); err != nil {
		return err
	}
	status.Failures++
	backup.Status = *status
	return r.Status().Update(ctx, backup)
}

func (r *reconciler) setsInCopy(ctx context.Context, backup *api.Backup) error {
	backup.Spec.Schedule = "daily"
	backup.Status.Phase = "Waiting"
	if err := r.Update(ctx, backup); err != nil {
		return err
	}
	status := backup.Status.DeepCopy()
	status.Failures++
	status.Phase = "Waiting"
	backup.Status = *status
	return r.Status().Update(ctx, backup)
}

func (r *reconciler) setsByAddress(ctx context.Context, backup *api.Backup) error {
	backup.Spec.Schedule = "daily"
	backup.Status.Phase = "Waiting"
	if err := r.Update(ctx, backup); err != nil {
		return err
	}
	status := backup.Status
	makeWait(&status)
	backup.Status = status
	return r.Status().Update(ctx, backup)
}

func makeWait(status *api.BackupStatus) { status.Phase = "Waiting" }

func (r *reconciler) setsWhereObserved(ctx context.Context, backup *api.Backup) error {
	backup.Spec.Schedule = "daily"
	backup.Status.Phase = "Waiting"
	if err := r.Update(ctx, backup); err != nil {
		return err
	}
	backup.Status = waiting(backup)
	return r.Status().Update(ctx, backup)
}

// waiting is the status of backup, which waits if it has a schedule.
func waiting(backup *api.Backup) api.BackupStatus {
	status := backup.Status
	if backup.Spec.Schedule != "" {
		status.Phase = "Waiting"
	}
	return status
}
