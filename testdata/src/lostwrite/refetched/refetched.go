// Package refetched sets a field of the status, and hands the object to a helper that reads it again before it
// applies what it is given.
package refetched

import (
	"context"

	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

type reconciler struct{ client.Client }

// store reads the backup again in each attempt, and applies the change to what was read.
func (r *reconciler) store(ctx context.Context, backup *api.Backup, change func() error) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := r.Get(ctx, client.ObjectKeyFromObject(backup), backup); err != nil {
			return err
		}
		if err := change(); err != nil {
			return err
		}
		return r.Status().Update(ctx, backup)
	})
}

// finish counts where the helper reads over it.
func (r *reconciler) finish(ctx context.Context, backup *api.Backup, failures int) error {
	backup.Status.Failures = failures
	return r.store(ctx, backup, func() error { // want `the status set at line 31 is lost: Get at line 19 reads the stored object into backup, which is written back without it; set it after the read`
		backup.Status.Phase = "Done"
		return nil
	})
}

// finishSometimes has something to count on one path only.
func (r *reconciler) finishSometimes(ctx context.Context, backup *api.Backup, sizes map[string]int) error {
	if sizes != nil {
		backup.Status.Sizes = sizes
	}
	err := r.store(ctx, backup, func() error { // want `the status set at line 41 is lost: Get at line 19 reads the stored object into backup, which is written back without it`
		backup.Status.Phase = "Done"
		return nil
	})
	return err
}

// finishRight sets all of it in the function.
func (r *reconciler) finishRight(ctx context.Context, backup *api.Backup, failures int) error {
	return r.store(ctx, backup, func() error {
		backup.Status.Failures = failures
		backup.Status.Phase = "Done"
		return nil
	})
}

// finishTwice sets it before, for what follows, and again in the function.
func (r *reconciler) finishTwice(ctx context.Context, backup *api.Backup, failures int) error {
	backup.Status.Failures = failures
	return r.store(ctx, backup, func() error {
		backup.Status.Phase = "Done"
		backup.Status.Failures = failures
		return nil
	})
}

// finishLater sets it again, and writes once more.
func (r *reconciler) finishLater(ctx context.Context, backup *api.Backup, failures int) error {
	backup.Status.Failures = failures
	err := r.store(ctx, backup, func() error {
		backup.Status.Phase = "Done"
		return nil
	})
	if err != nil {
		return err
	}
	backup.Status.Failures = failures
	return r.Status().Update(ctx, backup)
}

// finishSaved puts all of the status back.
func (r *reconciler) finishSaved(ctx context.Context, backup *api.Backup, failures int) error {
	backup.Status.Failures = failures
	status := backup.Status
	return r.store(ctx, backup, func() error {
		backup.Status = status
		backup.Status.Phase = "Done"
		return nil
	})
}

// finishKept has it in a variable, by which the function sets it.
func (r *reconciler) finishKept(ctx context.Context, backup *api.Backup) error {
	backup.Status.Failures++
	failures := backup.Status.Failures
	return r.store(ctx, backup, func() error {
		backup.Status.Phase = "Done"
		backup.Status.Failures = failures
		return nil
	})
}
