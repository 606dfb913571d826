// Package ownclient adopts objects through an interface that asks for no more of a
// client than it uses.
package ownclient

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Adopter adopts objects.
type Adopter struct {
	Writer interface {
		Delete(context.Context, client.Object, ...client.DeleteOption) error
		Patch(context.Context, client.Object, client.Patch, ...client.PatchOption) error
	}
	Patcher Patcher
}

// Patcher patches by a name that controller-runtime's client has, and in its own way.
type Patcher interface {
	Patch(context.Context, client.Object, string) error
}

// Watch adopts what the informer adds.
func (a *Adopter) Watch(ctx context.Context, informer cache.SharedIndexInformer, patch client.Patch) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			a.Writer.Patch(ctx, obj.(*corev1.Pod), patch) // want `decodes the response into a cached object`
		},
		UpdateFunc: func(_, obj any) {
			a.Writer.Patch(ctx, obj.(*corev1.Pod).DeepCopy(), patch)
			a.Patcher.Patch(ctx, obj.(*corev1.Pod), "labels")
		},
		DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				a.Writer.Delete(ctx, pod)
			}
		},
	})
	return err
}
