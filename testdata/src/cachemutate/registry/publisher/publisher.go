// Package publisher hands out pods of its lister, and does not know to whom.
package publisher

import (
	corelisters "k8s.io/client-go/listers/core/v1"

	"k8slint.test/cachemutate/registry/events"
)

type Publisher struct {
	Lister corelisters.PodLister
	Stream *events.Stream
	Sink   events.Sink
}

func (p *Publisher) Sync(name string) error {
	pod, err := p.Lister.Pods("ns").Get(name)
	if err != nil {
		return err
	}
	p.Stream.Publish(pod)
	p.Sink.Put(pod)
	p.Sink.PutCopy(pod.DeepCopy())
	return nil
}
