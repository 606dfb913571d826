// Package failures loses what it writes where a read or another write has failed.
package failures

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/lostwrite/api"
)

type reconciler struct{ client.Client }

func keyOf(b *api.Backup) types.NamespacedName {
	return types.NamespacedName{Namespace: b.Namespace, Name: b.Name}
}

func (r *reconciler) notFound(ctx context.Context, b *api.Backup) error {
	var secret corev1.Secret
	err := r.Get(ctx, keyOf(b), &secret)
	if err != nil {
		if apierrors.IsNotFound(err) {
			b.Status.Phase = "Waiting"
			return r.Update(ctx, b) // want `Update does not store the status of b .*: the change at line 28 is dropped`
		}
		return err
	}
	return nil
}

func (r *reconciler) notFoundRight(ctx context.Context, b *api.Backup) error {
	var secret corev1.Secret
	err := r.Get(ctx, keyOf(b), &secret)
	if err != nil {
		if apierrors.IsNotFound(err) {
			b.Status.Phase = "Waiting"
			return r.Status().Update(ctx, b)
		}
		return err
	}
	return nil
}

func (r *reconciler) anyError(ctx context.Context, b *api.Backup) error {
	if err := r.secrets(ctx, b); err != nil {
		b.Status.Phase = "Failed"
		b.Annotations["error"] = err.Error()
		if err := r.Status().Update(ctx, b); err != nil { // want `Status\(\)\.Update stores only the status .*: the annotation set at line 52 is dropped`
			return err
		}
		return fmt.Errorf("secrets: %w", err)
	}
	return nil
}

func (r *reconciler) anyErrorRight(ctx context.Context, b *api.Backup) error {
	if err := r.secrets(ctx, b); err != nil {
		b.Status.Phase = "Failed"
		if err := r.Status().Update(ctx, b); err != nil {
			return err
		}
		b.Annotations["error"] = "true"
		return r.Update(ctx, b)
	}
	return nil
}

func (r *reconciler) secrets(ctx context.Context, b *api.Backup) error {
	var all corev1.SecretList
	if err := r.List(ctx, &all, client.InNamespace(b.Namespace)); err != nil {
		return err
	}
	return nil
}

func (r *reconciler) writeFailed(ctx context.Context, b *api.Backup, pod *corev1.Pod) error {
	pod.Labels["backup"] = b.Name
	if err := r.Update(ctx, pod); err != nil {
		b.Status.Phase = "Failed"
		return r.Update(ctx, b) // want `Update does not store the status of b .*: the change at line 84 is dropped`
	}
	return nil
}

// again sends the same object once more: nothing of it has changed in between.
func (r *reconciler) again(ctx context.Context, b *api.Backup) error {
	b.Status.Phase = "Running"
	if err := r.Status().Update(ctx, b); err != nil {
		return r.Update(ctx, b)
	}
	return nil
}

// labelNotStored: the label is sent by the first write, or by the next reconcile.
func (r *reconciler) labelNotStored(ctx context.Context, b *api.Backup) error {
	b.Labels["team"] = "storage"
	if err := r.Update(ctx, b); err != nil {
		b.Status.Phase = "Failed"
		return r.Status().Update(ctx, b)
	}
	return nil
}

// created: the object that was not found is made.
func (r *reconciler) created(ctx context.Context, b *api.Backup) error {
	pod := &corev1.Pod{}
	err := r.Get(ctx, keyOf(b), pod)
	if apierrors.IsNotFound(err) {
		pod.Name = b.Name
		pod.Spec.NodeName = "a"
		err = r.Create(ctx, pod)
	}
	return err
}

// createdOnce: CreateOrUpdate creates what was not found.
func (r *reconciler) createdOnce(ctx context.Context, b *api.Backup) error {
	found := &corev1.ConfigMap{}
	err := r.Get(ctx, keyOf(b), found)
	if err != nil {
		cm := &corev1.ConfigMap{Data: map[string]string{"schedule": b.Spec.Schedule}}
		cm.Name = b.Name
		_, err = controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error { return nil })
	}
	return err
}
