package status

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

func (r *reconciler) dataBefore(ctx context.Context, bundle string) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "ca"}, Data: map[string]string{"ca.crt": bundle}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error { return nil }) // want `the data set at line 12 is lost if the object exists: CreateOrUpdate reads the stored one into cm`
	return err
}

func (r *reconciler) dataWithin(ctx context.Context, bundle string) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "ca"}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error {
		cm.Data = map[string]string{"ca.crt": bundle}
		return nil
	})
	return err
}

// typeBefore: the type of a Secret cannot be changed.
func (r *reconciler) typeBefore(ctx context.Context) error {
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "ca"}, Type: corev1.SecretTypeTLS}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, secret, func() error { return nil })
	return err
}
