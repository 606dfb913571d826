package ways

// What controller-runtime 0.14 and apimachinery 0.27 have brought.

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

func writeStatus(ctx context.Context, w client.SubResourceWriter, backup *api.Backup) error {
	return w.Update(ctx, backup) // want `Status\(\)\.Update stores only the status \(Backup has the status subresource, \S*types\.go:34\): the annotation set at line 20 is dropped`
}

func (r *reconciler) byWriterParameter(ctx context.Context, backup *api.Backup) error {
	backup.Annotations["seen"] = "true"
	return writeStatus(ctx, r.Status(), backup)
}

func (r *reconciler) byWriterParameterRight(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Running"
	return writeStatus(ctx, r.Status(), backup)
}

func (r *reconciler) bySubResource(ctx context.Context, backup *api.Backup) error {
	backup.Labels["team"] = "storage"
	return r.SubResource("status").Update(ctx, backup) // want `Status\(\)\.Update stores only the status \(Backup has the status subresource, \S*types\.go:34\): the label set at line 30 is dropped`
}

func (r *reconciler) scaled(ctx context.Context, backup *api.Backup) error {
	backup.Spec.Schedule = "daily"
	return r.SubResource("scale").Update(ctx, backup)
}

func (r *reconciler) polled(ctx context.Context, key client.ObjectKey) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		var backup api.Backup
		if err := r.Get(ctx, key, &backup); err != nil {
			return false, err
		}
		backup.Status.Failures++
		return true, r.Update(ctx, &backup) // want `Update does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 45 is dropped`
	})
}

func (r *reconciler) owned(ctx context.Context, backup *api.Backup) error {
	c := client.WithFieldOwner(r.Client, "me")
	backup.Status.Phase = "Running"
	return c.Update(ctx, backup) // want `Update does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 52 is dropped`
}
