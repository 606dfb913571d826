package status

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// merged writes what is wanted with the status that is stored.
func (r *reconciler) merged(ctx context.Context, wanted *api.Backup) error {
	var stored api.Backup
	if err := r.Get(ctx, client.ObjectKeyFromObject(wanted), &stored); err != nil {
		return err
	}
	wanted.ResourceVersion = stored.ResourceVersion
	wanted.Status = *stored.Status.DeepCopy()
	return r.Update(ctx, wanted)
}

// mergedAfter has changed the stored status before.
func (r *reconciler) mergedAfter(ctx context.Context, wanted *api.Backup) error {
	var stored api.Backup
	if err := r.Get(ctx, client.ObjectKeyFromObject(wanted), &stored); err != nil {
		return err
	}
	stored.Status.Failures++
	wanted.ResourceVersion = stored.ResourceVersion
	wanted.Status = *stored.Status.DeepCopy()
	return r.Update(ctx, wanted) // want `the status set at line 30 is lost|Update does not store the status of wanted .*: the change at line 30 is dropped`
}

// mergedAndChanged changes the copy of the status.
func (r *reconciler) mergedAndChanged(ctx context.Context, key client.ObjectKey) error {
	var stored api.Backup
	if err := r.Get(ctx, key, &stored); err != nil {
		return err
	}
	status := stored.Status.DeepCopy()
	status.Phase = "Running"
	stored.Status = *status
	return r.Update(ctx, &stored) // want `Update does not store the status of stored .*: the change at line 42 is dropped`
}
