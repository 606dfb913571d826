// Package clients has an interface beside the type that implements it.
package clients

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A Client reads objects.
type Client interface {
	Get(ctx context.Context, key client.ObjectKey, obj client.Object) error
}

// Impl is the Client of the program.
type Impl struct{ c client.Client }

// New returns a Client.
func New(c client.Client) *Impl { return &Impl{c} }

// Get reads obj.
func (i *Impl) Get(ctx context.Context, key client.ObjectKey, obj client.Object) error {
	return i.c.Get(ctx, key, obj)
}
