// Package closures: functions as values.
package closures

import (
	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/retry"
)

func inRetry(l corelisters.PodLister) error {
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod.Labels["a"] = "b" // want `mutates a cached object`
		return nil
	})
}

func inRetryCopy(l corelisters.PodLister) error {
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return err
	}
	pod = pod.DeepCopy()
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod.Labels["a"] = "b"
		return nil
	})
}

func getInside(l corelisters.PodLister) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := l.Pods("ns").Get("p")
		if err != nil {
			return err
		}
		pod.Labels["a"] = "b" // want `mutates a cached object`
		return nil
	})
}

func update(l corelisters.PodLister, f func(*corev1.Pod)) error { // want update:`^\Qcall $1(cache0); cache0=l.Pods("ns").Get type k8s.io/api/core/v1.Pod of $0\E$`
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return err
	}
	f(pod)
	return nil
}

func updateCopy(l corelisters.PodLister, f func(*corev1.Pod)) error { // want updateCopy:`^\Qcall $1(_)\E$`
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return err
	}
	f(pod.DeepCopy())
	return nil
}

func callers(l corelisters.PodLister) {
	_ = update(l, func(p *corev1.Pod) {
		p.Labels["a"] = "b" // want `mutates a cached object`
	})
	_ = updateCopy(l, func(p *corev1.Pod) {
		p.Labels["a"] = "b"
	})
}

func create(get func() (*corev1.Pod, error)) (*corev1.Pod, error) { // want create:`^\Qret0=call0.0; call $0()\E$`
	return get()
}

func viaGetter(l corelisters.PodLister) {
	pod, err := create(func() (*corev1.Pod, error) { return l.Pods("ns").Get("p") })
	if err != nil {
		return
	}
	pod.Labels["a"] = "b" // want `mutates a cached object`
}

func deferred(l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return
	}
	defer func() {
		pod.Labels["a"] = "b"
	}()
	pod = pod.DeepCopy()
}

type handler struct{ l corelisters.PodLister }

// A method that a helper of this package calls with the cached object.
func (h *handler) run() { _ = update(h.l, h.handle) }

func (h *handler) handle(p *corev1.Pod) { // want handle:`^\Qwrite $1/ObjectMeta/Labels/*/[] p.Labels["a"]\E$`
	p.Labels["a"] = "b" // want `mutates a cached object, read by l.Pods\("ns"\).Get`
}

// Getters in fields: what is kept there decides.
type getters struct {
	get    func(name string) (*corev1.Pod, error)
	onNode func(node string) ([]*corev1.Pod, error)
	copied func(name string) (*corev1.Pod, error)
	either func(name string) (*corev1.Pod, error)
}

func newGetters(l corelisters.PodLister, idx cache.Indexer, copies bool) *getters {
	g := &getters{get: l.Pods("ns").Get}
	g.onNode = func(node string) ([]*corev1.Pod, error) {
		objs, err := idx.ByIndex("node", node)
		if err != nil {
			return nil, err
		}
		var out []*corev1.Pod
		for _, o := range objs {
			if pod, ok := o.(*corev1.Pod); ok {
				out = append(out, pod)
			}
		}
		return out, nil
	}
	copied := func(name string) (*corev1.Pod, error) {
		pod, err := l.Pods("ns").Get(name)
		return pod.DeepCopy(), err
	}
	g.copied = copied
	g.either = g.copied
	if !copies {
		g.either = l.Pods("ns").Get
	} else {
		g.either = copied
	}
	return g
}

func (g *getters) use(name string) { // want use:`^\Qcall $0/get/*(_); write call0.0/ObjectMeta/Labels/*/[] pod.Labels["a"]\E$`
	pod, err := g.get(name)
	if err != nil {
		return
	}
	pod.Labels["a"] = "b" // want `mutates a cached object`
}

func (g *getters) useOnNode(node string) {
	pods, err := g.onNode(node)
	if err != nil {
		return
	}
	for _, p := range pods {
		p.Labels["a"] = "b" // want `mutates a cached object`
	}
}

func (g *getters) useCopies(name string) {
	pod, err := g.copied(name)
	if err != nil {
		return
	}
	pod.Labels["a"] = "b"
	other, err := g.either(name)
	if err != nil {
		return
	}
	other.Labels["a"] = "b"
}

// A literal that is called in between puts something else into the variable.
func replacedInside(l corelisters.PodLister, name string) {
	pod := &corev1.Pod{}
	get := func() {
		if p, err := l.Pods("ns").Get(name); err == nil {
			pod = p
		}
	}
	get()
	pod.Labels["a"] = "b" // want `pod.Labels\["a"\] = … mutates a cached object`
}

func replacedByCopyInside(l corelisters.PodLister, name string) {
	pod := &corev1.Pod{}
	get := func() {
		if p, err := l.Pods("ns").Get(name); err == nil {
			pod = p.DeepCopy()
		}
	}
	get()
	pod.Labels["a"] = "b"
}
