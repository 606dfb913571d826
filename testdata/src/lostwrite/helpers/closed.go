package helpers

import (
	"context"

	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/lostwrite/api"
	"k8slint.test/lostwrite/helpers/util"
)

// closed stores the finalizer by a method of another package, before it writes the status.
func closed(ctx context.Context, s *util.Scope) error {
	backup := s.Backup
	controllerutil.AddFinalizer(backup, "backups.example.org")
	if err := s.Close(); err != nil {
		return err
	}
	if backup.Status.Phase == "" {
		backup.Status.Phase = "Pending"
	}
	return s.Client.Status().Update(ctx, backup)
}

func closedLate(ctx context.Context, s *util.Scope) error {
	backup := s.Backup
	controllerutil.AddFinalizer(backup, "backups.example.org")
	backup.Status.Phase = "Pending"
	if err := s.Client.Status().Update(ctx, backup); err != nil { // want `the finalizer set at line 29 is dropped`
		return err
	}
	return s.Close()
}

// deferred writes the backup at its end.
func deferred(ctx context.Context, c client.Client, backup *api.Backup) (err error) {
	s := &util.Scope{Client: c, Backup: backup}
	defer func() {
		if closeErr := s.Close(); closeErr != nil && err == nil {
			err = closeErr
		}
	}()
	controllerutil.AddFinalizer(s.Backup, "backups.example.org")
	return nil
}

// refreshed gives the backup that the caller has what it has written in the stored one.
func refreshed(ctx context.Context, c client.Client, backup *api.Backup, targets []string) error {
	if len(targets) > 0 {
		err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
			latest := &api.Backup{}
			if err := c.Get(ctx, client.ObjectKeyFromObject(backup), latest); err != nil {
				return err
			}
			latest.Spec.Targets = targets
			if err := c.Update(ctx, latest); err != nil {
				return err
			}
			backup.Spec.Targets = targets
			return nil
		})
		if err != nil {
			return err
		}
	}
	backup.Status.Phase = "Pending"
	return c.Status().Update(ctx, backup)
}

// refreshedOnly forgets to write them.
func refreshedOnly(ctx context.Context, c client.Client, backup *api.Backup, targets []string) error {
	if len(targets) > 0 {
		backup.Spec.Targets = targets
	}
	backup.Status.Phase = "Pending"
	return c.Status().Update(ctx, backup) // want `the spec set at line 75 is dropped`
}
