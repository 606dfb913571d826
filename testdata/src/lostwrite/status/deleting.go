package status

import (
	"context"
	"fmt"
	"slices"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/lostwrite/api"
)

// A janitor has one write for what it adds and for what it removes.
type janitor struct{ reconciler }

func (j *janitor) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	stored := &api.Backup{}
	if err := j.Get(ctx, req.NamespacedName, stored); err != nil {
		return ctrl.Result{}, err
	}
	backup := stored.DeepCopy()
	err := j.clean(ctx, backup)
	backup.Status.Failures++
	if !slices.Equal(stored.Finalizers, backup.Finalizers) {
		if err := j.Update(ctx, backup); err != nil { // want `the status set at line 24 is lost: Update replaces backup`
			return ctrl.Result{}, err
		}
	}
	if err := j.Status().Update(ctx, backup); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, err
}

// clean leaves the status alone, though a copy of it goes to Volumes.
func (j *janitor) clean(ctx context.Context, backup *api.Backup) error {
	if backup.DeletionTimestamp.IsZero() {
		controllerutil.AddFinalizer(backup, finalizer)
		return nil
	}
	if err := j.check(backup); err != nil {
		return err
	}
	for _, v := range backup.Volumes() {
		j.note(fmt.Sprint("removing ", v))
	}
	controllerutil.RemoveFinalizer(backup, finalizer)
	return nil
}

// A keeper puts back what it has kept.
type keeper struct{ reconciler }

func (k *keeper) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	backup := &api.Backup{}
	if err := k.Get(ctx, req.NamespacedName, backup); err != nil {
		return ctrl.Result{}, err
	}
	backup.Status.Failures++
	kept := backup.Status
	controllerutil.AddFinalizer(backup, finalizer)
	if err := k.Update(ctx, backup); err != nil {
		return ctrl.Result{}, err
	}
	backup.Status = kept
	return ctrl.Result{}, k.Status().Update(ctx, backup)
}

// A finisher writes only to end a deletion, which is no loss.
type finisher struct{ reconciler }

func (f *finisher) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	stored := &api.Backup{}
	if err := f.Get(ctx, req.NamespacedName, stored); err != nil {
		return ctrl.Result{}, err
	}
	backup := stored.DeepCopy()
	if backup.DeletionTimestamp.IsZero() {
		backup.Status.Phase = "Running"
	} else {
		controllerutil.RemoveFinalizer(backup, finalizer)
	}
	if !slices.Equal(stored.Finalizers, backup.Finalizers) {
		if err := f.Update(ctx, backup); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, f.Status().Update(ctx, backup)
}

// A starter adds the finalizer and the first phase, and has ways on which nothing changes.
type starter struct{ reconciler }

func (s *starter) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	stored := &api.Backup{}
	if err := s.Get(ctx, req.NamespacedName, stored); err != nil {
		return ctrl.Result{}, err
	}
	backup := stored.DeepCopy()
	err := s.start(ctx, backup)
	if !slices.Equal(stored.Finalizers, backup.Finalizers) {
		if err := s.Update(ctx, backup); err != nil { // want `the status set at line 125 is lost: Update replaces backup`
			return ctrl.Result{}, err
		}
	}
	if err := s.Status().Update(ctx, backup); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, err
}

func (s *starter) start(ctx context.Context, backup *api.Backup) error {
	if !backup.DeletionTimestamp.IsZero() {
		if !controllerutil.ContainsFinalizer(backup, finalizer) {
			return nil
		}
		if backup.Spec.Schedule == "" {
			return fmt.Errorf("no schedule")
		}
		controllerutil.RemoveFinalizer(backup, finalizer)
		return nil
	}
	controllerutil.AddFinalizer(backup, finalizer)
	backup.Status.Phase = "Starting"
	return nil
}
