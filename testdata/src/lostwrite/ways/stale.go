package ways

import (
	"context"
	"slices"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/lostwrite/api"
)

// stale sets fields only where they are not what is wanted: all of them may be wrong in the same round.
func (r *reconciler) stale(ctx context.Context, backup *api.Backup, phase, queue string) error {
	changed, labelled := false, false
	if backup.Status.Phase != phase {
		backup.Status.Phase = phase
		changed = true
	}
	if queue != "" {
		if backup.Labels == nil {
			backup.Labels = map[string]string{}
		}
		if backup.Labels["queue"] != queue {
			backup.Labels["queue"] = queue
			labelled = true
		}
		if labelled {
			if err := r.Update(ctx, backup); err != nil { // want `the status set at line 17 is lost`
				return err
			}
		}
	}
	if changed {
		return r.Status().Update(ctx, backup)
	}
	return nil
}

// staleRight writes the status first.
func (r *reconciler) staleRight(ctx context.Context, backup *api.Backup, phase, queue string) error {
	if backup.Status.Phase != phase {
		backup.Status.Phase = phase
		if err := r.Status().Update(ctx, backup); err != nil {
			return err
		}
	}
	if backup.Labels["queue"] != queue {
		backup.Labels = map[string]string{"queue": queue}
		return r.Update(ctx, backup)
	}
	return nil
}

// failed says in the status that a check has failed, whatever the labels are.
func (r *reconciler) failed(ctx context.Context, backup *api.Backup, check func() error) error {
	if err := check(); err != nil {
		backup.Status.Phase = "Failed"
	}
	if backup.GetLabels()["checked"] != "true" {
		backup.Labels = map[string]string{"checked": "true"}
		if err := r.Update(ctx, backup); err != nil { // want `the status set at line 58 is lost`
			return err
		}
	}
	return r.Status().Update(ctx, backup)
}

// started either starts or goes on: the label says which.
func (r *reconciler) started(ctx context.Context, backup *api.Backup) error {
	if backup.Labels["started"] == "true" {
		backup.Status.Phase = "Running"
	}
	if backup.Labels["started"] != "true" {
		backup.Labels = map[string]string{"started": "true"}
		if err := r.Update(ctx, backup); err != nil {
			return err
		}
	}
	return r.Status().Update(ctx, backup)
}

// advanced goes from one phase to the next, and labels the object in the first one.
func (r *reconciler) advanced(ctx context.Context, backup *api.Backup) error {
	if backup.Status.Phase == "Running" {
		backup.Status.Phase = "Done"
	}
	if backup.Status.Phase == "" {
		backup.Spec.Paused = new(bool)
		if err := r.Update(ctx, backup); err != nil {
			return err
		}
	}
	return r.Status().Update(ctx, backup)
}

// either does one thing or the other.
func (r *reconciler) either(ctx context.Context, backup *api.Backup, create bool) error {
	if create {
		backup.Status.Phase = "Creating"
	}
	if !create {
		backup.Labels = map[string]string{"known": "true"}
		if err := r.Update(ctx, backup); err != nil {
			return err
		}
	}
	return r.Status().Update(ctx, backup)
}

// known looks at the whole object, perhaps at its labels, too.
func (r *reconciler) known(ctx context.Context, backup *api.Backup, isKnown func(*api.Backup) bool) error {
	if isKnown(backup) {
		backup.Status.Phase = "Known"
	}
	if backup.Labels["known"] != "true" {
		backup.Labels = map[string]string{"known": "true"}
		if err := r.Update(ctx, backup); err != nil {
			return err
		}
	}
	return r.Status().Update(ctx, backup)
}

// held adds a finalizer and a target where they are missing.
func (r *reconciler) held(ctx context.Context, backup *api.Backup, target string) error {
	if backup.Status.Phase == "" {
		backup.Status.Phase = "Pending"
	}
	if !controllerutil.ContainsFinalizer(backup, "k8slint.test/backup") && !slices.Contains(backup.Spec.Targets, target) {
		controllerutil.AddFinalizer(backup, "k8slint.test/backup")
		backup.Spec.Targets = append(backup.Spec.Targets, target)
		if err := r.Update(ctx, backup); err != nil { // want `the status set at line 128 is lost`
			return err
		}
	}
	return r.Status().Update(ctx, backup)
}

// both gives two backups the same phase, and each its own writes.
func (r *reconciler) both(ctx context.Context, first, second client.ObjectKey, phase string) error {
	a, b := &api.Backup{}, &api.Backup{}
	if err := r.Get(ctx, first, a); err != nil {
		return err
	}
	a.Status.Phase = phase
	if err := r.Status().Update(ctx, a); err != nil {
		return err
	}
	if err := r.Get(ctx, second, b); err != nil {
		return err
	}
	b.Status.Phase = phase
	if b.Labels["phase"] != phase {
		b.Labels = map[string]string{"phase": phase}
		if err := r.Update(ctx, b); err != nil { // want `the status set at line 153 is lost`
			return err
		}
	}
	return r.Status().Update(ctx, b)
}
