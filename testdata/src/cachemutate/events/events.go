// Package events: objects of handlers in events of the program's own.
package events

import (
	"encoding/json"
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"k8slint.test/cachemutate/events/queue"
	"k8slint.test/cachemutate/events/sink"
)

// byChannel sends the handler's objects to a worker.
type byChannel struct {
	events chan *corev1.Pod
	copies chan *corev1.Pod
}

func (c *byChannel) register(i cache.SharedIndexInformer) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			c.events <- obj.(*corev1.Pod)
			c.copies <- obj.(*corev1.Pod).DeepCopy()
		},
		UpdateFunc: func(_, obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				c.events <- pod
			}
		},
	})
}

func (c *byChannel) run(stop <-chan struct{}) {
	go c.worker()
	for {
		select {
		case p := <-c.events:
			p.Labels["selected"] = "b" // want `mutates a cached object`
		case p := <-c.copies:
			p.Labels["selected"] = "b"
		case <-stop:
			return
		}
	}
}

func (c *byChannel) worker() {
	for p := range c.events {
		p.Labels["a"] = "b" // want `mutates a cached object`
	}
	for p := range c.copies {
		p.Labels["a"] = "b"
	}
}

// localChannel makes its channel where it registers.
func localChannel(i cache.SharedIndexInformer) {
	ch := make(chan *corev1.Pod, 10)
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { ch <- obj.(*corev1.Pod) }})
	go drain(ch)
	go func() {
		for p := range ch {
			p.Labels["a"] = "b" // want `mutates a cached object`
		}
	}()
}

func drain(ch <-chan *corev1.Pod) {
	for p := range ch {
		p.Labels["drain"] = "b" // want `mutates a cached object`
	}
}

// chanToFunc hands its channel field to a function.
type chanToFunc struct{ events chan any }

func (c *chanToFunc) OnAdd(obj any, _ bool) { c.events <- obj }
func (c *chanToFunc) OnUpdate(_, obj any)   { c.events <- obj }
func (c *chanToFunc) OnDelete(obj any)      {}

func (c *chanToFunc) register(i cache.SharedIndexInformer) { i.AddEventHandler(c) }

func (c *chanToFunc) start() { go consume(c.events) }

func consume(ch <-chan any) {
	for e := range ch {
		if p, ok := e.(*corev1.Pod); ok {
			p.Labels["consume"] = "b" // want `mutates a cached object`
		}
	}
}

// byMap keeps the handler's objects in a map.
type byMap struct {
	mu     sync.Mutex
	pods   map[string]*corev1.Pod
	copies map[string]*corev1.Pod
	byNode map[string]map[string]*corev1.Pod
}

func newByMap() *byMap {
	return &byMap{pods: map[string]*corev1.Pod{}, copies: make(map[string]*corev1.Pod), byNode: map[string]map[string]*corev1.Pod{}}
}

func (c *byMap) register(i cache.SharedIndexInformer) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.add, DeleteFunc: c.remove})
}

func (c *byMap) add(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pods[pod.Name] = pod
	c.copies[pod.Name] = pod.DeepCopy()
	if c.byNode[pod.Spec.NodeName] == nil {
		c.byNode[pod.Spec.NodeName] = map[string]*corev1.Pod{}
	}
	c.byNode[pod.Spec.NodeName][pod.Name] = pod
}

func (c *byMap) remove(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	delete(c.pods, pod.Name)
}

func (c *byMap) work() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.pods {
		p.Labels["a"] = "b" // want `mutates a cached object`
	}
	for _, p := range c.copies {
		p.Labels["a"] = "b"
	}
	if p, ok := c.pods["x"]; ok {
		p.Annotations["a"] = "b" // want `mutates a cached object`
	}
	for _, ps := range c.byNode {
		for _, p := range ps {
			p.Labels["node"] = "b" // want `mutates a cached object`
		}
	}
}

func (c *byMap) get(name string) *corev1.Pod { return c.pods[name] }

func (c *byMap) viaGetter(name string) {
	p := c.get(name)
	p.Labels["getter"] = "b" // want `mutates a cached object`
	q := c.get(name).DeepCopy()
	q.Labels["getter"] = "b"
}

// bySlice keeps them in a slice.
type bySlice struct {
	pending []*corev1.Pod
	tasks   []task
	ptrs    []*task
}

type task struct {
	kind string
	pod  *corev1.Pod
	old  *corev1.Pod
}

func (c *bySlice) OnAdd(obj any, _ bool) {
	pod := obj.(*corev1.Pod)
	c.pending = append(c.pending, pod)
	c.tasks = append(c.tasks, task{kind: "add", pod: pod, old: pod.DeepCopy()})
	c.ptrs = append(c.ptrs, &task{kind: "add", pod: pod})
}
func (c *bySlice) OnUpdate(_, obj any) {}
func (c *bySlice) OnDelete(obj any)    {}

func (c *bySlice) register(i cache.SharedIndexInformer) { i.AddEventHandler(c) }

func (c *bySlice) work() {
	for _, p := range c.pending {
		p.Labels["pending"] = "b" // want `mutates a cached object`
	}
	for _, t := range c.tasks {
		t.pod.Labels["tasks"] = "b" // want `mutates a cached object`
		t.old.Labels["tasks"] = "b"
	}
	for _, t := range c.ptrs {
		t.pod.Labels["ptrs"] = "b" // want `mutates a cached object`
	}
	p := c.pending[0]
	c.pending = c.pending[1:]
	p.Labels["first"] = "b" // want `mutates a cached object`
}

// event is an event of the program's own.
type event struct {
	kind string
	obj  any
}

// byEvent puts events into a queue.
type byEvent struct {
	queue workqueue.TypedRateLimitingInterface[any]
	typed workqueue.TypedInterface[*event]
	ch    chan event
	ptr   chan *event
	done  chan *event
}

func newByEvent() *byEvent {
	return &byEvent{
		queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[any]()),
		typed: workqueue.NewTyped[*event](),
		ch:    make(chan event, 10),
		ptr:   make(chan *event, 10),
	}
}

func (c *byEvent) register(i cache.SharedIndexInformer) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			c.queue.Add(event{"add", obj})
			c.enqueue("add", obj)
			c.send("add", obj)
			c.ptr <- &event{kind: "add", obj: obj}
			c.done <- &event{kind: "add", obj: obj.(*corev1.Pod).DeepCopy()}
		},
	})
}

func (c *byEvent) enqueue(kind string, obj any) { c.typed.Add(&event{kind: kind, obj: obj}) }

func (c *byEvent) send(kind string, obj any) { c.ch <- event{kind: kind, obj: obj} }

func (c *byEvent) work() {
	for c.next() {
	}
}

func (c *byEvent) next() bool {
	item, shutdown := c.queue.Get()
	if shutdown {
		return false
	}
	defer c.queue.Done(item)
	c.handle(item.(event))
	return true
}

func (c *byEvent) handle(e event) {
	switch obj := e.obj.(type) {
	case *corev1.Pod:
		obj.Labels["queue"] = "b" // want `mutates a cached object`
	case *corev1.Node:
		c.node(obj)
	}
}

func (c *byEvent) node(n *corev1.Node) {
	n.Spec.Taints = nil // want `mutates a cached object`
}

func (c *byEvent) workTyped() {
	e, _ := c.typed.Get()
	e.obj.(*corev1.Pod).Labels["typed"] = "b" // want `mutates a cached object`
}

func (c *byEvent) workChan() {
	for e := range c.ch {
		p, ok := e.obj.(*corev1.Pod)
		if !ok {
			continue
		}
		p.Labels["chan"] = "b" // want `mutates a cached object`
	}
}

func (c *byEvent) workPtr() {
	for e := range c.ptr {
		e.obj.(*corev1.Pod).Labels["ptr"] = "b" // want `mutates a cached object`
	}
	for e := range c.done {
		e.obj.(*corev1.Pod).Labels["ptr"] = "b"
	}
}

// status decodes into the object that the handler sent.
type status struct {
	updates chan metav1.Object
	q       *queue.Queue
	sink    *sink.Sink
	quiet   *sink.Quiet
}

func (s *status) register(i cache.SharedIndexInformer) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(old, obj any) {
			s.updates <- obj.(metav1.Object)
			s.q.Put(obj)
			s.sink.Send(obj) // want `mutates a cached object`
			s.quiet.Send(obj)
		},
	})
}

func (s *status) decode(data []byte) error {
	obj := <-s.updates
	return json.Unmarshal(data, obj) // want `mutates a cached object`
}

func (s *status) workQueue() {
	obj := s.q.Take()
	obj.(*corev1.Pod).Labels["across"] = "b" // want `mutates a cached object`
}

func (s *status) workCopy() {
	obj := s.q.Take().(*corev1.Pod).DeepCopy()
	obj.Labels["copy"] = "b"
}

func (s *status) workEach() {
	s.q.Each(func(obj any) {
		obj.(*corev1.Pod).Labels["each"] = "b" // want `mutates a cached object`
	})
}

// mixed gets objects of its own beside those of the informer: which one comes out
// is not known.
type mixed struct {
	events chan *corev1.Pod
	byName map[string]*corev1.Pod
	list   []*corev1.Pod
}

func (m *mixed) register(i cache.SharedIndexInformer) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { m.put(obj.(*corev1.Pod)) },
	})
}

func (m *mixed) put(pod *corev1.Pod) {
	m.events <- pod
	m.byName[pod.Name] = pod
	m.list = append(m.list, pod)
}

func (m *mixed) own(name string) {
	pod := &corev1.Pod{}
	pod.Name = name
	pod.Labels = map[string]string{}
	m.put(pod)
}

func (m *mixed) work() {
	for p := range m.events {
		p.Labels["a"] = "b"
	}
	for _, p := range m.byName {
		p.Labels["a"] = "b"
	}
	for _, p := range m.list {
		p.Labels["a"] = "b"
	}
}

// replaced copies what it takes out before it writes, and puts the copy back.
type replaced struct {
	byName map[string]*corev1.Pod
	tasks  chan task
}

func (r *replaced) register(i cache.SharedIndexInformer) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			r.byName[pod.Name] = pod
			r.tasks <- task{kind: "add", pod: pod}
		},
	})
}

func (r *replaced) work(name string) {
	pod := r.byName[name].DeepCopy()
	pod.Labels["a"] = "b"
	for t := range r.tasks {
		t.pod = t.pod.DeepCopy()
		t.pod.Labels["a"] = "b"
	}
}
