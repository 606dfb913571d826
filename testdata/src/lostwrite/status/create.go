package status

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/lostwrite/api"
)

func (r *reconciler) dataBefore(ctx context.Context, bundle string) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "ca"}, Data: map[string]string{"ca.crt": bundle}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error { return nil }) // want `the data set at line 16 is lost if the object exists: CreateOrUpdate reads the stored one into cm`
	return err
}

// generated: the object has no name, so that none is read.
func (r *reconciler) generated(ctx context.Context, password []byte) (string, error) {
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "a", GenerateName: "login-"}, Data: map[string][]byte{"password": password}}
	_, err := controllerutil.CreateOrPatch(ctx, r.Client, secret, func() error { return nil })
	return secret.Name, err
}

// named has a name besides.
func (r *reconciler) named(ctx context.Context, password []byte) error {
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "a", GenerateName: "login-"}, Data: map[string][]byte{"password": password}}
	secret.Name = "login"
	_, err := controllerutil.CreateOrPatch(ctx, r.Client, secret, func() error { return nil }) // want `the data set at line 30 is lost if the object exists: CreateOrPatch reads the stored one into secret`
	return err
}

var noop = func() error { return nil }

func (r *reconciler) dataBeforeNoop(ctx context.Context, bundle string) error {
	cm := newBundle()
	cm.Data["ca.crt"] = bundle
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, noop) // want `the data set at line 40 is lost if the object exists: CreateOrUpdate reads the stored one into cm`
	return err
}

func newBundle() *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "ca"}, Data: map[string]string{}}
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

// copied sets the fields in the function, or returns an error.
func (r *reconciler) copied(ctx context.Context, backup *api.Backup) error {
	config, err := configOf(backup)
	if err != nil {
		return err
	}
	wanted := config.DeepCopy()
	var result controllerutil.OperationResult
	err = retry.RetryOnConflict(retry.DefaultRetry, func() (err error) {
		result, err = controllerutil.CreateOrUpdate(ctx, r.Client, wanted, func() error {
			if owner := metav1.GetControllerOfNoCopy(wanted); owner != nil && owner.UID != backup.UID {
				return errors.New("owned by another")
			}
			wanted.Labels = config.Labels
			wanted.Data = config.Data
			return r.check(wanted)
		})
		return err
	})
	r.note(string(result))
	return err
}

func configOf(backup *api.Backup) (*corev1.ConfigMap, error) {
	config := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: backup.Namespace, Name: backup.Name}, Data: map[string]string{"schedule": backup.Spec.Schedule}}
	if backup.Name == "" {
		return nil, errors.New("no name")
	}
	return config, nil
}

// asIs has the type that CreateOrUpdate takes.
var asIs controllerutil.MutateFn = func() error { return nil }

func (r *reconciler) dataBeforeAsIs(ctx context.Context, bundle string) error {
	cm := newBundle()
	cm.Data["ca.crt"] = bundle
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, asIs) // want `the data set at line 101 is lost if the object exists: CreateOrUpdate reads the stored one into cm`
	return err
}

// phaseOnly sets nothing else: an object that is not there is created all the same.
func (r *reconciler) phaseOnly(ctx context.Context, backup *api.Backup) error {
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, backup, func() error { // want `CreateOrUpdate never writes the status of backup`
		backup.Status.Phase = "Running"
		return nil
	})
	return err
}
