package refetched

import (
	"context"

	"k8slint.test/lostwrite/api"
	"k8slint.test/lostwrite/refetched/status"
)

// observe counts, and has a helper of another package store the phase.
func (r *reconciler) observe(ctx context.Context, backup *api.Backup, sizes map[string]int) error {
	backup.Status.Sizes = sizes
	return status.SetPhase(ctx, r.Client, backup, "Done") // want `the status set at line 12 is lost: SetPhase at line 13 reads the stored object into backup, which is written back without it; set it after the read`
}

func (r *reconciler) observeRight(ctx context.Context, backup *api.Backup, sizes map[string]int) error {
	if err := status.SetPhase(ctx, r.Client, backup, "Done"); err != nil {
		return err
	}
	backup.Status.Sizes = sizes
	return r.Status().Update(ctx, backup)
}

// observeFailed sends it where the phase is not stored.
func (r *reconciler) observeFailed(ctx context.Context, backup *api.Backup, sizes map[string]int) error {
	backup.Status.Sizes = sizes
	if err := r.Status().Update(ctx, backup); err != nil {
		return err
	}
	return status.SetPhase(ctx, r.Client, backup, "Done")
}

// create says that it has begun, and stores the id of the volume before it says so to the API server.
func (r *reconciler) create(ctx context.Context, backup *api.Backup, id string) error {
	backup.Status.Phase = "Creating"
	if err := status.Annotate(ctx, r.Client, backup, id); err != nil {
		return err
	}
	return r.Status().Update(ctx, backup) // want `the status set at line 35 is lost: Annotate at line 36 reads the stored object into backup, which is written back without it; set it after the read`
}

func (r *reconciler) createRight(ctx context.Context, backup *api.Backup, id string) error {
	if err := status.Annotate(ctx, r.Client, backup, id); err != nil {
		return err
	}
	backup.Status.Phase = "Creating"
	return r.Status().Update(ctx, backup)
}

// createAnyway goes on where the annotation was not stored, with the phase.
func (r *reconciler) createAnyway(ctx context.Context, backup *api.Backup, id string) error {
	backup.Status.Phase = "Creating"
	_ = status.Annotate(ctx, r.Client, backup, id)
	return r.Status().Update(ctx, backup)
}

// createOnce may find the annotation, and has the phase then.
func (r *reconciler) createOnce(ctx context.Context, backup *api.Backup, id string) error {
	backup.Status.Phase = "Creating"
	if err := status.AnnotateOnce(ctx, r.Client, backup, id); err != nil {
		return err
	}
	return r.Status().Update(ctx, backup)
}

// createOther has the annotation stored by a copy.
func (r *reconciler) createOther(ctx context.Context, backup *api.Backup, id string) error {
	backup.Status.Phase = "Creating"
	if err := status.AnnotateOther(ctx, r.Client, backup, id); err != nil {
		return err
	}
	return r.Status().Update(ctx, backup)
}

func (r *reconciler) createAll(ctx context.Context, backup, owner *api.Backup, id string) error {
	backup.Status.Phase = "Creating"
	if err := status.AnnotateAll(ctx, r.Client, backup, owner, id); err != nil {
		return err
	}
	return r.Status().Update(ctx, backup)
}
