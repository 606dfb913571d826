package helpers

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/lostwrite/api"
)

// A scope holds the Backup of one reconcile.
type scope struct {
	client client.Client
	backup *api.Backup
}

func (s *scope) setPhase(phase string) { s.backup.Status.Phase = phase }

func (s *scope) store(ctx context.Context) error {
	return s.client.Update(ctx, s.backup) // want `Update does not store the status of s.backup`
}

func (s *scope) storeStatus(ctx context.Context) error {
	return s.client.Status().Update(ctx, s.backup)
}

func stored(ctx context.Context, s *scope) error {
	s.setPhase("Running")
	return s.store(ctx)
}

func storedRight(ctx context.Context, s *scope) error {
	s.setPhase("Running")
	return s.storeStatus(ctx)
}

func (s *scope) finalize(ctx context.Context) error {
	controllerutil.AddFinalizer(s.backup, "backups.example.org")
	return s.client.Update(ctx, s.backup) // want `the status set at line 18 is lost`
}

func finalized(ctx context.Context, s *scope) error {
	s.setPhase("Running")
	if err := s.finalize(ctx); err != nil {
		return err
	}
	return s.storeStatus(ctx)
}

func (s *scope) label(ctx context.Context) error {
	controllerutil.AddFinalizer(s.backup, "backups.example.org")
	return s.client.Update(ctx, s.backup)
}

func labelledRight(ctx context.Context, s *scope) error {
	if err := s.label(ctx); err != nil {
		return err
	}
	s.setPhase("Running")
	return s.storeStatus(ctx)
}

// The phase is set again.
func labelledAgain(ctx context.Context, s *scope) error {
	s.setPhase("Running")
	if err := s.label(ctx); err != nil {
		return err
	}
	s.setPhase("Running")
	return s.storeStatus(ctx)
}
