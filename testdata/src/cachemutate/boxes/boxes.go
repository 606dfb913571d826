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
	item.(*corev1.Pod).Labels["a"] = "b" // want `mutates a cached object`
}

func (c *controller) workTyped() {
	pod, _ := c.typed.Get()
	pod.Labels["a"] = "b" // want `mutates a cached object`
}

func (c *controller) workEvents() {
	item, _ := c.events.Get()
	ev, ok := item.(event)
	if !ok {
		return
	}
	ev.kind = "seen"
	ev.pod.Labels["a"] = "b" // want `mutates a cached object`
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
		v.(*corev1.Pod).Labels["a"] = "b" // want `mutates a cached object`
	}
	if v, ok := c.seenOwn.Load("a"); ok {
		v.(*corev1.Pod).Labels["a"] = "b"
	}
}

func (c *controller) eachOfMap() { // want eachOfMap:`^\Qwrite $0/seen/[]/*/:(k8s.io/api/core/v1.Pod)/ObjectMeta/Labels/*/[] v.(*corev1.Pod).Labels["range"]\E$`
	c.seen.Range(func(_, v any) bool {
		v.(*corev1.Pod).Labels["range"] = "b" // want `mutates a cached object`
		return true
	})
}

func (c *controller) fromAtomics() {
	c.last.Load().Labels["a"] = "b" // want `mutates a cached object`
	c.lastOwn.Load().Labels["a"] = "b"
}

func (c *controller) fromValue() {
	c.value.Load().(*corev1.Pod).Labels["a"] = "b" // want `mutates a cached object`
}

func (c *controller) here(name string) {
	var m, own sync.Map
	m.Store(name, c.get(name))
	own.Store(name, c.get(name).DeepCopy())
	v, _ := m.Load(name)
	v.(*corev1.Pod).Labels["a"] = "b" // want `mutates a cached object`
	v, _ = own.Load(name)
	v.(*corev1.Pod).Labels["a"] = "b"
}

func (c *controller) list() []*corev1.Pod {
	pods, _ := c.pods.List(labels.Everything())
	return pods
}

func (c *controller) concat() {
	for _, p := range slices.Concat(c.list(), nil) {
		p.Labels["concat"] = "b" // want `mutates a cached object`
	}
}

func (c *controller) max() {
	oldest := slices.MaxFunc(c.list(), func(a, b *corev1.Pod) int { return 0 })
	oldest.Labels["max"] = "b" // want `mutates a cached object`
}

func (c *controller) collect() {
	byName := map[string]*corev1.Pod{}
	for _, p := range c.list() {
		byName[p.Name] = p
	}
	for _, p := range slices.Collect(maps.Values(byName)) {
		p.Labels["collect"] = "b" // want `mutates a cached object`
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
	return ctrl.SetControllerReference(&corev1.Pod{}, c.get(name), nil) // want `mutates a cached object`
}

// release is a type of the program's own. What its DeepCopy makes holds a copy, so that
// a release may hold either.
type release struct{ pod *corev1.Pod }

func (r *release) DeepCopy() *release { return &release{pod: r.pod.DeepCopy()} }

func (r *release) SetLabels(l map[string]string) { r.pod.SetLabels(l) } // want SetLabels:`^\Qwrite $0/pod/*/ObjectMeta/Labels r.pod.SetLabels(l); store $0/pod/*/ObjectMeta/Labels $1\E$`

// snapshot makes no copy of its pod, nor does anybody else.
type snapshot struct{ pod *corev1.Pod }

func (s *snapshot) DeepCopy() *snapshot { return &snapshot{pod: s.pod} }

func (s *snapshot) SetLabels(l map[string]string) { s.pod.SetLabels(l) } // want SetLabels:`^\Qwrite $0/pod/*/ObjectMeta/Labels s.pod.SetLabels(l); store $0/pod/*/ObjectMeta/Labels $0/pod/*/ObjectMeta/Labels/*|$1\E$` `s.pod.SetLabels\(l\) mutates a cached object`

type releases struct {
	list      []*release
	snapshots []*snapshot
}

func collected(c *controller) *releases { // want collected:`^\Qret0=new0; new0/list=new1; new0/snapshots=new2; new1/[]=new3; new2/[]=new4; new3/pod=cache0; new4/pod=cache0; cache0=c.pods.Pods("ns").Get type k8s.io/api/core/v1.Pod via controller.get\E$`
	pod := c.get("a")
	return &releases{[]*release{{pod}}, []*snapshot{{pod}}}
}

func (r *releases) unlabel() {
	for _, v := range r.list {
		v.DeepCopy().SetLabels(nil)
	}
	for _, v := range r.snapshots {
		v.DeepCopy().SetLabels(nil)
	}
}
