package contract

import (
	"context"
	"reflect"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"github.com/k8slint/k8slint/test/apiserver/lostwrite"
)

// Finalizer is what the reconcilers add.
const Finalizer = "backup.example.com/volumes"

// StatusCompared writes the status if it differs from what was read; it compares a
// pointer with a value, so it always does.
func StatusCompared(ctx context.Context, c client.Client, backup *lostwrite.Backup) error {
	old := backup.Status.DeepCopy()
	backup.Status.Phase = "Ready"
	if reflect.DeepEqual(old, backup.Status) {
		return nil
	}
	return c.Status().Update(ctx, backup)
}

// JobCompared updates the Job if it is another than the wanted one. The server has filled in its spec, so it always is.
func JobCompared(ctx context.Context, c client.Client, wanted *batchv1.Job) error {
	return keepJob(ctx, c, wanted, func(found *batchv1.Job) bool { return reflect.DeepEqual(found.Spec, wanted.Spec) })
}

// ImageCompared compares what the reconciler sets.
func ImageCompared(ctx context.Context, c client.Client, wanted *batchv1.Job) error {
	return keepJob(ctx, c, wanted, func(found *batchv1.Job) bool {
		return found.Spec.Template.Spec.Containers[0].Image == wanted.Spec.Template.Spec.Containers[0].Image
	})
}

func keepJob(ctx context.Context, c client.Client, wanted *batchv1.Job, equal func(*batchv1.Job) bool) error {
	found := &batchv1.Job{}
	err := c.Get(ctx, client.ObjectKeyFromObject(wanted), found)
	if apierrors.IsNotFound(err) {
		return c.Create(ctx, wanted)
	}
	if err != nil || equal(found) {
		return err
	}
	found.Spec = wanted.Spec
	return c.Update(ctx, found)
}

// StatusesCompared compares two pointers.
func StatusesCompared(ctx context.Context, c client.Client, backup *lostwrite.Backup) error {
	old := backup.Status.DeepCopy()
	backup.Status.Phase = "Ready"
	if reflect.DeepEqual(old, &backup.Status) {
		return nil
	}
	return c.Status().Update(ctx, backup)
}

// FinalizerWhileDeleting adds a finalizer without a look at the deletion.
func FinalizerWhileDeleting(ctx context.Context, c client.Client, backup *lostwrite.Backup) error {
	if controllerutil.AddFinalizer(backup, Finalizer) {
		return c.Update(ctx, backup)
	}
	return nil
}

// FinalizerBeforeCleanup adds a finalizer before it looks at the deletion.
func FinalizerBeforeCleanup(ctx context.Context, c client.Client, backup *lostwrite.Backup) error {
	if controllerutil.AddFinalizer(backup, Finalizer) {
		if err := c.Update(ctx, backup); err != nil {
			return err
		}
	}
	if backup.DeletionTimestamp.IsZero() {
		return nil
	}
	controllerutil.RemoveFinalizer(backup, Finalizer)
	return c.Update(ctx, backup)
}

// FinalizerUnlessDeleting adds none to what is being deleted.
func FinalizerUnlessDeleting(ctx context.Context, c client.Client, backup *lostwrite.Backup) error {
	if backup.DeletionTimestamp.IsZero() && controllerutil.AddFinalizer(backup, Finalizer) {
		return c.Update(ctx, backup)
	}
	return nil
}

// CleanupAfterFinalizer removes the finalizer, and then cleans up, which may fail.
func CleanupAfterFinalizer(ctx context.Context, c client.Client, backup *lostwrite.Backup, cleanup func() error) error {
	if backup.DeletionTimestamp.IsZero() {
		return nil
	}
	if controllerutil.RemoveFinalizer(backup, Finalizer) {
		if err := c.Update(ctx, backup); err != nil {
			return err
		}
	}
	return cleanup()
}

// CleanupBeforeFinalizer removes the finalizer last.
func CleanupBeforeFinalizer(ctx context.Context, c client.Client, backup *lostwrite.Backup, cleanup func() error) error {
	if backup.DeletionTimestamp.IsZero() {
		return nil
	}
	if err := cleanup(); err != nil {
		return err
	}
	if controllerutil.RemoveFinalizer(backup, Finalizer) {
		return c.Update(ctx, backup)
	}
	return nil
}

// GoesOnAfterFinalizer creates what belongs to a Backup, also when it has removed its finalizer.
func GoesOnAfterFinalizer(ctx context.Context, c client.Client, backup *lostwrite.Backup) error {
	if !backup.DeletionTimestamp.IsZero() && controllerutil.RemoveFinalizer(backup, Finalizer) {
		if err := c.Update(ctx, backup); err != nil {
			return err
		}
	}
	return c.Create(ctx, settings(backup))
}

// ReturnsAfterFinalizer ends there.
func ReturnsAfterFinalizer(ctx context.Context, c client.Client, backup *lostwrite.Backup) error {
	if !backup.DeletionTimestamp.IsZero() {
		if controllerutil.RemoveFinalizer(backup, Finalizer) {
			return c.Update(ctx, backup)
		}
		return nil
	}
	return c.Create(ctx, settings(backup))
}

// settings are a ConfigMap for a Backup.
func settings(backup *lostwrite.Backup) *corev1.ConfigMap {
	cm := &corev1.ConfigMap{}
	cm.Namespace, cm.Name = backup.Namespace, backup.Name
	return cm
}

// DeleteEmpty deletes what it has not found.
func DeleteEmpty(ctx context.Context, c client.Client, key client.ObjectKey) error {
	var cm corev1.ConfigMap
	if err := c.Get(ctx, key, &cm); client.IgnoreNotFound(err) != nil {
		return err
	}
	return client.IgnoreNotFound(c.Delete(ctx, &cm))
}

// DeleteFound deletes what is there.
func DeleteFound(ctx context.Context, c client.Client, key client.ObjectKey) error {
	var cm corev1.ConfigMap
	if err := c.Get(ctx, key, &cm); err != nil {
		return client.IgnoreNotFound(err)
	}
	return client.IgnoreNotFound(c.Delete(ctx, &cm))
}

// A Reconcile is the method of a reconciler with a client.
type Reconcile func(ctx context.Context, c client.Client, req ctrl.Request) (ctrl.Result, error)

// DropsWriteError returns no error when its write fails.
func DropsWriteError(ctx context.Context, c client.Client, req ctrl.Request) (ctrl.Result, error) {
	var backup lostwrite.Backup
	if err := c.Get(ctx, req.NamespacedName, &backup); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	backup.Spec.Schedule = "daily"
	if err := c.Update(ctx, &backup); err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "Updating")
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

// ReturnsWriteError returns it.
func ReturnsWriteError(ctx context.Context, c client.Client, req ctrl.Request) (ctrl.Result, error) {
	var backup lostwrite.Backup
	if err := c.Get(ctx, req.NamespacedName, &backup); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	backup.Spec.Schedule = "daily"
	if err := c.Update(ctx, &backup); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// RequeuesInThePast comes back when the Backup expires, unless it has expired already.
func RequeuesInThePast(ctx context.Context, c client.Client, req ctrl.Request) (ctrl.Result, error) {
	expires, err := expiry(ctx, c, req)
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{RequeueAfter: time.Until(expires)}, nil
}

// RequeuesInTheFuture comes back in any case.
func RequeuesInTheFuture(ctx context.Context, c client.Client, req ctrl.Request) (ctrl.Result, error) {
	expires, err := expiry(ctx, c, req)
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{RequeueAfter: max(time.Second, time.Until(expires))}, nil
}

// expiry returns when a Backup expires: a day before it was created, so that it has.
func expiry(ctx context.Context, c client.Client, req ctrl.Request) (time.Time, error) {
	var backup lostwrite.Backup
	if err := c.Get(ctx, req.NamespacedName, &backup); err != nil {
		return time.Time{}, err
	}
	return backup.CreationTimestamp.Add(-24 * time.Hour), nil
}

// RequeuesWithError asks for a delay, and returns an error, which is what decides.
func RequeuesWithError(context.Context, client.Client, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: time.Hour}, apierrors.NewServiceUnavailable("not yet")
}

// LabelChanges is meant to let changes of generation and of labels through. The
// predicate has an Update method of its own, which hides the function.
func LabelChanges() predicate.Predicate {
	return predicate.GenerationChangedPredicate{TypedFuncs: predicate.Funcs{
		UpdateFunc: func(e event.UpdateEvent) bool {
			return !reflect.DeepEqual(e.ObjectOld.GetLabels(), e.ObjectNew.GetLabels())
		},
	}}
}

// LabelOrGenerationChanges lets both through.
func LabelOrGenerationChanges() predicate.Predicate {
	return predicate.Or(predicate.GenerationChangedPredicate{}, predicate.LabelChangedPredicate{})
}
