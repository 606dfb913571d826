package refetched

import (
	"context"

	"k8slint.test/lostwrite/api"
	"k8slint.test/lostwrite/refetched/status"
)

type controller struct{ statuses *status.Manager }

// fail counts before the manager reads the backup again.
func (c *controller) fail(ctx context.Context, backup *api.Backup) error {
	backup.Status.Failures = 1
	return c.statuses.Store(ctx, backup, func() error { // want `the status set at line 14 is lost: Store at line 15 reads the stored object into backup, which is written back without it; set it after the read`
		backup.Status.Phase = "Failed"
		return nil
	})
}

// failAt sets it on one path only, and sends it on another: they may never come together.
func (c *controller) failAt(ctx context.Context, backup *api.Backup, sizes map[string]int, over bool) error {
	if sizes != nil {
		backup.Status.Sizes = sizes
	}
	if over {
		return c.statuses.Store(ctx, backup, func() error {
			backup.Status.Phase = "Failed"
			return nil
		})
	}
	return c.statuses.Status().Update(ctx, backup)
}

// reconcile calls what loses it.
func (c *controller) reconcile(ctx context.Context, backup *api.Backup) error {
	if backup.Status.Phase == "Failed" {
		return nil
	}
	return c.fail(ctx, backup)
}

func (c *controller) failRight(ctx context.Context, backup *api.Backup) error {
	return c.statuses.Store(ctx, backup, func() error {
		backup.Status.Failures = 1
		backup.Status.Phase = "Failed"
		return nil
	})
}

// failAgain looks at the count in between.
func (c *controller) failAgain(ctx context.Context, backup *api.Backup) error {
	backup.Status.Failures++
	failures := backup.Status.Failures
	return c.statuses.Store(ctx, backup, func() error {
		backup.Status.Failures = failures
		backup.Status.Phase = "Failed"
		return nil
	})
}

// failCopied copies what it has set.
func (c *controller) failCopied(ctx context.Context, backup *api.Backup) error {
	backup.Status.Failures = 1
	return c.statuses.StoreOther(ctx, backup, func(stored *api.Backup) {
		stored.Status.Failures = backup.Status.Failures
	})
}
