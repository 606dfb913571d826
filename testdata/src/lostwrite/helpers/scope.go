package helpers

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
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
	return s.client.Update(ctx, s.backup) // want `the status set at line 19 is lost`
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

// A view adds methods to a Backup, which it is not.
type view struct{ *api.Backup }

func (v *view) setTeam(team string) { v.Labels["team"] = team }

func (v *view) setPhase(phase string) { v.Status.Phase = phase }

func viewed(ctx context.Context, c client.Client, b *api.Backup) error {
	v := &view{b}
	v.setTeam("storage")
	return c.Status().Update(ctx, v.Backup) // want `the label set at line 78 is dropped`
}

func viewedRight(ctx context.Context, c client.Client, b *api.Backup) error {
	v := &view{b}
	v.setPhase("Running")
	return c.Status().Update(ctx, v.Backup)
}

func annotated(ctx context.Context, c client.Client, b *api.Backup) error {
	metav1.SetMetaDataAnnotation(&b.ObjectMeta, "seen", "true")
	return c.Status().Update(ctx, b) // want `the annotation set at line 95 is dropped`
}

func annotatedRight(ctx context.Context, c client.Client, b *api.Backup) error {
	metav1.SetMetaDataAnnotation(&b.ObjectMeta, "seen", "true")
	return c.Update(ctx, b)
}
