// Package reads changes objects and then reads the stored ones into them.
package reads

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/lostwrite/api"
)

type reconciler struct {
	client.Client
}

// labelsBefore: a ConfigMap that lost its label never gets it again.
func (r *reconciler) labelsBefore(ctx context.Context, versions string) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "versions"}}
	cm.Labels = map[string]string{"app": "versions"}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error { // want `the label set at line 22 is lost if the object exists: CreateOrUpdate reads the stored one into cm; set it in the function that is passed`
		cm.Data = map[string]string{"versions": versions}
		return nil
	})
	return err
}

// labelsAndOwner sets the owner only, which is metadata, too.
func (r *reconciler) labelsAndOwner(ctx context.Context, backup *api.Backup, versions string) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "versions", Labels: map[string]string{"app": "versions"}}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error { // want `the label set at line 32 is lost if the object exists`
		cm.Data = map[string]string{"versions": versions}
		return controllerutil.SetControllerReference(backup, cm, r.Scheme())
	})
	return err
}

func (r *reconciler) labelsWithin(ctx context.Context, versions string) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "versions", Labels: map[string]string{"app": "versions"}}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error {
		cm.Labels = map[string]string{"app": "versions"}
		cm.Data = map[string]string{"versions": versions}
		return nil
	})
	return err
}

// labelsAdded adds to the stored labels.
func (r *reconciler) labelsAdded(ctx context.Context, versions string) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "versions", Labels: map[string]string{"app": "versions"}}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error {
		metav1.SetMetaDataLabel(&cm.ObjectMeta, "app", "versions")
		cm.Data = map[string]string{"versions": versions}
		return nil
	})
	return err
}

// specKept keeps the spec in a variable of its own.
func (r *reconciler) specKept(ctx context.Context, schedule string) error {
	backup := api.Backup{
		ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "nightly"},
		Spec:       api.BackupSpec{Schedule: schedule},
	}
	spec := backup.Spec
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, &backup, func() error {
		backup.Spec = spec
		return nil
	})
	return err
}

// specForgotten keeps it, and does not use it.
func (r *reconciler) specForgotten(ctx context.Context, owner *api.Backup, schedule string) (api.BackupSpec, error) {
	backup := api.Backup{
		ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "nightly"},
		Spec:       api.BackupSpec{Schedule: schedule},
	}
	spec := backup.Spec
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, &backup, func() error { // want `the spec set at line 79 is lost if the object exists`
		return controllerutil.SetControllerReference(owner, &backup, r.Scheme())
	})
	return spec, err
}

// withoutFunction passes none: whatever is set here is only for an object that does not exist yet.
func (r *reconciler) withoutFunction(ctx context.Context, owner *api.Backup, schedule string) error {
	backup := &api.Backup{
		ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "nightly"},
		Spec:       api.BackupSpec{Schedule: schedule},
	}
	if err := controllerutil.SetControllerReference(owner, backup, r.Scheme()); err != nil {
		return err
	}
	_, err := controllerutil.CreateOrPatch(ctx, r.Client, backup, nil) // want `the spec set at line 92 is lost if the object exists: CreateOrPatch reads the stored one into backup; pass a function that sets it`
	return err
}

// nameOnly makes sure that the object exists.
func (r *reconciler) nameOnly(ctx context.Context) error {
	backup := &api.Backup{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "nightly"}}
	_, err := controllerutil.CreateOrPatch(ctx, r.Client, backup, nil)
	return err
}
