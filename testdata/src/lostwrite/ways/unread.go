package ways

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"k8slint.test/lostwrite/api"
)

// notified gives Backups that a webhook is called for a schedule for the case that it is not. Nothing reads it here.
func (r *reconciler) notified(ctx context.Context, names []client.ObjectKey, commit string) error {
	for _, name := range names {
		var b api.Backup
		if err := r.Get(ctx, name, &b); err != nil {
			return err
		}
		base := b.DeepCopy()
		b.Status.Phase = commit
		if b.Spec.Schedule == "" {
			b.Spec.Schedule = "hourly"
		}
		if err := r.Status().Patch(ctx, &b, client.MergeFrom(base)); err != nil { // want `Status\(\).Patch stores only the status .*: the spec set at line 22 is dropped`
			return err
		}
	}
	return nil
}

// scheduled needs the schedule for what it says in the status.
func (r *reconciler) scheduled(ctx context.Context, name client.ObjectKey) error {
	var b api.Backup
	if err := r.Get(ctx, name, &b); err != nil {
		return err
	}
	base := b.DeepCopy()
	if b.Spec.Schedule == "" {
		b.Spec.Schedule = "hourly"
	}
	b.Status.Phase = "Runs " + b.Spec.Schedule
	return r.Status().Patch(ctx, &b, client.MergeFrom(base))
}

// reported needs it for a log, where the patch fails.
func (r *reconciler) reported(ctx context.Context, name client.ObjectKey) error {
	var b api.Backup
	if err := r.Get(ctx, name, &b); err != nil {
		return err
	}
	base := b.DeepCopy()
	b.Status.Phase = "Runs"
	if b.Spec.Schedule == "" {
		b.Spec.Schedule = "hourly"
	}
	err := r.Status().Patch(ctx, &b, client.MergeFrom(base))
	if err != nil {
		log.FromContext(ctx).Error(err, "not patched", "schedule", b.Spec.Schedule)
	}
	return err
}

// given has it from its caller, who may read it.
func (r *reconciler) given(ctx context.Context, b *api.Backup) error {
	base := b.DeepCopy()
	b.Status.Phase = "Runs"
	if b.Spec.Schedule == "" {
		b.Spec.Schedule = "hourly"
	}
	return r.Status().Patch(ctx, b, client.MergeFrom(base))
}

// kept keeps it for others.
func (r *reconciler) kept(ctx context.Context, name client.ObjectKey, all map[string]*api.Backup) error {
	b := &api.Backup{}
	if err := r.Get(ctx, name, b); err != nil {
		return err
	}
	all[name.Name] = b
	base := b.DeepCopy()
	b.Status.Phase = "Runs"
	if b.Spec.Schedule == "" {
		b.Spec.Schedule = "hourly"
	}
	return r.Status().Patch(ctx, b, client.MergeFrom(base))
}

// unpaused clears what is not for the status.
func (r *reconciler) unpaused(ctx context.Context, name client.ObjectKey) error {
	b := &api.Backup{}
	if err := r.Get(ctx, name, b); err != nil {
		return err
	}
	b.Status.Phase = "Runs"
	if b.Spec.Paused != nil {
		b.Spec.Paused = nil
	}
	return r.Status().Update(ctx, b)
}
