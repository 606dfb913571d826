// Package handlers has what reconcilers of another package call.
package handlers

import (
	"context"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// Finalizer keeps objects until the volumes are gone.
const Finalizer = "example.com/volumes"

// Release removes the finalizer of what is being deleted, and does not tell its caller.
func Release(ctx context.Context, c client.Client, obj client.Object) error { // want Release:`\Qparams ($2; tests; removes; releases; sends; passes)\E`
	if obj.GetDeletionTimestamp() == nil {
		return nil
	}
	controllerutil.RemoveFinalizer(obj, Finalizer)
	return c.Update(ctx, obj)
}

// Ensure adds it in any case.
func Ensure(ctx context.Context, c client.Client, obj client.Object) error { // want Ensure:`\Qparams ($2; adds; sends; passes)\E`
	if controllerutil.AddFinalizer(obj, Finalizer) {
		return c.Update(ctx, obj)
	}
	return nil
}

// Outcome adds it where the work went well: callers pass an error for what is being deleted.
func Outcome(ctx context.Context, c client.Client, obj client.Object, failure error) error {
	if failure == nil {
		controllerutil.AddFinalizer(obj, Finalizer)
	}
	return c.Update(ctx, obj)
}

// EnsureKept adds it to what is not being deleted.
func EnsureKept(ctx context.Context, c client.Client, obj client.Object) error { // want EnsureKept:`\Qparams ($2; tests; sends; passes)\E`
	if obj.GetDeletionTimestamp().IsZero() && controllerutil.AddFinalizer(obj, Finalizer) {
		return c.Update(ctx, obj)
	}
	return nil
}

// Drop removes it from the metadata of an object.
func Drop(meta *metav1.ObjectMeta) { // want Drop:`\Qparams ($0; removes; passes)\E`
	meta.Finalizers = remove(meta.Finalizers)
}

func remove(s []string) []string {
	return slices.DeleteFunc(s, func(f string) bool { return f == Finalizer })
}
