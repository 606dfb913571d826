// Package passedon has delete handlers that pass what they get on, in a struct, to a
// function that takes it from a queue or a channel.
package passedon

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

// A change is one of a pod.
type change struct {
	what string
	key  string
	obj  any
}

// Pods handles changes one by one.
type Pods struct {
	queue workqueue.TypedRateLimitingInterface[change]
	seen  map[string]string
}

// Handlers are for the informer of pods.
func (p *Pods) Handlers() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			key, err := cache.MetaNamespaceKeyFunc(obj)
			if err == nil {
				p.queue.Add(change{what: "add", key: key, obj: obj})
			}
		},
		DeleteFunc: func(obj any) {
			key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
			if err == nil {
				p.queue.Add(change{what: "delete", key: key, obj: obj})
			}
		},
	}
}

// Run handles the next change.
func (p *Pods) Run() {
	c, stopped := p.queue.Get()
	if stopped {
		return
	}
	defer p.queue.Done(c)
	switch c.what {
	case "add":
		p.added(c)
	case "delete":
		p.deleted(c.key, c.obj)
	}
}

func (p *Pods) added(c change) {
	pod := c.obj.(*corev1.Pod)
	p.seen[c.key] = pod.Spec.NodeName
}

func (p *Pods) deleted(key string, obj any) {
	pod := obj.(*corev1.Pod) // want `the delete handler passes a tombstone on in change.obj, and the assertion to a \*v1.Pod panics on it; unwrap it in the handler`
	klog.InfoS("deleted", "pod", key, "node", pod.Spec.NodeName)
	delete(p.seen, key)
}

// An event goes over a channel.
type event struct {
	gone bool
	obj  any
}

// Nodes handles events of nodes.
type Nodes struct {
	events chan *event
	names  map[string]bool
}

// OnAdd implements cache.ResourceEventHandler.
func (n *Nodes) OnAdd(obj any, _ bool) { n.send(obj, false) }

// OnUpdate implements cache.ResourceEventHandler.
func (n *Nodes) OnUpdate(_, obj any) { n.send(obj, false) }

// OnDelete implements cache.ResourceEventHandler.
func (n *Nodes) OnDelete(obj any) { n.send(obj, true) }

func (n *Nodes) send(obj any, gone bool) { n.events <- &event{gone: gone, obj: obj} }

// Run handles events until the channel is closed.
func (n *Nodes) Run() {
	for e := range n.events {
		n.handle(e)
	}
}

func (n *Nodes) handle(e *event) {
	node := e.obj.(*corev1.Node) // want `passes a tombstone on in event.obj`
	if e.gone {
		delete(n.names, node.Name)
		return
	}
	n.names[node.Name] = true
}

// An unwrapped event has the object.
type unwrapped struct {
	gone bool
	obj  any
}

// Unwrapping unwraps before it passes on.
type Unwrapping struct {
	events chan unwrapped
	names  map[string]bool
}

// Handlers are for an informer of nodes.
func (u *Unwrapping) Handlers() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				u.events <- unwrapped{gone: true, obj: gone.Obj}
				return
			}
			u.events <- unwrapped{gone: true, obj: obj}
		},
	}
}

// Run handles events.
func (u *Unwrapping) Run() {
	for e := range u.events {
		delete(u.names, e.obj.(*corev1.Node).Name)
	}
}

// A checked event has only nodes.
type checked struct{ obj any }

// Checking drops what is no node, and says so.
type Checking struct {
	events chan checked
	names  map[string]bool
}

// Handlers are for an informer of nodes.
func (c *Checking) Handlers() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			e := checked{obj: obj}
			if _, ok := obj.(*corev1.Node); !ok {
				clear(c.names)
				return
			}
			c.events <- e
		},
	}
}

// Run handles events.
func (c *Checking) Run() {
	for e := range c.events {
		delete(c.names, e.obj.(*corev1.Node).Name)
	}
}

// A late event is unwrapped where it is handled.
type late struct{ obj any }

// Late looks at what it gets.
type Late struct {
	queue workqueue.TypedInterface[any]
	names map[string]bool
}

// Handlers are for an informer of nodes.
func (l *Late) Handlers() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { l.queue.Add(&late{obj: obj}) },
	}
}

// Run handles an event.
func (l *Late) Run() {
	item, _ := l.queue.Get()
	e := item.(*late)
	obj := e.obj
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = gone.Obj
	}
	delete(l.names, obj.(*corev1.Node).Name)
}

// A typed event says what it has.
type typed struct {
	kind string
	gone bool
	obj  any
}

// Typed handles what is there still by its object, and the rest by its key.
type Typed struct {
	queue workqueue.TypedInterface[any]
	names map[string]bool
}

// Handlers are for an informer of a kind.
func (t *Typed) Handlers(kind string) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { t.queue.Add(&typed{kind: kind, obj: obj}) },
		DeleteFunc: func(obj any) { t.queue.Add(&typed{kind: kind, gone: true, obj: obj}) },
	}
}

// Run handles an event.
func (t *Typed) Run() {
	item, _ := t.queue.Get()
	e := item.(*typed)
	if e.gone {
		if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(e.obj); err == nil {
			delete(t.names, key)
		}
		return
	}
	t.names[e.obj.(*corev1.Node).Name] = true
}

// A stored event is kept for later, too.
type stored struct{ obj any }

// Stores keeps the events of nodes that are there.
type Stores struct {
	queue workqueue.TypedInterface[any]
	last  sync.Map
	names map[string]bool
}

// Handlers are for an informer of nodes.
func (s *Stores) Handlers() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { s.last.Store("last", &stored{obj: obj}) },
		DeleteFunc: func(obj any) { s.queue.Add(&stored{obj: obj}) },
	}
}

// Run handles an event.
func (s *Stores) Run() {
	item, _ := s.queue.Get()
	if e, ok := item.(*stored); ok {
		if node, ok := e.obj.(*corev1.Node); ok {
			delete(s.names, node.Name)
		}
	}
	if last, ok := s.last.Load("last"); ok {
		s.names[last.(*stored).obj.(*corev1.Node).Name] = true
	}
}

// A chosen event says by a method what it is.
type chosen struct {
	n   int
	obj any
}

func (c *chosen) there() bool { return c.n < 2 }

// Choosing asks the event.
type Choosing struct {
	events chan *chosen
	names  map[string]bool
}

// Handlers are for an informer of nodes.
func (c *Choosing) Handlers() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { c.events <- &chosen{n: 1, obj: obj} },
		DeleteFunc: func(obj any) { c.events <- &chosen{n: 2, obj: obj} },
	}
}

// Run handles events until done is closed.
func (c *Choosing) Run(done chan struct{}) {
	for {
		select {
		case e := <-c.events:
			if e.there() {
				c.names[e.obj.(*corev1.Node).Name] = true
			}
		case <-done:
			return
		}
	}
}
