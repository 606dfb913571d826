// Package helpers reads and builds objects for controllers.
package helpers

import (
	"context"
	"errors"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Probe is a custom resource.
type Probe struct {
	metav1.TypeMeta
	metav1.ObjectMeta
	Spec ProbeSpec
}

// ProbeSpec is what the user wants.
type ProbeSpec struct {
	Resources corev1.ResourceRequirements
	Replicas  int32
}

// DeepCopyObject copies.
func (p *Probe) DeepCopyObject() runtime.Object { c := *p; return &c }

// Live reads from the server, not the cache.
func Live(ctx context.Context, c client.Client, reader client.Reader, key client.ObjectKey, obj client.Object) error {
	err := c.Get(ctx, key, obj)
	if err == nil {
		return nil
	}
	return errors.Join(err, reader.Get(ctx, key, obj))
}

// Store sends the object.
func Store(ctx context.Context, c client.Client, obj client.Object) error { return c.Update(ctx, obj) }

// Deployment runs the Probe, with the resources that the user wants.
func Deployment(p *Probe) *appsv1.Deployment {
	d := Small(p)
	d.Spec.Template.Spec.Containers[0].Resources = p.Spec.Resources
	return d
}

// Small runs it with resources of its own.
func Small(p *Probe) *appsv1.Deployment {
	return &appsv1.Deployment{Spec: appsv1.DeploymentSpec{
		Replicas: &p.Spec.Replicas,
		Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{Containers: []corev1.Container{{
			Resources: corev1.ResourceRequirements{Limits: corev1.ResourceList{"cpu": resource.MustParse("500m")}},
		}}}},
	}}
}
