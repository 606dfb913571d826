// Package typeswitch sets what each kind has in the function that CreateOrUpdate calls.
package typeswitch

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// apply sets the spec again once the object is read.
func apply(ctx context.Context, c client.Client, obj client.Object) error {
	wanted := obj.DeepCopyObject().(client.Object)
	_, err := controllerutil.CreateOrUpdate(ctx, c, obj, func() error {
		switch o := obj.(type) {
		case *appsv1.Deployment:
			o.Spec = wanted.(*appsv1.Deployment).Spec
		case *corev1.Service:
			o.Spec = wanted.(*corev1.Service).Spec
		}
		return nil
	})
	return err
}

// deploy is called with what it sets.
func deploy(ctx context.Context, c client.Client, name string, n int32) error {
	d := &appsv1.Deployment{}
	d.Name, d.Namespace = name, "default"
	d.Spec.Replicas = &n
	return apply(ctx, c, d)
}

// local sets the spec in a switch.
func local(ctx context.Context, c client.Client, name string, n int32) error {
	d := &appsv1.Deployment{}
	d.Name, d.Namespace = name, "default"
	d.Spec.Replicas = &n
	var obj client.Object = d
	_, err := controllerutil.CreateOrUpdate(ctx, c, obj, func() error {
		switch o := obj.(type) {
		case *appsv1.Deployment:
			o.Spec.Replicas = &n
		case *corev1.Service:
			o.Spec.ClusterIP = ""
		}
		return nil
	})
	return err
}

// single does so in one assertion.
func single(ctx context.Context, c client.Client, name string, n int32) error {
	d := &appsv1.Deployment{}
	d.Name, d.Namespace = name, "default"
	d.Spec.Replicas = &n
	var obj client.Object = d
	_, err := controllerutil.CreateOrUpdate(ctx, c, obj, func() error {
		if o, ok := obj.(*appsv1.Deployment); ok {
			o.Spec.Replicas = &n
		}
		return nil
	})
	return err
}

// plain has the variable itself.
func plain(ctx context.Context, c client.Client, name string, n int32) error {
	d := &appsv1.Deployment{}
	d.Name, d.Namespace = name, "default"
	d.Spec.Replicas = &n
	_, err := controllerutil.CreateOrUpdate(ctx, c, d, func() error {
		d.Spec.Replicas = &n
		return nil
	})
	return err
}

// surely panics on others.
func surely(ctx context.Context, c client.Client, name string, n int32) error {
	d := &appsv1.Deployment{}
	d.Name, d.Namespace = name, "default"
	d.Spec.Replicas = &n
	var obj client.Object = d
	_, err := controllerutil.CreateOrUpdate(ctx, c, obj, func() error {
		obj.(*appsv1.Deployment).Spec.Replicas = &n
		return nil
	})
	return err
}

// forgotten sets the annotations only.
func forgotten(ctx context.Context, c client.Client, name string, n int32) error {
	d := &appsv1.Deployment{}
	d.Name, d.Namespace = name, "default"
	d.Spec.Replicas = &n
	var obj client.Object = d
	_, err := controllerutil.CreateOrUpdate(ctx, c, obj, func() error { // want `the spec set at line \d+ is lost if the object exists`
		switch o := obj.(type) {
		case *appsv1.Deployment:
			o.Annotations = map[string]string{"owner": "typeswitch"}
		case *corev1.Service:
			o.Annotations = nil
		}
		return nil
	})
	return err
}
