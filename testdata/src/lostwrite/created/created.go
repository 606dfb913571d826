// Package created creates objects with a status, which the API server drops.
package created

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

func withStatus(ctx context.Context, c client.Client, name string) error {
	backup := &api.Backup{ObjectMeta: metav1.ObjectMeta{Name: name}}
	backup.Status.Phase = "New"
	return c.Create(ctx, backup) // want `Create does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the one set at line 16 is dropped`
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

// podWithStatus creates a Pod, whose status only kubelets write.
func podWithStatus(ctx context.Context, c client.Client, name string) error {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name}}
	pod.Status.Phase = corev1.PodRunning
	return c.Create(ctx, pod) // want `Create does not store the status of pod \(Pod has the status subresource\): the one set at line 42 is dropped`
}

// nodeWithStatus registers a Node as kubelets do: it is the one built-in kind whose status a create stores.
func nodeWithStatus(ctx context.Context, c client.Client, name string) error {
	node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: name}}
	node.Status.Conditions = []corev1.NodeCondition{{Type: corev1.NodeReady, Status: corev1.ConditionTrue}}
	return c.Create(ctx, node)
}

// withStatusKept keeps the status, and writes it when the object is there.
func withStatusKept(ctx context.Context, c client.Client, backup *api.Backup) error {
	backup.Status.Phase = "New"
	status := backup.Status
	if err := c.Create(ctx, backup); err != nil {
		return err
	}
	backup.Status = status
	return c.Status().Update(ctx, backup)
}

// withStatusCopied does so with a deep copy.
func withStatusCopied(ctx context.Context, c client.Client, name string) error {
	backup := &api.Backup{ObjectMeta: metav1.ObjectMeta{Name: name}}
	backup.Status.Phase = "New"
	status := backup.Status.DeepCopy()
	if err := c.Create(ctx, backup); err != nil {
		return err
	}
	backup.Status = *status
	return c.Status().Update(ctx, backup)
}

// withStatusAgain sets it once more.
func withStatusAgain(ctx context.Context, c client.Client, name string) error {
	backup := &api.Backup{ObjectMeta: metav1.ObjectMeta{Name: name}}
	backup.Status.Phase = "New"
	if err := c.Create(ctx, backup); err != nil {
		return err
	}
	backup.Status.Phase = "New"
	return c.Status().Update(ctx, backup)
}
