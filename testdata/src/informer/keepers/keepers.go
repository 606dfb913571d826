// Package keepers keeps factories in its types.
package keepers

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Cache is what a scheduler reads.
type Cache interface {
	Run(stop <-chan struct{})
	WaitForCacheSync(stop <-chan struct{})
	Len() int
}

// New returns a Cache.
func New(client kubernetes.Interface) Cache {
	c := &listed{factory: informers.NewSharedInformerFactory(client, 0)}
	c.pods = c.factory.Core().V1().Pods().Informer()
	return c
}

type listed struct {
	factory informers.SharedInformerFactory
	pods    cache.SharedIndexInformer
}

func (c *listed) Run(stop <-chan struct{}) { c.factory.Start(stop) }

func (c *listed) WaitForCacheSync(stop <-chan struct{}) { c.factory.WaitForCacheSync(stop) }

func (c *listed) Len() int { return len(c.pods.GetStore().List()) }

// Asking asks its informer whether it has synced.
type Asking struct{ listed }

// Start runs the informers.
func (a *Asking) Start(stop <-chan struct{}) { a.factory.Start(stop) }

// Wait waits until Start has run, too.
func (a *Asking) Wait(stop <-chan struct{}) bool {
	a.factory.WaitForCacheSync(stop)
	return cache.WaitForCacheSync(stop, a.pods.HasSynced)
}

// A Runner is implemented by two types.
type Runner interface {
	Go(stop <-chan struct{})
	Wait(stop <-chan struct{})
}

// Plain starts and waits.
type Plain struct {
	Factory informers.SharedInformerFactory
}

// Go starts.
func (p *Plain) Go(stop <-chan struct{}) { p.Factory.Start(stop) }

// Wait waits.
func (p *Plain) Wait(stop <-chan struct{}) { p.Factory.WaitForCacheSync(stop) }

// None has nothing to wait for.
type None struct{}

// Go does nothing.
func (None) Go(<-chan struct{}) {}

// Wait does nothing.
func (None) Wait(<-chan struct{}) {}
