// Package controllers reads through the manager's client. Nothing in it is
// wrong by itself: the client copies what it reads, unless the program that
// makes the manager says otherwise.
package controllers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/managers/controllers/fetch"
)

type PodReconciler struct {
	client.Client
	Live client.Reader // of the API server
}

func (r *PodReconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	pod.Labels["seen"] = "true"
	return ctrl.Result{}, r.Update(ctx, pod)
}

// Copied writes to a copy.
func (r *PodReconciler) Copied(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	pod = pod.DeepCopy()
	pod.Labels["seen"] = "true"
	return r.Update(ctx, pod)
}

// TopLevel writes to the struct, which is the caller's, and puts a new map
// into it.
func (r *PodReconciler) TopLevel(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	pod.Spec.NodeName = "node"
	pod.Labels = map[string]string{}
	pod.Labels["seen"] = "true"
	return nil
}

// Uncached reads from the API server.
func (r *PodReconciler) Uncached(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Live.Get(ctx, key, pod); err != nil {
		return err
	}
	pod.Labels["seen"] = "true"
	return nil
}

// Unstructured objects are not read from the cache, by default.
func (r *PodReconciler) Unstructured(ctx context.Context, key client.ObjectKey) error {
	u := &unstructured.Unstructured{}
	if err := r.Get(ctx, key, u); err != nil {
		return err
	}
	u.SetLabels(nil)
	return nil
}

// OptedIn says false itself, which controller-runtime does not look at where
// the manager said true.
func (r *PodReconciler) OptedIn(ctx context.Context) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.UnsafeDisableDeepCopyOption(false)); err != nil {
		return err
	}
	for i := range pods.Items {
		pods.Items[i].Annotations["seen"] = "true"
	}
	return nil
}

type ConfigMapReconciler struct{ client.Client }

func (r *ConfigMapReconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	cm, err := r.get(ctx, req.NamespacedName)
	if err != nil {
		return ctrl.Result{}, err
	}
	mark(cm)
	return ctrl.Result{}, nil
}

func (r *ConfigMapReconciler) get(ctx context.Context, key client.ObjectKey) (*corev1.ConfigMap, error) {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, cm); err != nil {
		return nil, err
	}
	return cm, nil
}

func mark(cm *corev1.ConfigMap) { cm.Data["seen"] = "true" }

// Secrets are fetched by a helper that does not know what it fetches.
func (r *ConfigMapReconciler) secrets(ctx context.Context, key client.ObjectKey) error {
	s := &corev1.Secret{}
	if err := fetch.Object(ctx, r.Client, key, s); err != nil {
		return err
	}
	s.Data["seen"] = nil
	return nil
}

// ownClient made itself a client, which asks the API server.
type ownClient struct{ c client.Client }

func newOwnClient() (*ownClient, error) {
	c, err := client.New(ctrl.GetConfigOrDie(), client.Options{})
	if err != nil {
		return nil, err
	}
	return &ownClient{c: c}, nil
}

func (o *ownClient) mark(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := o.c.Get(ctx, key, pod); err != nil {
		return err
	}
	pod.Labels["seen"] = "true"
	return nil
}

// markAll reads through helpers, which do not know whose client they get.
func (o *ownClient) markAll(ctx context.Context, key client.ObjectKey) error {
	s := &corev1.Secret{}
	if err := fetch.Object(ctx, o.c, key, s); err != nil {
		return err
	}
	s.Data["seen"] = nil
	c, err := client.New(ctrl.GetConfigOrDie(), client.Options{})
	if err != nil {
		return err
	}
	node, err := fetch.Node(ctx, c, key)
	if err != nil {
		return err
	}
	node.Labels["seen"] = "true"
	return nil
}

// A cluster elsewhere has a cache of its own.
type remote interface {
	GetClient(ctx context.Context) (client.Client, error)
}

func (r *PodReconciler) remoteNode(ctx context.Context, clusters remote) error {
	c, err := clusters.GetClient(ctx)
	if err != nil {
		return err
	}
	return labelNode(ctx, c, client.ObjectKey{Name: "a"})
}

func labelNode(ctx context.Context, c client.Client, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := c.Get(ctx, key, node); err != nil {
		return err
	}
	node.Labels["seen"] = "true"
	return nil
}

// LabelService is not seen to be called.
func LabelService(ctx context.Context, c client.Client, key client.ObjectKey) error {
	svc := &corev1.Service{}
	if err := c.Get(ctx, key, svc); err != nil {
		return err
	}
	svc.Labels["seen"] = "true"
	return nil
}

func (r *ConfigMapReconciler) endpoints(ctx context.Context, key client.ObjectKey) error {
	return labelEndpoints(ctx, r.Client, key)
}

func labelEndpoints(ctx context.Context, c client.Client, key client.ObjectKey) error {
	ep := &corev1.Endpoints{}
	if err := c.Get(ctx, key, ep); err != nil {
		return err
	}
	ep.Labels["seen"] = "true"
	return nil
}

func (r *PodReconciler) silenced(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	pod.Labels["seen"] = "true" //nolint:cachemutate // nobody else reads pods here
	return nil
}
