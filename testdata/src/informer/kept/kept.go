// Package kept runs what keeps factories.
package kept

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"

	"k8slint.test/informer/keepers"
)

type scheduler struct {
	cache keepers.Cache
}

func newScheduler(client kubernetes.Interface) *scheduler {
	return &scheduler{cache: keepers.New(client)}
}

func (s *scheduler) race(stop <-chan struct{}) int {
	go s.cache.Run(stop) // want `WaitForCacheSync may run before Run starts the informers, and then waits for none; start them before this goroutine`
	s.cache.WaitForCacheSync(stop)
	return s.cache.Len()
}

func (s *scheduler) run(stop <-chan struct{}) int {
	s.cache.Run(stop)
	s.cache.WaitForCacheSync(stop)
	return s.cache.Len()
}

// told waits until it has run.
func (s *scheduler) told(stop <-chan struct{}, started chan struct{}) {
	go s.cache.Run(stop)
	<-started
	s.cache.WaitForCacheSync(stop)
}

// asking depends on its informers, not on what is started.
func asking(a *keepers.Asking, stop <-chan struct{}) bool {
	go a.Start(stop)
	return a.Wait(stop)
}

func plain(p *keepers.Plain, stop <-chan struct{}) {
	go p.Go(stop) // want `Wait may run before Go starts the informers`
	p.Wait(stop)
}

// runner may be one that has nothing to wait for.
func runner(r keepers.Runner, stop <-chan struct{}) {
	go r.Go(stop)
	r.Wait(stop)
}

type own struct {
	factory, other informers.SharedInformerFactory
}

func (o *own) start(stop <-chan struct{}) { o.factory.Start(stop) }
func (o *own) wait(stop <-chan struct{})  { o.factory.WaitForCacheSync(stop) }
func (o *own) rest(stop <-chan struct{})  { o.other.WaitForCacheSync(stop) }

func (o *own) race(stop <-chan struct{}) {
	go o.start(stop) // want `wait may run before start starts the informers`
	o.wait(stop)
}

// apart waits for another factory, which was started before.
func (o *own) apart(stop <-chan struct{}) {
	o.other.Start(stop)
	go o.start(stop)
	o.rest(stop)
}
