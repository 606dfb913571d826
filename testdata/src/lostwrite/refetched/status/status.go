// Package status stores the status of backups.
package status

import (
	"context"
	"fmt"

	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// A Manager stores them one after the other.
type Manager struct{ client.Client }

// Store reads the backup again in each attempt, and applies the change to what was read.
func (m *Manager) Store(ctx context.Context, backup *api.Backup, change func() error) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := m.Get(ctx, client.ObjectKeyFromObject(backup), backup); err != nil {
			return fmt.Errorf("reading it again: %w", err)
		}
		if err := change(); err != nil {
			return fmt.Errorf("changing it: %w", err)
		}
		return m.Status().Update(ctx, backup)
	})
}

// StoreOther reads another one, into which its function is to copy.
func (m *Manager) StoreOther(ctx context.Context, backup *api.Backup, change func(stored *api.Backup)) error {
	stored := &api.Backup{}
	if err := m.Get(ctx, client.ObjectKeyFromObject(backup), stored); err != nil {
		return err
	}
	change(stored)
	return m.Status().Update(ctx, stored)
}
