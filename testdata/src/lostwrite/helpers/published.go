package helpers

import (
	"context"
	"sync"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/lostwrite/api"
	"k8slint.test/lostwrite/helpers/util"
)

type publisher struct {
	client.Client
	statuses util.Map[api.BackupStatus]
	latest   sync.Map
}

// published gives the status to what writes it.
func (p *publisher) published(ctx context.Context, b *api.Backup) error {
	b.Status.Phase = "Accepted"
	p.statuses.Store(b.Name, &b.Status)
	b.Labels = map[string]string{"accepted": "true"}
	return p.Update(ctx, b)
}

// publishedBefore sets it afterwards.
func (p *publisher) publishedBefore(ctx context.Context, b *api.Backup) error {
	p.statuses.Store(b.Name, &b.Status)
	b.Status.Phase = "Accepted"
	controllerutil.AddFinalizer(b, "backup")
	b.Labels = map[string]string{"accepted": "true"}
	return p.Update(ctx, b) // want `the status set at line 31 is lost`
}

// shared puts its address where others find it.
func (p *publisher) shared(ctx context.Context, b *api.Backup) error {
	b.Status.Phase = "Accepted"
	p.latest.Store(b.Name, &b.Status)
	b.Labels = map[string]string{"accepted": "true"}
	return p.Update(ctx, b)
}

// sharedBefore sets it afterwards.
func (p *publisher) sharedBefore(ctx context.Context, b *api.Backup) error {
	p.latest.Store(b.Name, b.DeepCopy())
	b.Status.Phase = "Accepted"
	b.Labels = map[string]string{"accepted": "true"}
	return p.Update(ctx, b) // want `the status set at line 48 is lost`
}
