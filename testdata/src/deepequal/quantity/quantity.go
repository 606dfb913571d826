// Package quantity keeps the resources of a Deployment as a custom resource wants them.
package quantity

import (
	"context"
	"reflect"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Server is a custom resource.
type Server struct {
	metav1.TypeMeta
	metav1.ObjectMeta
	Spec   ServerSpec
	Status ServerStatus
}

// ServerSpec is what the user wants.
type ServerSpec struct {
	Resources corev1.ResourceRequirements
	Memory    string
	Labels    map[string]string
}

// ServerStatus is what there is.
type ServerStatus struct{ Resources corev1.ResourceRequirements }

// DeepCopy copies.
func (s *Server) DeepCopy() *Server { c := *s; return &c }

// DeepCopyObject copies.
func (s *Server) DeepCopyObject() runtime.Object { return s.DeepCopy() }

type reconciler struct{ client.Client }

func (r *reconciler) drift(ctx context.Context, key client.ObjectKey, server *Server) error {
	found := &appsv1.Deployment{}
	if err := r.Get(ctx, key, found); err != nil {
		return err
	}
	if !reflect.DeepEqual(found.Spec.Template.Spec.Containers[0].Resources, server.Spec.Resources) || // want `reflect.DeepEqual compares the spelling of quantities: found.* always differs from server.Spec.Resources where a user writes 1024Mi for 1Gi; use equality.Semantic.DeepEqual`
		!reflect.DeepEqual(found.Labels, server.Spec.Labels) {
		found.Spec.Template.Spec.Containers[0].Resources = server.Spec.Resources
		found.Labels = server.Spec.Labels
		return r.Update(ctx, found)
	}
	return nil
}

func (r *reconciler) amounts(ctx context.Context, key client.ObjectKey, server *Server) error {
	found := &appsv1.Deployment{}
	if err := r.Get(ctx, key, found); err != nil {
		return err
	}
	c := &found.Spec.Template.Spec.Containers[0]
	if !equality.Semantic.DeepEqual(c.Resources, server.Spec.Resources) {
		c.Resources = server.Spec.Resources
		return r.Update(ctx, found)
	}
	return nil
}

// rebuilt makes the object again, and puts what the user wrote into it.
func rebuilt(ctx context.Context, c kubernetes.Interface, server *Server) error {
	want := build()
	want.Spec.Template.Spec.Containers[0].Resources = *server.Spec.Resources.DeepCopy()
	have, err := c.AppsV1().Deployments(server.Namespace).Get(ctx, server.Name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	changed := false
	if !reflect.DeepEqual(have.Spec.Template.Spec.Containers[0].Resources, want.Spec.Template.Spec.Containers[0].Resources) { // want `compares the spelling of quantities`
		have.Spec.Template.Spec.Containers[0].Resources = want.Spec.Template.Spec.Containers[0].Resources
		changed = true
	}
	if changed {
		_, err = c.AppsV1().Deployments(server.Namespace).Update(ctx, have, metav1.UpdateOptions{})
	}
	return err
}

// into points into the object that is read.
func (r *reconciler) into(ctx context.Context, key client.ObjectKey) error {
	server, found := &Server{}, &appsv1.Deployment{}
	if err := r.Get(ctx, key, server); err != nil {
		return err
	}
	if err := r.Get(ctx, key, found); err != nil {
		return err
	}
	container := &found.Spec.Template.Spec.Containers[0]
	if !reflect.DeepEqual(server.Spec.Resources, container.Resources) { // want `compares the spelling of quantities`
		container.Resources = server.Spec.Resources
	}
	return r.Update(ctx, found)
}

func build() *appsv1.Deployment {
	return &appsv1.Deployment{Spec: appsv1.DeploymentSpec{Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{Containers: []corev1.Container{{
		Resources: corev1.ResourceRequirements{Limits: corev1.ResourceList{"cpu": resource.MustParse("500m")}},
	}}}}}}
}

// constant resources are written as the server writes them.
func (r *reconciler) constant(ctx context.Context, key client.ObjectKey) error {
	want, found := build(), &appsv1.Deployment{}
	if err := r.Get(ctx, key, found); err != nil {
		return err
	}
	if !reflect.DeepEqual(found.Spec, want.Spec) {
		found.Spec = want.Spec
		return r.Update(ctx, found)
	}
	return nil
}

// copied objects have the spelling of their originals, two stored Deployments that of the server.
func (r *reconciler) copied(ctx context.Context, key client.ObjectKey, server *Server, other *appsv1.Deployment) error {
	found := &appsv1.Deployment{}
	if err := r.Get(ctx, key, found); err != nil {
		return err
	}
	old := server.DeepCopy()
	if !reflect.DeepEqual(server.Spec.Resources, old.Spec.Resources) {
		server.Spec.Resources = old.Spec.Resources
	}
	if !reflect.DeepEqual(found.Spec, other.Spec) {
		found.Spec = other.Spec
	}
	// The status is what this controller wrote, which has the server's spelling.
	if !reflect.DeepEqual(found.Spec.Template.Spec.Containers[0].Resources, server.Status.Resources) {
		found.Spec.Template.Spec.Containers[0].Resources = server.Status.Resources
	}
	return r.Update(ctx, found)
}

// told is not assigned: nothing is written for ever.
func (r *reconciler) told(ctx context.Context, key client.ObjectKey, server *Server) (bool, error) {
	found := &appsv1.Deployment{}
	if err := r.Get(ctx, key, found); err != nil {
		return false, err
	}
	return !reflect.DeepEqual(found.Spec.Template.Spec.Containers[0].Resources, server.Spec.Resources), nil
}

// parsed quantities keep the unit that the user wrote.
func (r *reconciler) parsed(ctx context.Context, key client.ObjectKey, server *Server) error {
	found := &appsv1.Deployment{}
	if err := r.Get(ctx, key, found); err != nil {
		return err
	}
	want := corev1.ResourceRequirements{Limits: corev1.ResourceList{corev1.ResourceMemory: resource.MustParse(server.Spec.Memory)}}
	if c := &found.Spec.Template.Spec.Containers[0]; !reflect.DeepEqual(want, c.Resources) { // want `compares the spelling of quantities`
		c.Resources = want
		return r.Update(ctx, found)
	}
	return nil
}

func resources(server *Server) corev1.ResourceRequirements {
	return corev1.ResourceRequirements{Limits: corev1.ResourceList{corev1.ResourceMemory: resource.MustParse(server.Spec.Memory)}}
}

func deployment(server *Server) (*appsv1.Deployment, error) {
	d := build()
	d.Spec.Template.Spec.Containers[0].Resources = resources(server)
	return d, nil
}

// helped has them from functions of the package.
func (r *reconciler) helped(ctx context.Context, key client.ObjectKey, server *Server) error {
	found := &appsv1.Deployment{}
	if err := r.Get(ctx, key, found); err != nil {
		return err
	}
	if c := &found.Spec.Template.Spec.Containers[0]; !reflect.DeepEqual(c.Resources, resources(server)) { // want `compares the spelling of quantities`
		c.Resources = resources(server)
	}
	want, err := deployment(server)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(found.Spec.Template.Spec.Containers, want.Spec.Template.Spec.Containers) { // want `compares the spelling of quantities`
		found.Spec = want.Spec
	}
	if !equality.Semantic.DeepEqual(found.Spec.Template, want.Spec.Template) {
		found.Spec.Template = want.Spec.Template
	}
	return r.Update(ctx, found)
}

var memory = "1Gi"

// own quantities are written as the server writes them, or not: that is not known.
func (r *reconciler) own(ctx context.Context, key client.ObjectKey) error {
	found := &appsv1.Deployment{}
	if err := r.Get(ctx, key, found); err != nil {
		return err
	}
	want := corev1.ResourceRequirements{Limits: corev1.ResourceList{corev1.ResourceMemory: resource.MustParse(memory)}}
	if c := &found.Spec.Template.Spec.Containers[0]; !reflect.DeepEqual(want, c.Resources) {
		c.Resources = want
	}
	return r.Update(ctx, found)
}

// given updates what its caller has read.
func (r *reconciler) given(ctx context.Context, live *appsv1.Deployment, server *Server) error {
	if !reflect.DeepEqual(live.Spec.Template.Spec.Containers[0].Resources, server.Spec.Resources) { // want `compares the spelling of quantities`
		live.Spec.Template.Spec.Containers[0].Resources = server.Spec.Resources
	}
	return r.Update(ctx, live)
}

// planned is given an object that nobody may have.
func planned(plan *appsv1.Deployment, server *Server) {
	if !reflect.DeepEqual(plan.Spec.Template.Spec.Containers[0].Resources, server.Spec.Resources) {
		plan.Spec.Template.Spec.Containers[0].Resources = server.Spec.Resources
	}
}

// declared has its variables by var.
func declared(ctx context.Context, c kubernetes.Interface, server *Server) error {
	var want = build()
	want.Spec.Template.Spec.Containers[0].Resources = *server.Spec.Resources.DeepCopy()
	var have, err = c.AppsV1().Deployments(server.Namespace).Get(ctx, server.Name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(have.Spec.Template.Spec.Containers[0].Resources, want.Spec.Template.Spec.Containers[0].Resources) { // want `compares the spelling of quantities`
		have.Spec.Template.Spec.Containers[0].Resources = want.Spec.Template.Spec.Containers[0].Resources
	}
	_, err = c.AppsV1().Deployments(server.Namespace).Update(ctx, have, metav1.UpdateOptions{})
	return err
}

// declaredAlike compares two objects that the function builds.
func declaredAlike() bool {
	var have, want = build(), build()
	if !reflect.DeepEqual(have.Spec.Template.Spec.Containers[0].Resources, want.Spec.Template.Spec.Containers[0].Resources) {
		have.Spec.Template.Spec.Containers[0].Resources = want.Spec.Template.Spec.Containers[0].Resources
		return true
	}
	return false
}
