// Package app is the first to see publisher and subscriber.
package app

import (
	corelisters "k8s.io/client-go/listers/core/v1"

	"k8slint.test/cachemutate/registry/events"
	"k8slint.test/cachemutate/registry/publisher"
	"k8slint.test/cachemutate/registry/subscriber" // want `marker.mark mutates a cached object \(pod.Labels\["marked"\] = … at \S*subscriber.go:12\), read by p.Lister.Pods\("ns"\).Get at \S*publisher.go:17`
)

func New(l corelisters.PodLister) *publisher.Publisher {
	s := &events.Stream{}
	return &publisher.Publisher{Lister: l, Stream: s, Sink: subscriber.Start(s)}
}
