package ways

import (
	"context"
	"reflect"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// mirror stores both parts of what another cluster has. The first write puts back the status that the second one is for.
func (r *reconciler) mirror(ctx context.Context, from *api.Backup) error {
	stored := &api.Backup{}
	err := r.Get(ctx, client.ObjectKey{Namespace: from.Namespace, Name: from.Name}, stored)
	if apierrors.IsNotFound(err) {
		return r.Create(ctx, from)
	} else if err != nil {
		return err
	}
	changed := !reflect.DeepEqual(from.Status, stored.Status) || !reflect.DeepEqual(from.Spec, stored.Spec)
	if changed || len(from.Labels) > len(stored.Labels) {
		stored.Spec = from.Spec
		stored.Status = from.Status
		if err := r.Update(ctx, stored); err != nil { // want `the status set at line 25 is lost: Update replaces stored with the server's answer`
			return err
		}
		return r.Status().Update(ctx, stored)
	}
	return nil
}

// mirrorSpec keeps the status.
func (r *reconciler) mirrorSpec(ctx context.Context, from *api.Backup) error {
	stored := &api.Backup{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(from), stored); err != nil {
		return err
	}
	from.Status = stored.Status
	from.ResourceVersion = stored.ResourceVersion
	if err := r.Update(ctx, from); err != nil {
		return err
	}
	from.Status.Phase = "Mirrored"
	return r.Status().Update(ctx, from)
}

// mirrorBoth sets it again.
func (r *reconciler) mirrorBoth(ctx context.Context, from *api.Backup) error {
	stored := &api.Backup{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(from), stored); err != nil {
		return err
	}
	stored.Spec = from.Spec
	stored.Status = from.Status
	if err := r.Update(ctx, stored); err != nil {
		return err
	}
	stored.Status = from.Status
	return r.Status().Update(ctx, stored)
}

// mirrorAndCount goes on with the status that the API server has.
func (r *reconciler) mirrorAndCount(ctx context.Context, from *api.Backup) error {
	stored := &api.Backup{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(from), stored); err != nil {
		return err
	}
	stored.Spec = from.Spec
	stored.Status = from.Status
	if err := r.Update(ctx, stored); err != nil {
		return err
	}
	stored.Status.Failures++
	return r.Status().Update(ctx, stored)
}

// restore puts back what it had before the write.
func (r *reconciler) restore(ctx context.Context, key client.ObjectKey) error {
	stored := &api.Backup{}
	if err := r.Get(ctx, key, stored); err != nil {
		return err
	}
	before := stored.DeepCopy()
	stored.Spec.Schedule = "daily"
	stored.Status = before.Status
	if err := r.Update(ctx, stored); err != nil {
		return err
	}
	return r.Status().Update(ctx, stored)
}
