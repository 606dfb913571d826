// Package first has a controller of Pods.
package first

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"

	"k8slint.test/cachemutate/interfaces/clients"
)

// A Controller looks at new Pods.
type Controller struct{ client clients.Client }

// Add makes a Controller.
func Add(c client.Client) *Controller {
	impl := clients.New(c)
	return &Controller{client: impl}
}

// Create implements predicate.Predicate.
func (c *Controller) Create(e event.CreateEvent) bool {
	pod := e.Object.(*corev1.Pod)
	return c.client.Get(context.TODO(), client.ObjectKeyFromObject(pod), pod) == nil // want `mutates a cached object`
}

// Update implements predicate.Predicate.
func (c *Controller) Update(event.UpdateEvent) bool { return true }

// Delete implements predicate.Predicate.
func (c *Controller) Delete(event.DeleteEvent) bool { return true }

// Generic implements predicate.Predicate.
func (c *Controller) Generic(event.GenericEvent) bool { return true }
