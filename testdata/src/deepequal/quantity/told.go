package quantity

import (
	"context"
	"reflect"

	appsv1 "k8s.io/api/apps/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// sent sends what the user wrote, instead of assigning it.
func (r *reconciler) sent(ctx context.Context, key client.ObjectKey, server *Server) error {
	found := &appsv1.Deployment{}
	if err := r.Get(ctx, key, found); err != nil {
		return err
	}
	want, err := deployment(server)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(found.Spec.Template.Spec, want.Spec.Template.Spec) { // want `compares the spelling of quantities`
		want.ResourceVersion = found.ResourceVersion
		return r.Update(ctx, want)
	}
	if fixed := build(); !reflect.DeepEqual(found.Spec.Strategy, fixed.Spec.Strategy) || !reflect.DeepEqual(found.Spec.Template.Spec, fixed.Spec.Template.Spec) {
		return r.Update(ctx, fixed)
	}
	return nil
}

// outdated tells its only caller, which updates the Deployment.
func outdated(have, want appsv1.Deployment) bool {
	is, be := have.Spec.Template.Spec.Containers[0], want.Spec.Template.Spec.Containers[0]
	if is.Image != be.Image {
		return true
	}
	if !reflect.DeepEqual(is.Resources, be.Resources) { // want `reflect.DeepEqual compares the spelling of quantities: is.Resources always differs from be.Resources`
		return true
	}
	return false
}

func (r *reconciler) upToDate(ctx context.Context, key client.ObjectKey, server *Server) error {
	var found appsv1.Deployment
	if err := r.Get(ctx, key, &found); err != nil {
		return err
	}
	want, err := deployment(server)
	if err != nil || !outdated(found, *want) {
		return err
	}
	found.Spec = want.Spec
	return r.Update(ctx, &found)
}

// same is asked of two Deployments that are both stored, too.
func same(have, want *appsv1.Deployment) bool {
	if reflect.DeepEqual(have.Spec.Template.Spec, want.Spec.Template.Spec) {
		return true
	}
	return false
}

func (r *reconciler) compare(ctx context.Context, key, other client.ObjectKey, server *Server) error {
	found, second := &appsv1.Deployment{}, &appsv1.Deployment{}
	if err := r.Get(ctx, key, found); err != nil {
		return err
	}
	if err := r.Get(ctx, other, second); err != nil || same(found, second) {
		return err
	}
	want, err := deployment(server)
	if err != nil || same(found, want) {
		return err
	}
	return r.Update(ctx, want)
}

// differs only says that the two are different.
func differs(have, want *appsv1.Deployment) bool {
	if !reflect.DeepEqual(have.Spec.Template.Spec, want.Spec.Template.Spec) {
		return true
	}
	return false
}

func (r *reconciler) report(ctx context.Context, key client.ObjectKey, server *Server) (bool, error) {
	found := &appsv1.Deployment{}
	if err := r.Get(ctx, key, found); err != nil {
		return false, err
	}
	want, err := deployment(server)
	return err == nil && differs(found, want), err
}

// empty does nothing where they differ, and a literal answers for itself.
func empty(have, want *appsv1.Deployment) bool {
	if !reflect.DeepEqual(have.Spec.Template.Spec, want.Spec.Template.Spec) {
	}
	return func() bool {
		if !reflect.DeepEqual(have.Spec.Template.Spec, want.Spec.Template.Spec) {
			return true
		}
		return false
	}() && have.Name == ""
}

func (r *reconciler) unnamed(ctx context.Context, key client.ObjectKey, server *Server) error {
	found := &appsv1.Deployment{}
	if err := r.Get(ctx, key, found); err != nil {
		return err
	}
	want, err := deployment(server)
	if err != nil || !empty(found, want) {
		return err
	}
	return r.Update(ctx, want)
}

// equal answers what the comparison says.
func equal(have, want *appsv1.Deployment) bool {
	return have.Name == want.Name && reflect.DeepEqual(have.Spec.Template.Spec, want.Spec.Template.Spec) // want `compares the spelling of quantities`
}

func (r *reconciler) repeat(ctx context.Context, key client.ObjectKey, server *Server) error {
	found := &appsv1.Deployment{}
	if err := r.Get(ctx, key, found); err != nil {
		return err
	}
	want, err := deployment(server)
	if err != nil || equal(found, want) {
		return err
	}
	found.Spec = want.Spec
	return r.Update(ctx, found)
}
