// Package handled unwraps the tombstones that come in events of another package.
package handled

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"k8slint.test/tombstone/crossing/source"
)

// Pods forgets pods.
type Pods struct {
	events chan source.Event
	on     map[string]int
}

// Run handles events.
func (p *Pods) Run() {
	for e := range p.events {
		if e.What == source.Added {
			p.on[e.Object.(*corev1.Pod).Spec.NodeName]++
			continue
		}
		obj := e.Object
		if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = gone.Obj
		}
		p.on[obj.(*corev1.Pod).Spec.NodeName]--
	}
}

// Soft does nothing for what is no pod.
func (p *Pods) Soft() {
	for e := range p.events {
		if pod, ok := e.Object.(*corev1.Pod); ok {
			p.on[pod.Spec.NodeName]--
		}
	}
}
