package cases

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedappsv1 "k8s.io/client-go/kubernetes/typed/apps/v1"
	appslisters "k8s.io/client-go/listers/apps/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/k8slint/k8slint/test/apiserver/cases/label"
	"github.com/k8slint/k8slint/test/apiserver/cases/uncopied"
)

// LabelCached has another package label the cached Deployment.
func LabelCached(ctx context.Context, client typedappsv1.DeploymentInterface, lister appslisters.DeploymentNamespaceLister, name string) error {
	deployment, err := lister.Get(name)
	if err != nil || deployment.Labels["paused"] != "" {
		return err
	}
	label.Paused(deployment) // want cachemutate
	_, err = client.Update(ctx, deployment, metav1.UpdateOptions{})
	return err
}

// LabelCopied has it label a copy.
func LabelCopied(ctx context.Context, client typedappsv1.DeploymentInterface, lister appslisters.DeploymentNamespaceLister, name string) error {
	cached, err := lister.Get(name)
	if err != nil || cached.Labels["paused"] != "" {
		return err
	}
	deployment := cached.DeepCopy()
	label.Paused(deployment)
	_, err = client.Update(ctx, deployment, metav1.UpdateOptions{})
	return err
}

// NewMarkers returns a manager whose client returns the objects of the cache, and two
// reconcilers that use it.
func NewMarkers(config *rest.Config, options ctrl.Options) (ctrl.Manager, []reconcile.Reconciler, error) {
	options.Cache = cache.Options{DefaultUnsafeDisableDeepCopy: new(true)} // want cachemutate
	mgr, err := ctrl.NewManager(config, options)
	if err != nil {
		return nil, nil, err
	}
	return mgr, []reconcile.Reconciler{&uncopied.Marker{Client: mgr.GetClient()}, &uncopied.CopyingMarker{Client: mgr.GetClient()}}, nil
}
