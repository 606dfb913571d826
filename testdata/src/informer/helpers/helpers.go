// Package helpers does with factories what its names say.
package helpers

import (
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Start starts.
func Start(factory informers.SharedInformerFactory, stop <-chan struct{}) {
	factory.Start(stop)
}

// Count is what reads Nodes.
type Count struct{ nodes corelisters.NodeLister }

// NewCount asks for the informer.
func NewCount(nodes coreinformers.NodeInformer) *Count {
	return &Count{nodes: nodes.Lister()}
}

// Lazy asks for the informer when it is needed.
type Lazy struct{ nodes coreinformers.NodeInformer }

// NewLazy keeps it.
func NewLazy(nodes coreinformers.NodeInformer) *Lazy { return &Lazy{nodes} }

// Everything asks for what this package reads.
func Everything(factory informers.SharedInformerFactory) {
	factory.Core().V1().Nodes().Informer()
	pods(factory)
}

func pods(factory informers.SharedInformerFactory) {
	factory.Core().V1().Pods().Informer()
}

// A Controller keeps what it reads.
type Controller struct {
	nodes  corelisters.NodeLister
	pods   cache.Indexer
	synced []cache.InformerSynced
}

// NewController asks for two informers, and reads the store of one.
func NewController(factory informers.SharedInformerFactory) *Controller {
	nodes, pods := factory.Core().V1().Nodes(), factory.Core().V1().Pods()
	c := &Controller{nodes: nodes.Lister(), pods: pods.Informer().GetIndexer()}
	c.synced = append(c.synced, nodes.Informer().HasSynced, pods.Informer().HasSynced)
	return c
}

// Failed returns the Pods that have failed.
func (c *Controller) Failed() ([]any, error) { return c.pods.ByIndex("phase", "Failed") }

// A Simulation fills the store itself.
type Simulation struct{ pods cache.Indexer }

// NewSimulation asks for the informer, whose store it fills later, and for another one.
func NewSimulation(factory informers.SharedInformerFactory) *Simulation {
	factory.Core().V1().Nodes().Informer()
	return &Simulation{factory.Core().V1().Pods().Informer().GetIndexer()}
}

// Put adds a Pod.
func (s *Simulation) Put(pod any) error { return s.pods.Add(pod) }
