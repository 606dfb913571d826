// Package wait waits for caches.
package wait

import (
	"context"
	"errors"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type controller struct {
	factory informers.SharedInformerFactory
	synced  []cache.InformerSynced
	pods    cache.SharedIndexInformer
}

func (c *controller) goroutine(ctx context.Context) error {
	go c.factory.Start(ctx.Done()) // want `WaitForCacheSync may run before this Start, and then waits for no informer; call Start without go: it does not block`
	for kind, ok := range c.factory.WaitForCacheSync(ctx.Done()) {
		if !ok {
			return errors.New(kind.String())
		}
	}
	return nil
}

func (c *controller) started(ctx context.Context) {
	c.factory.Start(ctx.Done())
	c.factory.WaitForCacheSync(ctx.Done())
}

// signalled waits until Start has run.
func (c *controller) signalled(ctx context.Context, started chan struct{}) {
	go c.factory.Start(ctx.Done())
	<-started
	c.factory.WaitForCacheSync(ctx.Done())
}

// asked waits for the informer itself.
func (c *controller) asked(ctx context.Context) bool {
	go c.factory.Start(ctx.Done())
	c.factory.WaitForCacheSync(ctx.Done())
	return cache.WaitForCacheSync(ctx.Done(), c.pods.HasSynced)
}

// other waits for what was started before.
func (c *controller) other(ctx context.Context, nodes informers.SharedInformerFactory) {
	go nodes.Start(ctx.Done())
	c.factory.WaitForCacheSync(ctx.Done())
}

func tooEarly(ctx context.Context, client kubernetes.Interface) corelisters.PodLister {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods().Lister()
	factory.WaitForCacheSync(ctx.Done()) // want `this waits only for informers that run, and Start comes later: it returns at once, and the listers may still be empty; call Start first`
	factory.Start(ctx.Done())
	return pods
}

// twice waits after each Start.
func twice(ctx context.Context, client kubernetes.Interface) corelisters.PodLister {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Nodes().Informer()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	pods := factory.Core().V1().Pods().Lister()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return pods
}

func (c *controller) nothing(ctx context.Context) error {
	if !cache.WaitForCacheSync(ctx.Done()) { // want `this waits for no cache, and returns true at once; pass HasSynced of the informers that are read next`
		return ctx.Err()
	}
	return nil
}

func (c *controller) nothingNamed(ctx context.Context) bool {
	return cache.WaitForNamedCacheSyncWithContext(ctx) // want `this waits for no cache`
}

func (c *controller) list(ctx context.Context) bool {
	return cache.WaitForNamedCacheSync("pods", ctx.Done(), c.synced...)
}

// onlyPods waits for pods twice, and reads nodes.
func onlyPods(ctx context.Context, client kubernetes.Interface) (corelisters.PodLister, corelisters.NodeLister) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods, nodes := factory.Core().V1().Pods(), factory.Core().V1().Nodes()
	podLister, nodeLister := pods.Lister(), nodes.Lister()
	factory.Start(ctx.Done())
	cache.WaitForCacheSync(ctx.Done(), pods.Informer().HasSynced, pods.Informer().HasSynced) // want `this waits for one cache twice, and not for another one; pass HasSynced of each informer that is read next`
	return podLister, nodeLister
}

func podsAndNodes(ctx context.Context, client kubernetes.Interface) (corelisters.PodLister, corelisters.NodeLister) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods, nodes := factory.Core().V1().Pods(), factory.Core().V1().Nodes()
	podLister, nodeLister := pods.Lister(), nodes.Lister()
	factory.Start(ctx.Done())
	cache.WaitForCacheSync(ctx.Done(), pods.Informer().HasSynced, nodes.Informer().HasSynced)
	return podLister, nodeLister
}

type syncs struct{ pods, nodes cache.InformerSynced }

func (s *syncs) wait(ctx context.Context) bool {
	return cache.WaitForCacheSync(ctx.Done(), s.pods, s.pods) // want `this waits for one cache twice`
}

func (s *syncs) waitForBoth(ctx context.Context) bool {
	return cache.WaitForCacheSync(ctx.Done(), s.pods, s.nodes)
}

// inMethod keeps its factory in a field that nobody reads elsewhere.
type inMethod struct {
	factory informers.SharedInformerFactory
}

func (m *inMethod) run(ctx context.Context, client kubernetes.Interface) corelisters.PodLister {
	m.factory = informers.NewSharedInformerFactory(client, 0)
	pods := m.factory.Core().V1().Pods().Lister()
	m.factory.WaitForCacheSync(ctx.Done()) // want `this waits only for informers that run, and Start comes later`
	m.factory.Start(ctx.Done())
	return pods
}
