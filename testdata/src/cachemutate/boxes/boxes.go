// Package boxes: objects that lie in queues, concurrent maps and atomic values
// between two functions, and what the standard library makes of slices.
package boxes

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
)

type event struct {
	kind string
	pod  *corev1.Pod
}

type controller struct {
	pods corelisters.PodLister

	queue  workqueue.TypedRateLimitingInterface[any]
	typed  workqueue.TypedRateLimitingInterface[*corev1.Pod]
	events workqueue.TypedRateLimitingInterface[any]
	keys   workqueue.TypedRateLimitingInterface[any]
	copies workqueue.TypedRateLimitingInterface[any]

	seen    sync.Map
	seenOwn *sync.Map
	last    atomic.Pointer[corev1.Pod]
	lastOwn atomic.Pointer[corev1.Pod]
	value   atomic.Value
}

func (c *controller) get(name string) *corev1.Pod {
	pod, err := c.pods.Pods("ns").Get(name)
	if err != nil {
		return nil
	}
	return pod
}

func (c *controller) put(name string) {
	pod := c.get(name)
	c.queue.Add(pod)
	c.typed.AddRateLimited(pod)
	c.events.Add(event{kind: "add", pod: pod})
	c.keys.Add(pod.Name)
	c.copies.Add(pod.DeepCopy())
	c.seen.Store(name, pod)
	c.seenOwn.Store(name, pod.DeepCopy())
	c.last.Store(pod)
	c.lastOwn.Store(pod.DeepCopy())
	c.value.Store(pod)
}

func (c *controller) work() { // want work:`^\Qwrite $0/queue/*/[]/*/:(k8s.io/api/core/v1.Pod)/ObjectMeta/Labels/*/[] item.(*corev1.Pod).Labels["a"]\E$`
	item, shutdown := c.queue.Get()
	if shutdown {
		return
	}
	defer c.queue.Done(item)
	item.(*corev1.Pod).Labels["a"] = "b" // want `mutates an object of the informer cache`
}

func (c *controller) workTyped() {
	pod, _ := c.typed.Get()
	pod.Labels["a"] = "b" // want `mutates an object of the informer cache`
}

func (c *controller) workEvents() {
	item, _ := c.events.Get()
	ev, ok := item.(event)
	if !ok {
		return
	}
	ev.kind = "seen"
	ev.pod.Labels["a"] = "b" // want `mutates an object of the informer cache`
}

func (c *controller) workKeys() {
	item, _ := c.keys.Get()
	pod := c.get(item.(string)).DeepCopy()
	pod.Labels["a"] = "b"
}

func (c *controller) workCopies() {
	item, _ := c.copies.Get()
	item.(*corev1.Pod).Labels["a"] = "b"
}

func (c *controller) fromMap() {
	if v, ok := c.seen.Load("a"); ok {
		v.(*corev1.Pod).Labels["a"] = "b" // want `mutates an object of the informer cache`
	}
	if v, ok := c.seenOwn.Load("a"); ok {
		v.(*corev1.Pod).Labels["a"] = "b"
	}
}

func (c *controller) eachOfMap() { // want eachOfMap:`^\Qwrite $0/seen/[]/*/:(k8s.io/api/core/v1.Pod)/ObjectMeta/Labels/*/[] v.(*corev1.Pod).Labels["range"]\E$`
	c.seen.Range(func(_, v any) bool {
		v.(*corev1.Pod).Labels["range"] = "b" // want `mutates an object of the informer cache`
		return true
	})
}

func (c *controller) fromAtomics() {
	c.last.Load().Labels["a"] = "b" // want `mutates an object of the informer cache`
	c.lastOwn.Load().Labels["a"] = "b"
}

func (c *controller) fromValue() {
	c.value.Load().(*corev1.Pod).Labels["a"] = "b" // want `mutates an object of the informer cache`
}

func (c *controller) here(name string) {
	var m, own sync.Map
	m.Store(name, c.get(name))
	own.Store(name, c.get(name).DeepCopy())
	v, _ := m.Load(name)
	v.(*corev1.Pod).Labels["a"] = "b" // want `mutates an object of the informer cache`
	v, _ = own.Load(name)
	v.(*corev1.Pod).Labels["a"] = "b"
}

func (c *controller) list() []*corev1.Pod {
	pods, _ := c.pods.List(labels.Everything())
	return pods
}

func (c *controller) concat() {
	for _, p := range slices.Concat(c.list(), nil) {
		p.Labels["concat"] = "b" // want `mutates an object of the informer cache`
	}
}

func (c *controller) max() {
	oldest := slices.MaxFunc(c.list(), func(a, b *corev1.Pod) int { return 0 })
	oldest.Labels["max"] = "b" // want `mutates an object of the informer cache`
}

func (c *controller) collect() {
	byName := map[string]*corev1.Pod{}
	for _, p := range c.list() {
		byName[p.Name] = p
	}
	for _, p := range slices.Collect(maps.Values(byName)) {
		p.Labels["collect"] = "b" // want `mutates an object of the informer cache`
	}
	for _, p := range slices.SortedFunc(maps.Values(byName), func(a, b *corev1.Pod) int { return 0 }) {
		p = p.DeepCopy()
		p.Labels["sorted"] = "b"
	}
}

func (c *controller) owner(name string) error {
	if err := ctrl.SetControllerReference(c.get(name), c.get(name).DeepCopy(), nil); err != nil {
		return err
	}
	return ctrl.SetControllerReference(&corev1.Pod{}, c.get(name), nil) // want `mutates an object of the informer cache`
}
