// Package controller runs the Backups.
package controller

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	backupv1 "github.com/k8slint/k8slint/examples/after/backup/api/v1"
)

const (
	// finalizer keeps a Backup until its volumes are gone.
	finalizer = "backup.example.com/volumes"

	// sourceLabel marks the Pod that is dumped.
	sourceLabel = "backup.example.com/source"
)

// BackupReconciler reconciles Backups.
type BackupReconciler struct {
	client.Client
}

// SetupWithManager registers the reconciler.
func (r *BackupReconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&backupv1.Backup{}).Owns(&corev1.ConfigMap{}).Complete(r)
}

// Reconcile makes one Backup run.
func (r *BackupReconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var backup backupv1.Backup
	if err := r.Get(ctx, req.NamespacedName, &backup); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !backup.DeletionTimestamp.IsZero() {
		controllerutil.RemoveFinalizer(&backup, finalizer)
		return ctrl.Result{}, r.Update(ctx, &backup)
	}

	if controllerutil.AddFinalizer(&backup, finalizer) {
		if err := r.Update(ctx, &backup); err != nil {
			return ctrl.Result{}, err
		}
	}
	backup.Status.Phase = "Running"
	meta.SetStatusCondition(&backup.Status.Conditions, metav1.Condition{Type: "Scheduled", Status: metav1.ConditionTrue, Reason: "Scheduled"})
	if err := r.configure(ctx, &backup); err != nil {
		return ctrl.Result{}, r.fail(ctx, &backup, err)
	}
	if err := r.mark(ctx, &backup); err != nil {
		return ctrl.Result{}, r.fail(ctx, &backup, err)
	}
	return ctrl.Result{}, r.Status().Update(ctx, &backup)
}

// configure writes the schedule to the ConfigMap that the dump reads.
func (r *BackupReconciler) configure(ctx context.Context, backup *backupv1.Backup) error {
	config := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: backup.Namespace, Name: backup.Name}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, config, func() error {
		config.Data = map[string]string{"schedule": backup.Spec.Schedule}
		return controllerutil.SetControllerReference(backup, config, r.Scheme())
	})
	return err
}

// mark labels the Pod that is dumped.
func (r *BackupReconciler) mark(ctx context.Context, backup *backupv1.Backup) error {
	var pod corev1.Pod
	if err := r.Get(ctx, client.ObjectKey{Namespace: backup.Namespace, Name: backup.Name + "-0"}, &pod); err != nil {
		return err
	}
	base := pod.DeepCopy()
	if pod.Labels == nil {
		pod.Labels = map[string]string{}
	}
	pod.Labels[sourceLabel] = backup.Name
	return r.Patch(ctx, &pod, client.MergeFrom(base))
}

// fail says why the Backup does not run.
func (r *BackupReconciler) fail(ctx context.Context, backup *backupv1.Backup, cause error) error {
	backup.Status.Phase = "Failed"
	meta.SetStatusCondition(&backup.Status.Conditions, metav1.Condition{Type: "Ready", Status: metav1.ConditionFalse, Reason: "Failed", Message: cause.Error()})
	if err := r.Status().Update(ctx, backup); err != nil {
		return fmt.Errorf("%w, after %w", err, cause)
	}
	return cause
}
