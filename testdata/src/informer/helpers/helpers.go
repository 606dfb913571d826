// Package helpers does with factories what its names say.
package helpers

import (
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
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
