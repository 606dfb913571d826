package ways

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/lostwrite/api"
)

// A createFunc stands for controllerutil.CreateOrUpdate, which a test replaces.
type createFunc func(context.Context, client.Client, client.Object, controllerutil.MutateFn) (controllerutil.OperationResult, error)

// readIn has a function that create calls, which only reads the backup.
func (r *reconciler) readIn(ctx context.Context, create createFunc, backup *api.Backup) error {
	backup.Status.Phase = "Running"
	if err := r.Update(ctx, backup); err != nil { // want `Update does not store the status of backup`
		return err
	}
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: backup.Namespace, Name: backup.Name}}
	if _, err := create(ctx, r.Client, cm, func() error {
		cm.Data = map[string]string{"schedule": backup.Spec.Schedule}
		return nil
	}); err != nil {
		return err
	}
	return r.Status().Update(ctx, backup)
}

// setIn has one that sets the phase again.
func (r *reconciler) setIn(ctx context.Context, create createFunc, backup *api.Backup) error {
	backup.Status.Phase = "Running"
	if err := r.Update(ctx, backup); err != nil {
		return err
	}
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: backup.Namespace, Name: backup.Name}}
	if _, err := create(ctx, r.Client, cm, func() error {
		cm.Data = map[string]string{"schedule": backup.Spec.Schedule}
		backup.Status.Phase = "Running"
		return nil
	}); err != nil {
		return err
	}
	return r.Status().Update(ctx, backup)
}

// labelledTwice has a function of another package label the stored backup, and label what CreateOrUpdate leaves once
// more, before the status is sent.
func (r *reconciler) labelledTwice(ctx context.Context, name string) error {
	backup := &api.Backup{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: name}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, backup, func() error {
		backup.Label()
		return nil
	}); err != nil {
		return err
	}
	backup.Label()
	backup.Status.Phase = "Running"
	return r.Status().Update(ctx, backup)
}

// filledTwice has a function of this package do so.
func (r *reconciler) filledTwice(ctx context.Context, name string) error {
	backup := &api.Backup{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: name}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, backup, func() error {
		fill(backup)
		return nil
	}); err != nil {
		return err
	}
	fill(backup)
	return r.Status().Update(ctx, backup)
}

func fill(backup *api.Backup) {
	backup.Spec.Schedule = "daily"
	backup.Status.Phase = "Running"
}

// labelledLate labels it for the first time when it is too late.
func (r *reconciler) labelledLate(ctx context.Context, name string) error {
	backup := &api.Backup{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: name}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, backup, func() error {
		backup.Spec.Schedule = "daily"
		return nil
	}); err != nil {
		return err
	}
	backup.Label()
	backup.Status.Phase = "Running"
	return r.Status().Update(ctx, backup) // want `Status\(\).Update stores only the status \(Backup has the status subresource, \S*types\.go:34\): the label set at line 92 is dropped`
}

// released removes the finalizer only of what was claimed, and loses the phase of the rest.
func (r *reconciler) released(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Released"
	if backup.Spec.Schedule == "" {
		controllerutil.RemoveFinalizer(backup, "claim")
	}
	return r.Update(ctx, backup) // want `Update does not store the status of backup`
}
