// Package mutated writes in the function that CreateOrUpdate calls after it has read an
// object.
package mutated

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

type reconciler struct{ client.Client }

// The copy is read, and the object itself is written.
func (r *reconciler) copyRead(ctx context.Context, ns *corev1.Namespace, phase corev1.NamespacePhase) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		_, err := controllerutil.CreateOrUpdate(ctx, r.Client, ns.DeepCopy(), func() error {
			ns.Status.Phase = phase
			return r.Status().Update(ctx, ns) // want `ns is written again with the resourceVersion that was refused`
		})
		return err
	})
}

func (r *reconciler) otherRead(ctx context.Context, ns *corev1.Namespace, quota *corev1.ResourceQuota) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		_, err := controllerutil.CreateOrPatch(ctx, r.Client, quota, func() error {
			quota.Spec.Scopes = nil
			ns.Annotations["quota"] = quota.Name
			return r.Update(ctx, ns) // want `ns is written again with the resourceVersion that was refused`
		})
		return err
	})
}

// What is read is written.
func (r *reconciler) read(ctx context.Context, ns *corev1.Namespace, phase corev1.NamespacePhase) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		_, err := controllerutil.CreateOrUpdate(ctx, r.Client, ns, func() error {
			ns.Status.Phase = phase
			return r.Status().Update(ctx, ns)
		})
		return err
	})
}

func (r *reconciler) copied(ctx context.Context, ns *corev1.Namespace, phase corev1.NamespacePhase) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		latest := ns.DeepCopy()
		_, err := controllerutil.CreateOrUpdate(ctx, r.Client, latest, func() error {
			latest.DeepCopyInto(ns)
			ns.Status.Phase = phase
			return r.Status().Update(ctx, ns)
		})
		return err
	})
}

func (r *reconciler) version(ctx context.Context, ns *corev1.Namespace, phase corev1.NamespacePhase) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		latest := &corev1.Namespace{ObjectMeta: ns.ObjectMeta}
		_, err := controllerutil.CreateOrUpdate(ctx, r.Client, latest, func() error {
			ns.ResourceVersion = latest.ResourceVersion
			ns.Status.Phase = phase
			return r.Status().Update(ctx, ns)
		})
		return err
	})
}

// CreateOrUpdate itself reads in each attempt.
func (r *reconciler) plain(ctx context.Context, ns *corev1.Namespace) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := controllerutil.CreateOrUpdate(ctx, r.Client, ns, func() error {
			ns.Labels["seen"] = "true"
			return nil
		})
		return err
	})
}

// The first write takes the answer, so the second knows its version.
func (r *reconciler) after(ctx context.Context, ns *corev1.Namespace) error {
	if err := r.Status().Update(ctx, ns); err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := r.Get(ctx, client.ObjectKeyFromObject(ns), ns); err != nil {
			return err
		}
		quota := &corev1.ResourceQuota{}
		_, err := controllerutil.CreateOrUpdate(ctx, r.Client, quota, func() error {
			return controllerutil.SetControllerReference(ns, quota, r.Scheme())
		})
		if err != nil {
			return err
		}
		ns.Labels["quota"] = quota.Name
		return r.Update(ctx, ns)
	})
}

// A mutate function that is not seen may read anything.
func (r *reconciler) given(ctx context.Context, ns *corev1.Namespace, mutate controllerutil.MutateFn) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, ns, mutate); err != nil {
			return err
		}
		return r.Status().Update(ctx, ns)
	})
}
