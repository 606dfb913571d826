// Package backup is for programs that run the controller of Backups beside others.
package backup

import (
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/k8slint/k8slint/examples/before/backup/internal/controller"
)

// NewReconciler returns what reconciles Backups.
func NewReconciler(c client.Client) reconcile.Reconciler {
	return &controller.BackupReconciler{Client: c}
}
