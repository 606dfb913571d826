package given

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedappsv1 "k8s.io/client-go/kubernetes/typed/apps/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// A pauser is given the Deployment that controller-runtime has read.
type pauser struct {
	client typedappsv1.DeploymentInterface
}

var _ reconcile.ObjectReconciler[*appsv1.Deployment] = (*pauser)(nil)

func newReconciler(c client.Client, p *pauser) reconcile.Reconciler {
	return reconcile.AsReconciler(c, p)
}

func (p *pauser) Reconcile(ctx context.Context, d *appsv1.Deployment) (reconcile.Result, error) {
	d.Spec.Paused = true
	if _, err := p.client.Update(ctx, d, metav1.UpdateOptions{}); err != nil {
		return reconcile.Result{}, err
	}
	d.Status.ObservedGeneration = d.Generation
	_, err := p.client.UpdateStatus(ctx, d, metav1.UpdateOptions{}) // want `d still has the resourceVersion from before the Update`
	return reconcile.Result{}, err
}

// A rereader reads it again in between.
type rereader struct {
	client typedappsv1.DeploymentInterface
}

func (p *rereader) Reconcile(ctx context.Context, d *appsv1.Deployment) (reconcile.Result, error) {
	if _, err := p.client.Update(ctx, d, metav1.UpdateOptions{}); err != nil {
		return reconcile.Result{}, err
	}
	d, err := p.client.Get(ctx, d.Name, metav1.GetOptions{})
	if err != nil {
		return reconcile.Result{}, err
	}
	_, err = p.client.UpdateStatus(ctx, d, metav1.UpdateOptions{})
	return reconcile.Result{}, err
}

// A step looks like a reconciler, and is called with a Deployment that was made.
type step struct {
	client typedappsv1.DeploymentInterface
}

func (s *step) Reconcile(ctx context.Context, d *appsv1.Deployment) (reconcile.Result, error) {
	if _, err := s.client.Update(ctx, d, metav1.UpdateOptions{}); err != nil {
		return reconcile.Result{}, err
	}
	_, err := s.client.UpdateStatus(ctx, d, metav1.UpdateOptions{})
	return reconcile.Result{}, err
}

func (s *step) run(ctx context.Context, name string) error {
	_, err := s.Reconcile(ctx, &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: name}})
	return err
}

// reconcileDesired is no method that controller-runtime calls.
func (s *step) ReconcileDesired(ctx context.Context, d *appsv1.Deployment) (reconcile.Result, error) {
	if _, err := s.client.Update(ctx, d, metav1.UpdateOptions{}); err != nil {
		return reconcile.Result{}, err
	}
	_, err := s.client.UpdateStatus(ctx, d, metav1.UpdateOptions{})
	return reconcile.Result{}, err
}
