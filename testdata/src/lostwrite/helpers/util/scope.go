package util

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// A Scope is one round of a reconciler.
type Scope struct {
	Client client.Client
	Backup *api.Backup
}

// Close writes the backup.
func (s *Scope) Close() error {
	if err := s.Client.Update(context.TODO(), s.Backup, &client.UpdateOptions{}); err != nil {
		return err
	}
	return nil
}

// Name is that of the backup.
func (s *Scope) Name() string { return s.Backup.Name }
