package status

import (
	"context"
	"maps"

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
	return r.Update(ctx, wanted) // want `the status set at line 31 is lost|Update does not store the status of wanted .*: the change at line 31 is dropped`
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
	return r.Update(ctx, &stored) // want `Update does not store the status of stored .*: the change at line 43 is dropped`
}

// copiedLabels adds labels with the standard library, before a write that drops them.
func (r *reconciler) copiedLabels(ctx context.Context, backup *api.Backup, labels map[string]string) error {
	maps.Copy(backup.Labels, labels)
	backup.Status.Phase = "Running"
	return r.Status().Update(ctx, backup) // want `Status\(\)\.Update stores only the status \(Backup has the status subresource, \S*types\.go:34\): the label set at line \d+ is dropped`
}

// copiedByHelper does so in a function of its own.
func (r *reconciler) copiedByHelper(ctx context.Context, backup *api.Backup, labels map[string]string) error {
	addLabels(backup, labels)
	backup.Status.Phase = "Running"
	return r.Status().Update(ctx, backup) // want `Status\(\)\.Update stores only the status \(Backup has the status subresource, \S*types\.go:34\): the label set at line \d+ is dropped`
}

func addLabels(backup *api.Backup, labels map[string]string) {
	if backup.Labels == nil {
		backup.Labels = map[string]string{}
	}
	maps.Copy(backup.Labels, labels)
}

// copiedFrom only reads the labels.
func (r *reconciler) copiedFrom(ctx context.Context, backup *api.Backup, labels map[string]string) error {
	maps.Copy(labels, backup.Labels)
	backup.Status.Phase = "Running"
	return r.Status().Update(ctx, backup)
}
