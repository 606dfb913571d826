package ways

import (
	"context"
	"strings"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// A resolver replaces names in the spec by what they stand for, for the ConfigMap that it makes of it.
type resolver struct{ client.Client }

func (r *resolver) resolve(b *api.Backup) {
	for i, target := range b.Spec.Targets {
		b.Spec.Targets = append(b.Spec.Targets[:i], strings.ToLower(target))
	}
	b.Spec.Schedule = strings.TrimPrefix(b.Spec.Schedule, "cron:")
}

func (r *resolver) publish(ctx context.Context, b *api.Backup) error {
	cm := &corev1.ConfigMap{}
	cm.Name = b.Name
	_, err := ctrl.CreateOrUpdate(ctx, r.Client, cm, func() error {
		cm.Data = map[string]string{"schedule": b.Spec.Schedule}
		return nil
	})
	return err
}

func (r *resolver) publishName(ctx context.Context, b *api.Backup) error {
	cm := &corev1.ConfigMap{}
	cm.Name = b.Name
	_, err := ctrl.CreateOrUpdate(ctx, r.Client, cm, func() error {
		cm.Data = map[string]string{"name": b.Name}
		return nil
	})
	return err
}

// inMemory needs the change until the ConfigMap is written.
func (r *resolver) inMemory(ctx context.Context, b *api.Backup) error {
	r.resolve(b)
	if err := r.publish(ctx, b); err != nil {
		return err
	}
	b.Status.Phase = "Published"
	return r.Status().Update(ctx, b)
}

func (r *resolver) notRead(ctx context.Context, b *api.Backup) error {
	r.resolve(b)
	if err := r.publishName(ctx, b); err != nil {
		return err
	}
	b.Status.Phase = "Published"
	return r.Status().Update(ctx, b) // want `the spec set at line 21 is dropped`
}

func (r *resolver) readBefore(ctx context.Context, b *api.Backup) error {
	if err := r.publish(ctx, b); err != nil {
		return err
	}
	b.Spec.Schedule = "@daily"
	b.Status.Phase = "Published"
	return r.Status().Update(ctx, b) // want `the spec set at line 67 is dropped`
}

// rolledBack sets the spec of another object, which is a change, unlike a status that is copied.
func (r *resolver) rolledBack(ctx context.Context, b, last *api.Backup) error {
	b.Spec = last.Spec
	return r.Status().Update(ctx, b) // want `the spec set at line 74 is dropped`
}

// refreshed takes the spec of the stored object, which the server has.
func (r *resolver) refreshed(ctx context.Context, b *api.Backup) error {
	stored := &api.Backup{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(b), stored); err != nil {
		return err
	}
	b.Spec = stored.Spec
	b.ResourceVersion = stored.ResourceVersion
	return r.Status().Update(ctx, b)
}

// deep has the status looked at far below, between the write that loses it and the one that should store it.
func (r *resolver) deep(ctx context.Context, b *api.Backup) error {
	b.Status.Phase = "Checked"
	b.Labels = map[string]string{"checked": "true"}
	if err := r.Update(ctx, b); err != nil { // want `the status set at line 91 is lost: Update replaces b`
		return err
	}
	if r.first(b) {
		return nil
	}
	return r.Status().Update(ctx, b)
}

func (r *resolver) first(b *api.Backup) bool  { return r.second(b) }
func (r *resolver) second(b *api.Backup) bool { return r.third(b) }
func (r *resolver) third(b *api.Backup) bool  { return r.fourth(b) }
func (r *resolver) fourth(b *api.Backup) bool { return r.fifth(b) }
func (r *resolver) fifth(b *api.Backup) bool  { return r.sixth(b) }
func (r *resolver) sixth(b *api.Backup) bool  { return len(b.Spec.Targets) > 3 }
