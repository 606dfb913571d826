package refetched

import (
	"context"

	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// annotate reads the backup again in each attempt, and sends all but its status.
func (r *reconciler) annotate(ctx context.Context, backup *api.Backup, id string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := r.Get(ctx, client.ObjectKeyFromObject(backup), backup); err != nil {
			return err
		}
		backup.Annotations["volume-id"] = id
		return r.Update(ctx, backup)
	})
}

// provision says that it has begun, and stores the id of the volume before it says so to the API server.
func (r *reconciler) provision(ctx context.Context, backup *api.Backup, id string) error {
	backup.Status.Phase = "Creating"
	if err := r.annotate(ctx, backup, id); err != nil {
		return err
	}
	return r.Status().Update(ctx, backup) // want `the status set at line 25 is lost: Get at line 15 reads the stored object into backup, which is written back without it; set it after the read`
}

func (r *reconciler) provisionRight(ctx context.Context, backup *api.Backup, id string) error {
	if err := r.annotate(ctx, backup, id); err != nil {
		return err
	}
	backup.Status.Phase = "Creating"
	return r.Status().Update(ctx, backup)
}

// provisionAgain sets it once more.
func (r *reconciler) provisionAgain(ctx context.Context, backup *api.Backup, id string) error {
	backup.Status.Phase = "Creating"
	if err := r.annotate(ctx, backup, id); err != nil {
		return err
	}
	if backup.Status.Phase == "" {
		backup.Status.Phase = "Creating"
	}
	return r.Status().Update(ctx, backup)
}

// provisionKept has what was set in a variable.
func (r *reconciler) provisionKept(ctx context.Context, backup *api.Backup, id string) error {
	backup.Status.Phase = "Creating"
	status := backup.Status
	if err := r.annotate(ctx, backup, id); err != nil {
		return err
	}
	backup.Status = status
	return r.Status().Update(ctx, backup)
}

// provisionAnyway sends it where the annotation cannot be stored.
func (r *reconciler) provisionAnyway(ctx context.Context, backup *api.Backup, id string) error {
	backup.Status.Phase = "Creating"
	if id != "" {
		if err := r.annotate(ctx, backup, id); err != nil {
			return err
		}
	}
	return r.Status().Update(ctx, backup)
}

// provisionOnly has nothing more to say.
func (r *reconciler) provisionOnly(ctx context.Context, backup *api.Backup, id string) error {
	backup.Status.Phase = "Creating"
	return r.annotate(ctx, backup, id)
}
