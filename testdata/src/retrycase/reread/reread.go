// Package reread waits for one object: each round reads it from the API server, and
// watches from what it has read.
package reread

import (
	"context"
	"fmt"
	"log"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Rollouts waits for Deployments.
type Rollouts struct {
	kube   kubernetes.Interface
	client client.Client
}

// Wait reads the Deployment by a method of its own.
func (r *Rollouts) Wait(ctx context.Context, namespace, name string, done func(*appsv1.Deployment) bool) error {
	for ctx.Err() == nil {
		d, err := r.deployment(ctx, namespace, name)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		if done(d) {
			return nil
		}
		from := d.GetResourceVersion()
		w, err := r.kube.AppsV1().Deployments(namespace).Watch(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: from})
		if err != nil {
			log.Print(err)
			continue
		}
		if follow(w, done) {
			return nil
		}
	}
	return ctx.Err()
}

// WaitFilled has a client fill it.
func (r *Rollouts) WaitFilled(ctx context.Context, namespace, name string, done func(*appsv1.Deployment) bool) error {
	for ctx.Err() == nil {
		d, err := r.filled(ctx, types.NamespacedName{Namespace: namespace, Name: name})
		if err != nil {
			return err
		}
		if done(d) {
			return nil
		}
		w, err := r.kube.AppsV1().Deployments(namespace).Watch(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: d.ResourceVersion})
		if err != nil {
			continue
		}
		if follow(w, done) {
			return nil
		}
	}
	return ctx.Err()
}

// WaitFrom reads it once, and goes back to that.
func (r *Rollouts) WaitFrom(ctx context.Context, namespace, name string, done func(*appsv1.Deployment) bool) error {
	d, err := r.deployment(ctx, namespace, name)
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		from := d.GetResourceVersion()
		w, err := r.kube.AppsV1().Deployments(namespace).Watch(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: from}) // want `fails to start with 410 Gone`
		if err != nil {
			continue
		}
		if followed(w, done) {
			return nil
		}
	}
	return ctx.Err()
}

func (r *Rollouts) deployment(ctx context.Context, namespace, name string) (*appsv1.Deployment, error) {
	return r.kube.AppsV1().Deployments(namespace).Get(ctx, name, metav1.GetOptions{})
}

func (r *Rollouts) filled(ctx context.Context, key types.NamespacedName) (*appsv1.Deployment, error) {
	d := &appsv1.Deployment{}
	if err := r.client.Get(ctx, key, d); err != nil {
		return nil, fmt.Errorf("read %v: %w", key, err)
	}
	return d, nil
}

func follow(w watch.Interface, done func(*appsv1.Deployment) bool) bool {
	defer w.Stop()
	for event := range w.ResultChan() {
		if event.Type == watch.Error {
			return false
		}
		if d, ok := event.Object.(*appsv1.Deployment); ok && done(d) {
			return true
		}
	}
	return false
}

// followed is follow for the loop that reads once.
func followed(w watch.Interface, done func(*appsv1.Deployment) bool) bool {
	defer w.Stop()
	for event := range w.ResultChan() {
		if event.Type == watch.Error { // want `after an HTTP 500`
			return false
		}
		if d, ok := event.Object.(*appsv1.Deployment); ok && done(d) {
			return true
		}
	}
	return false
}
