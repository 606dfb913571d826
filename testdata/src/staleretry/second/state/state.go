// Package state says what is to be done with a node.
package state

import (
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// NeedsFinalizer reports whether node is to get the finalizer.
func NeedsFinalizer(node *corev1.Node) bool {
	return node.DeletionTimestamp == nil && !controllerutil.ContainsFinalizer(node, "state")
}

// LosesFinalizer reports whether it is to be removed.
func LosesFinalizer(node *corev1.Node) bool {
	if node.GetDeletionTimestamp().IsZero() {
		return false
	}
	return controllerutil.ContainsFinalizer(node, "state")
}

// HasFinalizer reports whether node has it.
func HasFinalizer(node *corev1.Node) bool {
	return controllerutil.ContainsFinalizer(node, "state")
}
