package status

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/lostwrite/api"
)

// archived: the API server refuses another spec of an Archive.
func (r *reconciler) archived(ctx context.Context, backup *api.Backup) error {
	archive := &api.Archive{ObjectMeta: metav1.ObjectMeta{Name: backup.Name}, Spec: backup.Spec}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, archive, func() error {
		return controllerutil.SetControllerReference(backup, archive, r.Scheme())
	})
	return err
}

func (r *reconciler) shelved(ctx context.Context, backup *api.Backup) error {
	shelf := &api.Shelf{ObjectMeta: metav1.ObjectMeta{Name: backup.Name}, Spec: backup.Spec}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, shelf, func() error { // want `the spec set at line 22 is lost if the object exists`
		return controllerutil.SetControllerReference(backup, shelf, r.Scheme())
	})
	return err
}
