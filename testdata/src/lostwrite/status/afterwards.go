package status

import (
	"context"

	"k8slint.test/lostwrite/api"
)

// A plugin is implemented in other packages: what it does to the backup is not known.
type plugin interface {
	Prepare(ctx context.Context, backup *api.Backup) error
}

// pluginAfterwards runs the plugin when the status has been stored without the phase.
func (r *reconciler) pluginAfterwards(ctx context.Context, backup *api.Backup, p plugin) error {
	backup.Status.Phase = "Running"
	backup.Labels["team"] = "storage"
	if err := r.Update(ctx, backup); err != nil { // want `the status set at line 16 is lost: Update replaces backup`
		return err
	}
	if err := r.Status().Update(ctx, backup); err != nil {
		return err
	}
	return p.Prepare(ctx, backup)
}

// pluginBetween runs it before: it may set the phase again.
func (r *reconciler) pluginBetween(ctx context.Context, backup *api.Backup, p plugin) error {
	backup.Status.Phase = "Running"
	backup.Labels["team"] = "storage"
	if err := r.Update(ctx, backup); err != nil {
		return err
	}
	if err := p.Prepare(ctx, backup); err != nil {
		return err
	}
	return r.Status().Update(ctx, backup)
}

// pluginAfterUpdate stores no status: the plugin may do that.
func (r *reconciler) pluginAfterUpdate(ctx context.Context, backup *api.Backup, p plugin) error {
	backup.Status.Phase = "Running"
	backup.Labels["team"] = "storage"
	if err := r.Update(ctx, backup); err != nil {
		return err
	}
	return p.Prepare(ctx, backup)
}

// pluginOnSomeWays runs the plugin where the status has not been stored, too.
func (r *reconciler) pluginOnSomeWays(ctx context.Context, backup *api.Backup, p plugin, quick bool) error {
	backup.Status.Phase = "Running"
	backup.Labels["team"] = "storage"
	if err := r.Update(ctx, backup); err != nil {
		return err
	}
	if !quick {
		if err := r.Status().Update(ctx, backup); err != nil {
			return err
		}
	}
	return p.Prepare(ctx, backup)
}
