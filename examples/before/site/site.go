// Package site runs a web server for each ConfigMap with the files of a site.
package site

import (
	"context"
	"reflect"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

// image serves what lies in /srv.
const image = "registry.example.com/httpd:2"

// Reconciler keeps a Deployment for each ConfigMap.
type Reconciler struct {
	client.Client
}

// SetupWithManager registers the reconciler.
func (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		Owns(&appsv1.Deployment{}).                              // want ownerref
		WithEventFilter(predicate.GenerationChangedPredicate{}). // want generation
		Complete(r)
}

// Reconcile creates the Deployment of one site, or updates it.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var files corev1.ConfigMap
	if err := r.Get(ctx, req.NamespacedName, &files); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var web appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &web); client.IgnoreNotFound(err) != nil {
		return ctrl.Result{}, err
	}
	old := web.Spec.DeepCopy()
	if err := r.want(&files, &web); err != nil {
		return ctrl.Result{}, err
	}
	if web.UID == "" {
		return ctrl.Result{}, r.Create(ctx, &web)
	}
	if reflect.DeepEqual(old, web.Spec) { // want deepequal
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, r.Update(ctx, &web)
}

// want makes web what it is to be.
func (r *Reconciler) want(files *corev1.ConfigMap, web *appsv1.Deployment) error {
	labels := map[string]string{"app": files.Name}
	web.Name, web.Namespace = files.Name, files.Namespace
	if web.Spec.Selector == nil {
		web.Spec.Selector = &metav1.LabelSelector{MatchLabels: labels}
		web.Spec.Template.Labels = labels
		web.Spec.Template.Spec.Containers = []corev1.Container{{Name: "web"}}
	}
	web.Spec.Template.Spec.Containers[0].Image = image
	return controllerutil.SetOwnerReference(files, web, r.Scheme())
}
