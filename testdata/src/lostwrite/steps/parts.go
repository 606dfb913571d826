package steps

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// A part reconciles one thing. There are several kinds, in an order that matters.
type part interface {
	reconcile(ctx context.Context, c client.Client, b *api.Backup) error
}

type phase struct{}

func (phase) reconcile(_ context.Context, _ client.Client, b *api.Backup) error {
	b.Status.Phase = "Running"
	return nil
}

type labels struct{ team string }

func (l *labels) reconcile(ctx context.Context, c client.Client, b *api.Backup) error {
	b.Labels["team"] = l.team
	return c.Update(ctx, b) // want `the status set at line 19 is lost: Update replaces b with the server's answer`
}

type notes struct{}

func (notes) reconcile(ctx context.Context, c client.Client, b *api.Backup) error {
	b.Annotations["seen"] = "true"
	return c.Update(ctx, b)
}

type stored struct{}

func (stored) reconcile(ctx context.Context, c client.Client, b *api.Backup) error {
	return c.Status().Update(ctx, b)
}

func parts(ctx context.Context, c client.Client, b *api.Backup, team string) error {
	all := []part{phase{}, &labels{team}, stored{}}
	for _, p := range all {
		if err := p.reconcile(ctx, c, b); err != nil {
			return err
		}
	}
	return nil
}

func partsRight(ctx context.Context, c client.Client, b *api.Backup) error {
	for _, p := range []part{notes{}, phase{}, stored{}} {
		if err := p.reconcile(ctx, c, b); err != nil {
			return err
		}
	}
	return nil
}

// An option changes a Backup before it is saved.
type option func(*api.Backup)

func inPhase(phase string) option { return func(b *api.Backup) { b.Status.Phase = phase } }

func ofTeam(team string) option { return func(b *api.Backup) { b.Labels["team"] = team } }

func save(ctx context.Context, c client.Client, b *api.Backup, options ...option) error {
	for _, o := range options {
		o(b)
	}
	return c.Update(ctx, b) // want `Update does not store the status of b .*: the change at line 65 is dropped`
}

func saveOptions(ctx context.Context, c client.Client, b *api.Backup) error {
	return save(ctx, c, b, inPhase("Running"))
}

func saveOptionsRight(ctx context.Context, c client.Client, b *api.Backup) error {
	return save(ctx, c, b, ofTeam("storage"))
}

func methodValue(ctx context.Context, c client.Client, b *api.Backup) error {
	save := c.Update
	b.Status.Phase = "Running"
	return save(ctx, b) // want `Update does not store the status of b .*: the change at line 86 is dropped`
}

func methodValueRight(ctx context.Context, c client.Client, b *api.Backup) error {
	save := c.Status().Update
	b.Status.Phase = "Running"
	return save(ctx, b)
}

func methodValueOfStatus(ctx context.Context, c client.Client, b *api.Backup) error {
	save := c.Status().Update
	b.Labels["team"] = "storage"
	return save(ctx, b) // want `stores only the status .*: the label set at line 98 is dropped`
}
