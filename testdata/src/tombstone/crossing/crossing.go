// Package crossing handles events that another package makes of what informers delete.
package crossing

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"k8slint.test/tombstone/crossing/items"
	"k8slint.test/tombstone/crossing/source"
)

// Pods counts the pods of nodes.
type Pods struct {
	events chan source.Event
	on     map[string]int
}

// Run handles events until done is closed.
func (p *Pods) Run(informer cache.SharedInformer, done chan struct{}) error {
	if err := source.Watch(informer, p.events); err != nil {
		return err
	}
	for {
		select {
		case e := <-p.events:
			p.handle(e)
		case <-done:
			return nil
		}
	}
}

func (p *Pods) handle(e source.Event) {
	switch e.What {
	case source.Added:
		p.on[e.Object.(*corev1.Pod).Spec.NodeName]++
	case source.Deleted:
		p.on[e.Object.(*corev1.Pod).Spec.NodeName]-- // want `the delete handler of package source passes a tombstone on in Event.Object, and the assertion to a \*v1.Pod panics on it; unwrap it in the handler`
	}
}

// Careful looks at what it gets.
type Careful struct {
	events chan source.Unwrapped
	sifted chan source.Sifted
	names  map[string]bool
}

// Run handles events.
func (c *Careful) Run() {
	for e := range c.events {
		delete(c.names, e.Object.(*corev1.Node).Name)
	}
	for e := range c.sifted {
		delete(c.names, e.Object.(*corev1.Node).Name)
	}
}

// Last forgets the last node.
func (c *Careful) Last(last *source.Kept) {
	delete(c.names, last.Object.(*corev1.Node).Name)
}

// Nodes takes items from a queue.
type Nodes struct {
	queue workqueue.TypedInterface[*items.Item]
	names map[string]bool
}

// Start fills the queue.
func (n *Nodes) Start(informer cache.SharedInformer) error { return source.Queue(informer, n.queue) }

// Run handles the next item.
func (n *Nodes) Run() {
	item, stopped := n.queue.Get()
	if stopped {
		return
	}
	node := item.Object.(*corev1.Node) // want `the delete handler of package source passes a tombstone on in Item.Object`
	if item.Gone {
		delete(n.names, node.Name)
		return
	}
	n.names[node.Name] = true
}
