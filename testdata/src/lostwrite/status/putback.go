package status

import (
	"context"

	"k8slint.test/lostwrite/api"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// putBack gives the spec what it has already: nothing of it is lost.
func (r *reconciler) putBack(ctx context.Context, key client.ObjectKey) error {
	backup := &api.Backup{}
	if err := r.Get(ctx, key, backup); err != nil {
		return err
	}
	targets := backup.Spec.Targets
	if len(targets) > 10 {
		r.note("many targets")
	}
	patch := client.MergeFrom(backup.DeepCopy())
	backup.Status.Phase = "Running"
	backup.Spec.Targets = targets
	return r.Status().Patch(ctx, backup, patch)
}

// putBackLater sets something else meanwhile, so that the old targets are a change.
func (r *reconciler) putBackLater(ctx context.Context, key client.ObjectKey) error {
	backup := &api.Backup{}
	if err := r.Get(ctx, key, backup); err != nil {
		return err
	}
	targets := backup.Spec.Targets
	backup.Spec.Targets = nil
	if err := r.Update(ctx, backup); err != nil {
		return err
	}
	backup.Spec.Targets = targets
	backup.Status.Phase = "Running"
	return r.Status().Update(ctx, backup) // want `Status\(\)\.Update stores only the status`
}

// putElsewhere copies a part of the spec to another place.
func (r *reconciler) putElsewhere(ctx context.Context, key client.ObjectKey) error {
	backup := &api.Backup{}
	if err := r.Get(ctx, key, backup); err != nil {
		return err
	}
	schedule := backup.Status.Phase
	backup.Spec.Schedule = schedule
	backup.Status.Phase = "Running"
	return r.Status().Update(ctx, backup) // want `Status\(\)\.Update stores only the status`
}

// storedInAnother writes the annotation with another copy of the object, and takes it over.
func (r *reconciler) storedInAnother(ctx context.Context, backup *api.Backup) error {
	if err := r.annotate(ctx, backup); err != nil {
		return err
	}
	backup.Status.Phase = "Running"
	return r.Status().Update(ctx, backup)
}

func (r *reconciler) annotate(ctx context.Context, backup *api.Backup) error {
	now := &api.Backup{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(backup), now); err != nil {
		return err
	}
	now.Annotations["quiesced"] = "true"
	if err := r.Update(ctx, now); err != nil {
		return err
	}
	backup.Annotations = now.Annotations
	return nil
}

// builtInAnother takes over what nobody has written.
func (r *reconciler) builtInAnother(ctx context.Context, backup *api.Backup) error {
	desired := &api.Backup{}
	desired.Annotations = map[string]string{"quiesced": "true"}
	backup.Annotations = desired.Annotations
	backup.Status.Phase = "Running"
	return r.Status().Update(ctx, backup) // want `Status\(\)\.Update stores only the status`
}

// changedInAnother takes over what the other copy has got after its write.
func (r *reconciler) changedInAnother(ctx context.Context, backup *api.Backup) error {
	now := &api.Backup{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(backup), now); err != nil {
		return err
	}
	now.Annotations["quiesced"] = "true"
	if err := r.Update(ctx, now); err != nil {
		return err
	}
	now.Labels["quiesced"] = "true"
	backup.Labels = now.Labels
	backup.Status.Phase = "Running"
	return r.Status().Update(ctx, backup) // want `Status\(\)\.Update stores only the status`
}
