// Package apply creates what a manifest says.
package apply

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// All creates the objects, which may be Pods.
func All(ctx context.Context, c client.Client, owner metav1.Object, objects []*unstructured.Unstructured) error {
	for _, o := range objects {
		if err := controllerutil.SetControllerReference(owner, o, c.Scheme()); err != nil {
			return err
		}
		if err := c.Create(ctx, o); err != nil {
			return err
		}
	}
	return nil
}
