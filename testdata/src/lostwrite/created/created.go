// Package created creates objects with a status, which the API server drops.
package created

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

func withStatus(ctx context.Context, c client.Client, name string) error {
	backup := &api.Backup{ObjectMeta: metav1.ObjectMeta{Name: name}}
	backup.Status.Phase = "New"
	return c.Create(ctx, backup) // want `Create does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the one set at line 15 is dropped`
}

func statusLater(ctx context.Context, c client.Client, name string) error {
	backup := &api.Backup{ObjectMeta: metav1.ObjectMeta{Name: name}}
	if err := c.Create(ctx, backup); err != nil {
		return err
	}
	backup.Status.Phase = "New"
	return c.Status().Update(ctx, backup)
}

func snapshotWithStatus(ctx context.Context, c client.Client, name string) error {
	snapshot := &api.Snapshot{ObjectMeta: metav1.ObjectMeta{Name: name}}
	snapshot.Status.Phase = "New"
	return c.Create(ctx, snapshot)
}

func emptyStatus(ctx context.Context, c client.Client, name string) error {
	return c.Create(ctx, &api.Backup{ObjectMeta: metav1.ObjectMeta{Name: name}, Status: api.BackupStatus{}})
}
