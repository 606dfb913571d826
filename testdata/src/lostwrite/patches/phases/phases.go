// Package phases sends what differs from a copy.
package phases

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// Set sets the phase, unless the backup has it.
func Set(ctx context.Context, c client.Client, backup *api.Backup, phase string) error {
	if backup.Status.Phase == phase {
		return nil
	}
	base := backup.DeepCopy()
	backup.Status.Phase = phase
	return c.Status().Patch(ctx, backup, client.MergeFrom(base))
}

// SetWith sets it with what change sets.
func SetWith(ctx context.Context, c client.Client, backup *api.Backup, phase string, change func()) error {
	base := backup.DeepCopy()
	backup.Status.Phase = phase
	change()
	return c.Status().Patch(ctx, backup, client.MergeFrom(base))
}

// Send copies the object when it was changed.
func Send(ctx context.Context, c client.Client, obj client.Object) error {
	base := obj.DeepCopyObject().(client.Object)
	return c.Patch(ctx, obj, client.MergeFrom(base))
}

// SendFrom has a base.
func SendFrom(ctx context.Context, c client.Client, base, obj client.Object) error {
	return c.Patch(ctx, obj, client.MergeFrom(base))
}

// PodOf makes a pod with the labels of the node, and one more.
func PodOf(node *corev1.Node) *corev1.Pod {
	labels := node.Labels
	if labels == nil {
		labels = map[string]string{}
	}
	labels["node"] = node.Name
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: node.Name, Labels: labels}}
}
