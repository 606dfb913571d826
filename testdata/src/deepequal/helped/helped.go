// Package helped keeps Deployments by helpers of its own and of another package.
package helped

import (
	"context"
	"reflect"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/deepequal/helpers"
)

type reconciler struct {
	client.Client
	reader client.Reader
}

func (r *reconciler) probe(ctx context.Context, key client.ObjectKey, probe *helpers.Probe) error {
	want, have := helpers.Deployment(probe), &appsv1.Deployment{}
	if err := helpers.Live(ctx, r.Client, r.reader, key, have); err != nil {
		return err
	}
	changed := false
	if !reflect.DeepEqual(want.Spec.Template.Spec.Containers[0].Resources, have.Spec.Template.Spec.Containers[0].Resources) { // want `compares the spelling of quantities`
		have.Spec.Template.Spec.Containers[0].Resources = want.Spec.Template.Spec.Containers[0].Resources
		changed = true
	}
	if changed {
		return helpers.Store(ctx, r.Client, have)
	}
	return nil
}

// small has resources that are written as the server writes them.
func (r *reconciler) small(ctx context.Context, key client.ObjectKey, probe *helpers.Probe) error {
	want, have := helpers.Small(probe), &appsv1.Deployment{}
	if err := helpers.Live(ctx, r.Client, r.reader, key, have); err != nil {
		return err
	}
	if !reflect.DeepEqual(want.Spec.Template.Spec.Containers[0].Resources, have.Spec.Template.Spec.Containers[0].Resources) {
		have.Spec.Template.Spec.Containers[0].Resources = want.Spec.Template.Spec.Containers[0].Resources
	}
	return helpers.Store(ctx, r.Client, have)
}

// handed updates what it is given.
func (r *reconciler) handed(ctx context.Context, have *appsv1.Deployment, probe *helpers.Probe) error {
	if !reflect.DeepEqual(have.Spec.Template.Spec.Containers[0].Resources, probe.Spec.Resources) { // want `compares the spelling of quantities`
		have.Spec.Template.Spec.Containers[0].Resources = probe.Spec.Resources
	}
	return helpers.Store(ctx, r.Client, have)
}

// A step has its custom resource in a field.
type step struct {
	client.Client
	probe *helpers.Probe
}

func (s *step) run(ctx context.Context, amounts bool) error {
	have := helpers.Small(s.probe)
	if err := s.read(ctx, have); err != nil {
		return err
	}
	if amounts {
		s.amounts(&have.Spec.Template.Spec)
	} else {
		s.spelling(&have.Spec.Template.Spec)
	}
	return s.Update(ctx, have)
}

func (s *step) read(ctx context.Context, obj client.Object) error {
	return s.Get(ctx, client.ObjectKeyFromObject(obj), obj)
}

func (s *step) spelling(have *corev1.PodSpec) {
	container := &have.Containers[0]
	if !reflect.DeepEqual(container.Resources, s.probe.Spec.Resources) { // want `compares the spelling of quantities`
		container.Resources = s.probe.Spec.Resources
	}
}

func (s *step) amounts(have *corev1.PodSpec) {
	container := &have.Containers[0]
	if !equality.Semantic.DeepEqual(container.Resources, s.probe.Spec.Resources) {
		container.Resources = s.probe.Spec.Resources
	}
}

// build changes an object that is not stored yet.
func (s *step) build() *appsv1.Deployment {
	d := helpers.Small(s.probe)
	s.fill(&d.Spec.Template.Spec)
	return d
}

func (s *step) fill(spec *corev1.PodSpec) {
	container := &spec.Containers[0]
	if !reflect.DeepEqual(container.Resources, s.probe.Spec.Resources) {
		container.Resources = s.probe.Spec.Resources
	}
}

// either is called with an object that is stored, and with one that is not.
func (s *step) either(ctx context.Context) (*appsv1.Deployment, error) {
	have, want := &appsv1.Deployment{}, helpers.Small(s.probe)
	if err := s.read(ctx, have); err != nil {
		return nil, err
	}
	s.set(&have.Spec.Template.Spec)
	s.set(&want.Spec.Template.Spec)
	return want, s.Update(ctx, have)
}

func (s *step) set(spec *corev1.PodSpec) {
	if container := &spec.Containers[0]; !reflect.DeepEqual(container.Resources, s.probe.Spec.Resources) {
		container.Resources = s.probe.Spec.Resources
	}
}
