// Package uncopied has reconcilers whose client may return the objects of the cache.
package uncopied

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A Marker labels ConfigMaps.
type Marker struct{ client.Client }

// Reconcile labels one, if its client copies.
func (m *Marker) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var cm corev1.ConfigMap
	if err := m.Get(ctx, req.NamespacedName, &cm); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if cm.Labels["seen"] != "" {
		return ctrl.Result{}, nil
	}
	cm.Labels["seen"] = "true"
	return ctrl.Result{}, m.Update(ctx, &cm)
}

// A CopyingMarker does so with any client.
type CopyingMarker struct{ client.Client }

// Reconcile labels one.
func (m *CopyingMarker) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var read corev1.ConfigMap
	if err := m.Get(ctx, req.NamespacedName, &read); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if read.Labels["seen"] != "" {
		return ctrl.Result{}, nil
	}
	cm := read.DeepCopy()
	metav1.SetMetaDataLabel(&cm.ObjectMeta, "seen", "true")
	return ctrl.Result{}, m.Update(ctx, cm)
}
