// Package backend writes ConfigMaps, each in its own way: a function of a named
// type says how.
package backend

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/retry"
)

// Manager writes ConfigMaps.
type Manager struct{ Client kubernetes.Interface }

type transformer func(existing, incoming *corev1.ConfigMap)

// UpdateManaged takes over the data.
func (m *Manager) UpdateManaged(ctx context.Context, incoming *corev1.ConfigMap) error {
	return m.update(ctx, incoming, func(existing, incoming *corev1.ConfigMap) {
		existing.Data = incoming.Data
	})
}

// UpdateAutonomous writes to what it is given.
func (m *Manager) UpdateAutonomous(ctx context.Context, incoming *corev1.ConfigMap) error {
	return m.update(ctx, incoming, func(existing, incoming *corev1.ConfigMap) {
		incoming.Namespace = existing.Namespace
		existing.Data = incoming.Data
	})
}

// Adopt writes to what it is given too.
func (m *Manager) Adopt(ctx context.Context, incoming *corev1.ConfigMap) error {
	return m.update(ctx, incoming, func(existing, incoming *corev1.ConfigMap) {
		incoming.Labels = existing.Labels
	})
}

func (m *Manager) update(ctx context.Context, incoming *corev1.ConfigMap, transform transformer) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		existing, err := m.Client.CoreV1().ConfigMaps(incoming.Namespace).Get(ctx, incoming.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		transform(existing, incoming)
		_, err = m.Client.CoreV1().ConfigMaps(incoming.Namespace).Update(ctx, existing, metav1.UpdateOptions{})
		return err
	})
}
