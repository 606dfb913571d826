package helpers

import (
	"context"

	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// A patched scope keeps the difference from what it was given, for both endpoints.
type patched struct {
	client client.Client
	backup *api.Backup
	base   client.Patch
}

func newPatched(c client.Client, b *api.Backup) *patched {
	return &patched{client: c, backup: b.DeepCopy(), base: client.MergeFrom(b.DeepCopy())}
}

func (s *patched) setPhase(phase string) { s.backup.Status.Phase = phase }

func (s *patched) patch(ctx context.Context) error {
	if err := s.client.Patch(ctx, s.backup, s.base); err != nil { // want `the status set at line 23 is lost: Patch replaces s.backup with the server's answer`
		return err
	}
	return s.client.Status().Patch(ctx, s.backup, s.base)
}

func (s *patched) patchRight(ctx context.Context) error {
	status := s.backup.Status.DeepCopy()
	if err := s.client.Patch(ctx, s.backup, s.base); err != nil {
		return err
	}
	s.backup.Status = *status
	return s.client.Status().Patch(ctx, s.backup, s.base)
}

func (s *patched) close(ctx context.Context) error {
	s.backup.Spec.Schedule = "daily"
	s.setPhase("Running")
	return s.patch(ctx)
}

func (s *patched) closeRight(ctx context.Context) error {
	s.backup.Spec.Schedule = "daily"
	s.setPhase("Running")
	return s.patchRight(ctx)
}

// A sent scope may be given a patch of bytes, which has what its author put there.
type sent struct {
	client client.Client
	backup *api.Backup
	base   client.Patch
}

func newSent(c client.Client, b *api.Backup, bytes []byte) *sent {
	s := &sent{client: c, backup: b.DeepCopy(), base: client.MergeFrom(b.DeepCopy())}
	if bytes != nil {
		s.base = client.RawPatch(types.MergePatchType, bytes)
	}
	return s
}

func (s *sent) close(ctx context.Context) error {
	s.backup.Spec.Schedule = "daily"
	s.backup.Status.Phase = "Running"
	if err := s.client.Patch(ctx, s.backup, s.base); err != nil {
		return err
	}
	return s.client.Status().Patch(ctx, s.backup, s.base)
}
