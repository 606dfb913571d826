package reads

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

func wanted(name, schedule string) *api.Backup {
	return &api.Backup{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: name}, Spec: api.BackupSpec{Schedule: schedule}}
}

// apply reads the stored object into the one that it is to store.
func (r *reconciler) apply(ctx context.Context, backup *api.Backup) error {
	err := r.Get(ctx, client.ObjectKeyFromObject(backup), backup)
	if apierrors.IsNotFound(err) {
		return r.Create(ctx, backup)
	}
	if err != nil {
		return err
	}
	return r.Update(ctx, backup) // want `the spec set at line 16 is lost: Get at line 21 reads the stored object into backup, which is written back unchanged; set it after the read`
}

func (r *reconciler) nightly(ctx context.Context) error {
	return r.apply(ctx, wanted("nightly", "@daily"))
}

// applyOther reads it into another one.
func (r *reconciler) applyOther(ctx context.Context, schedule string) error {
	backup, stored := wanted("other", schedule), &api.Backup{}
	err := r.Get(ctx, client.ObjectKeyFromObject(backup), stored)
	if apierrors.IsNotFound(err) {
		return r.Create(ctx, backup)
	}
	if err != nil {
		return err
	}
	backup.ResourceVersion = stored.ResourceVersion
	return r.Update(ctx, backup)
}

// exists reads into what it is asked about.
func (r *reconciler) exists(ctx context.Context, obj client.Object) (bool, error) {
	if err := r.Get(ctx, client.ObjectKeyFromObject(obj), obj); err != nil {
		return false, client.IgnoreNotFound(err)
	}
	return true, nil
}

func (r *reconciler) configure(ctx context.Context, versions string) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "versions"}, Data: map[string]string{"versions": versions}}
	found, err := r.exists(ctx, cm)
	if err != nil {
		return err
	}
	if found {
		return r.Update(ctx, cm) // want `the data set at line 58 is lost: Get at line 51 reads the stored object into cm`
	}
	return r.Create(ctx, cm)
}

// configureOnce leaves what is there as it is.
func (r *reconciler) configureOnce(ctx context.Context, versions string) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "versions"}, Data: map[string]string{"versions": versions}}
	if found, err := r.exists(ctx, cm); found || err != nil {
		return err
	}
	return r.Create(ctx, cm)
}

// configureAgain sets the data once more.
func (r *reconciler) configureAgain(ctx context.Context, versions string) error {
	data := map[string]string{"versions": versions}
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "versions"}, Data: data}
	found, err := r.exists(ctx, cm)
	if err != nil {
		return err
	}
	if !found {
		return r.Create(ctx, cm)
	}
	cm.Data = data
	return r.Update(ctx, cm)
}

// configureSome changes something else, and may mean the data for new objects only.
func (r *reconciler) configureSome(ctx context.Context, versions string) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "versions"}, Data: map[string]string{"versions": versions}}
	found, err := r.exists(ctx, cm)
	if err != nil {
		return err
	}
	if !found {
		return r.Create(ctx, cm)
	}
	metav1.SetMetaDataLabel(&cm.ObjectMeta, "app", "versions")
	return r.Update(ctx, cm)
}

// configureBy leaves it to somebody who is not seen.
func (r *reconciler) configureBy(ctx context.Context, versions string, set func(*corev1.ConfigMap)) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "versions"}, Data: map[string]string{"versions": versions}}
	if found, err := r.exists(ctx, cm); !found || err != nil {
		return err
	}
	set(cm)
	return r.Update(ctx, cm)
}

// failed forgets what it has found out.
func (r *reconciler) failed(ctx context.Context, backup *api.Backup) error {
	backup.Status.Failures++
	if err := r.Get(ctx, client.ObjectKeyFromObject(backup), backup); err != nil {
		return err
	}
	return r.Status().Update(ctx, backup) // want `the status set at line 119 is lost: Get at line 120 reads the stored object into backup`
}

func (r *reconciler) failedAgain(ctx context.Context, backup *api.Backup) error {
	status := backup.Status.DeepCopy()
	status.Failures++
	if err := r.Get(ctx, client.ObjectKeyFromObject(backup), backup); err != nil {
		return err
	}
	backup.Status = *status
	return r.Status().Update(ctx, backup)
}

// retried is what staleretry reports.
func (r *reconciler) retried(ctx context.Context, backup *api.Backup) error {
	backup.Spec.Schedule = "@weekly"
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := r.Get(ctx, client.ObjectKeyFromObject(backup), backup); err != nil {
			return err
		}
		return r.Update(ctx, backup)
	})
}
