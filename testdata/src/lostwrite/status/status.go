// Package status has reconcilers that write the status with the wrong call, or in the wrong
// order, and beside each one that does it right.
package status

import (
	"context"
	"fmt"
	"slices"

	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	"k8slint.test/lostwrite/api"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

const finalizer = "backup.example.com/volumes"

type reconciler struct {
	client.Client
	note  func(string)
	check func(client.Object) error
}

func (r *reconciler) phaseByUpdate(ctx context.Context, key client.ObjectKey) error {
	var backup api.Backup
	if err := r.Get(ctx, key, &backup); err != nil {
		return err
	}
	backup.Status.Phase = "Running"
	return r.Update(ctx, &backup) // want `Update does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 32 is dropped`
}

func (r *reconciler) phaseByStatusUpdate(ctx context.Context, key client.ObjectKey) error {
	var backup api.Backup
	if err := r.Get(ctx, key, &backup); err != nil {
		return err
	}
	backup.Status.Phase = "Running"
	return r.Status().Update(ctx, &backup)
}

func (r *reconciler) snapshotByUpdate(ctx context.Context, snapshot *api.Snapshot) error {
	snapshot.Status.Phase = "Running"
	return r.Update(ctx, snapshot)
}

func (r *reconciler) labelBeforeStatus(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Running"
	backup.Labels["team"] = "storage"
	if err := r.Update(ctx, backup); err != nil { // want `the status set at line 51 is lost: Update replaces backup with the server's answer \(Backup has the status subresource, \S*types\.go:34\)`
		return err
	}
	return r.Status().Update(ctx, backup)
}

func (r *reconciler) labelAfterStatus(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Running"
	if err := r.Status().Update(ctx, backup); err != nil {
		return err
	}
	backup.Labels["team"] = "storage"
	return r.Update(ctx, backup)
}

func (r *reconciler) statusKept(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Running"
	backup.Labels["team"] = "storage"
	status := backup.Status
	if err := r.Update(ctx, backup); err != nil {
		return err
	}
	backup.Status = status
	return r.Status().Update(ctx, backup)
}

func (r *reconciler) statusCopied(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Running"
	status := backup.Status.DeepCopy()
	controllerutil.AddFinalizer(backup, finalizer)
	if err := r.Update(ctx, backup); err != nil {
		return err
	}
	status.DeepCopyInto(&backup.Status)
	return r.Status().Update(ctx, backup)
}

// sentOnAnother writes the phase through an object that is read again.
func (r *reconciler) sentOnAnother(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Running"
	current := &api.Backup{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(backup), current); err != nil {
		return err
	}
	current.Status.Phase = backup.Status.Phase
	if err := r.Status().Update(ctx, current); err != nil {
		return err
	}
	backup.Labels["team"] = "storage"
	return r.Update(ctx, backup)
}

func (r *reconciler) copySent(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Running"
	if err := r.Update(ctx, backup.DeepCopy()); err != nil {
		return err
	}
	return r.Status().Update(ctx, backup)
}

func (r *reconciler) conditionLost(ctx context.Context, backup *api.Backup) error {
	apimeta.SetStatusCondition(&backup.Status.Conditions, metav1.Condition{Type: "Ready"})
	if controllerutil.AddFinalizer(backup, finalizer) {
		if err := r.Update(ctx, backup); err != nil { // want `the status set at line 114 is lost: Update replaces backup with the server's answer \(Backup has the status subresource, \S*types\.go:34\)`
			return err
		}
	}
	return r.Status().Update(ctx, backup)
}

func (r *reconciler) deferred(ctx context.Context, backup *api.Backup) (err error) {
	defer func() {
		if e := r.Status().Update(ctx, backup); err == nil {
			err = e
		}
	}()
	backup.Status.Phase = "Running"
	backup.Spec.Targets = append(backup.Spec.Targets, "a")
	return r.Update(ctx, backup) // want `the status set at line 129 is lost: Update replaces backup with the server's answer \(Backup has the status subresource, \S*types\.go:34\)`
}

func (r *reconciler) deferredRight(ctx context.Context, backup *api.Backup) (err error) {
	defer func() {
		if e := r.Status().Update(ctx, backup); err == nil {
			err = e
		}
	}()
	backup.Spec.Targets = append(backup.Spec.Targets, "a")
	if err := r.Update(ctx, backup); err != nil {
		return err
	}
	backup.Status.Phase = "Running"
	return nil
}

// lastFinalizer: nobody reads the status of what is gone.
func (r *reconciler) lastFinalizer(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Deleted"
	controllerutil.RemoveFinalizer(backup, finalizer)
	return r.Update(ctx, backup)
}

// lastFinalizers: neither here.
func (r *reconciler) lastFinalizers(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Deleted"
	backup.Finalizers = []string{}
	return r.Update(ctx, backup)
}

func (r *reconciler) lastOfFinalizers(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Deleted"
	backup.Finalizers = removed(backup.Finalizers, finalizer)
	return r.Update(ctx, backup)
}

func removed(all []string, one string) []string {
	return slices.DeleteFunc(all, func(s string) bool { return s == one })
}

// annotationRemoved also changes the metadata, so that another call is no fix.
func (r *reconciler) annotationRemoved(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Running"
	delete(backup.Annotations, "paused")
	return r.Update(ctx, backup) // want `the status set at line 174 is lost: Update replaces backup with the server's answer \(Backup has the status subresource, \S*types\.go:34\)`
}

func (r *reconciler) setPhase(backup *api.Backup, phase string) {
	backup.Status.Phase = phase
	_ = fmt.Sprint(phase)
}

func (r *reconciler) save(ctx context.Context, backup *api.Backup) error {
	return r.Update(ctx, backup) // want `Update does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 180 is dropped`
}

func (r *reconciler) saveStatus(ctx context.Context, backup *api.Backup) error {
	return r.Status().Update(ctx, backup)
}

func (r *reconciler) throughHelpers(ctx context.Context, backup *api.Backup) error {
	r.setPhase(backup, "Running")
	return r.save(ctx, backup)
}

func (r *reconciler) throughHelpersRight(ctx context.Context, backup *api.Backup) error {
	r.setPhase(backup, "Running")
	return r.saveStatus(ctx, backup)
}

func (r *reconciler) method(ctx context.Context, backup *api.Backup) error {
	backup.SetPhase("Running")
	return r.Update(ctx, backup) // want `Update does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 203 is dropped`
}

func (r *reconciler) methodRight(ctx context.Context, backup *api.Backup) error {
	backup.SetPhase("Running")
	return r.Status().Update(ctx, backup)
}

func (r *reconciler) retried(ctx context.Context, key client.ObjectKey) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		backup := &api.Backup{}
		if err := r.Get(ctx, key, backup); err != nil {
			return err
		}
		backup.Status.Failures++
		return r.Update(ctx, backup) // want `Update does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 218 is dropped`
	})
}

func (r *reconciler) retriedRight(ctx context.Context, key client.ObjectKey) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		backup := &api.Backup{}
		if err := r.Get(ctx, key, backup); err != nil {
			return err
		}
		backup.Status.Failures++
		return r.Status().Update(ctx, backup)
	})
}

func (r *reconciler) inCreateOrUpdate(ctx context.Context, key client.ObjectKey) error {
	backup := &api.Backup{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, backup, func() error { // want `CreateOrUpdate never writes the status of backup \(Backup has the status subresource, \S*types\.go:34\): the one set at line 238 is dropped`
		backup.Spec.Schedule = "daily"
		backup.Status.Phase = "Running"
		return nil
	})
	return err
}

func (r *reconciler) inCreateOrPatch(ctx context.Context, key client.ObjectKey) error {
	backup := &api.Backup{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}
	_, err := controllerutil.CreateOrPatch(ctx, r.Client, backup, func() error {
		backup.Spec.Schedule = "daily"
		backup.Status.Phase = "Running"
		return nil
	})
	return err
}

func (r *reconciler) flag(ctx context.Context, backup *api.Backup, stopped bool) (ctrl.Result, error) {
	changed := false
	if stopped {
		backup.Status.Phase = "Stopped"
		return ctrl.Result{}, r.Status().Update(ctx, backup)
	}
	if backup.Labels["team"] == "" {
		backup.Labels["team"] = "storage"
		changed = true
	}
	if changed {
		return ctrl.Result{}, r.Update(ctx, backup)
	}
	backup.Status.Phase = "Running"
	return ctrl.Result{}, r.Status().Update(ctx, backup)
}

func (r *reconciler) specByStatus(ctx context.Context, backup *api.Backup) error {
	backup.Spec.Schedule = "daily"
	return r.Status().Update(ctx, backup) // want `Status\(\)\.Update stores only the status \(Backup has the status subresource, \S*types\.go:34\): the spec set at line 272 is dropped`
}

func (r *reconciler) labelByStatusPatch(ctx context.Context, backup *api.Backup) error {
	base := backup.DeepCopy()
	backup.Labels["team"] = "storage"
	backup.Status.Phase = "Running"
	return r.Status().Patch(ctx, backup, client.MergeFrom(base)) // want `Status\(\)\.Patch stores only the status \(Backup has the status subresource, \S*types\.go:34\): the label set at line 278 is dropped`
}

func (r *reconciler) defaultsInMemory(ctx context.Context, backup *api.Backup) error {
	if backup.Spec.Schedule == "" {
		backup.Spec.Schedule = "daily"
	}
	backup.Status.Phase = "Running " + backup.Spec.Schedule
	return r.Status().Update(ctx, backup)
}

func (r *reconciler) items(ctx context.Context) error {
	var all api.BackupList
	for i := range all.Items {
		backup := &all.Items[i]
		backup.Status.Phase = "Running"
		if err := r.Update(ctx, backup); err != nil { // want `Update does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 295 is dropped`
			return err
		}
	}
	return nil
}

func (r *reconciler) unknown(ctx context.Context, backup *api.Backup, hook func(*api.Backup) error) error {
	backup.Status.Phase = "Running"
	if err := hook(backup); err != nil {
		return err
	}
	return r.Update(ctx, backup)
}

// onlyStatusSent clears the spec, so that it is not sent.
func (r *reconciler) onlyStatusSent(ctx context.Context, backup *api.Backup) error {
	backup.Spec = api.BackupSpec{}
	backup.Status.Phase = "Running"
	return r.Status().Update(ctx, backup)
}

// keptTooLate copies the status that the answer has overwritten.
func (r *reconciler) keptTooLate(ctx context.Context, backup *api.Backup, key client.ObjectKey) error {
	backup.Status.Phase = "Running"
	if controllerutil.AddFinalizer(backup, finalizer) {
		if err := r.Update(ctx, backup); err != nil { // want `the status set at line 320 is lost: Update replaces backup with the server's answer \(Backup has the status subresource, \S*types\.go:34\)`
			return err
		}
	}
	current := &api.Backup{}
	if err := r.Get(ctx, key, current); err != nil {
		return err
	}
	current.Status = *backup.Status.DeepCopy()
	return r.Status().Update(ctx, current)
}

// claim ends with the write that adds the finalizer, whose event starts the next reconcile; claimAndPause changes more.
func (r *reconciler) claim(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Starting"
	if controllerutil.AddFinalizer(backup, finalizer) {
		return r.Update(ctx, backup)
	}
	return r.Status().Update(ctx, backup)
}

func (r *reconciler) claimAndPause(ctx context.Context, backup *api.Backup, paused *bool) error {
	backup.Status.Phase = "Starting"
	if controllerutil.AddFinalizer(backup, finalizer) {
		backup.Spec.Paused = paused
		return r.Update(ctx, backup) // want `the status set at line 344 is lost: Update replaces backup`
	}
	return r.Status().Update(ctx, backup)
}

// claimAlways sets the same finalizers in each reconcile, so that none starts another one.
func (r *reconciler) claimAlways(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Starting"
	backup.Finalizers = []string{finalizer}
	return r.Update(ctx, backup) // want `the status set at line 354 is lost: Update replaces backup`
}
