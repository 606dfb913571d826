// Package leaving: function literals that leave the function that made them, and call
// functions which they captured there.
package leaving

import (
	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

func returned(l corelisters.PodLister) func(name string) error {
	touch := func(pod *corev1.Pod) { pod.Labels["touched"] = "yes" } // want `mutates a cached object`
	return func(name string) error {
		pod, err := l.Pods("ns").Get(name)
		if err != nil {
			return err
		}
		touch(pod)
		return nil
	}
}

func returnedCopy(l corelisters.PodLister) func(name string) error {
	touch := func(pod *corev1.Pod) { pod.Labels["touched"] = "yes" }
	return func(name string) error {
		pod, err := l.Pods("ns").Get(name)
		if err != nil {
			return err
		}
		touch(pod.DeepCopy())
		return nil
	}
}

// Called here as well: one finding.
func callReturned(l corelisters.PodLister) error { return returned(l)("p") }

// A literal in a literal.
func twice(l corelisters.PodLister) func() func() {
	touch := func(pod *corev1.Pod) { pod.Labels["touched"] = "yes" } // want `mutates a cached object`
	return func() func() {
		return func() {
			if pod, err := l.Pods("ns").Get("p"); err == nil {
				touch(pod)
			}
		}
	}
}

func inStruct() predicate.Funcs {
	phase := func(o client.Object) corev1.PodPhase {
		pod := o.(*corev1.Pod)
		pod.ManagedFields = nil // want `mutates a cached object`
		return pod.Status.Phase
	}
	return predicate.Funcs{
		UpdateFunc: func(e event.UpdateEvent) bool {
			return phase(e.ObjectNew) != phase(e.ObjectOld)
		},
	}
}

func inStructCopy() predicate.Funcs {
	phase := func(o client.Object) corev1.PodPhase {
		pod := o.DeepCopyObject().(*corev1.Pod)
		pod.ManagedFields = nil
		return pod.Status.Phase
	}
	return predicate.Funcs{
		UpdateFunc: func(e event.UpdateEvent) bool {
			return phase(e.ObjectNew) != phase(e.ObjectOld)
		},
	}
}

func inField() *predicate.Funcs {
	clean := func(o client.Object) { o.SetAnnotations(nil) } // want `mutates a cached object`
	f := &predicate.Funcs{}
	f.CreateFunc = func(e event.CreateEvent) bool {
		clean(e.Object)
		return true
	}
	return f
}

type controller struct {
	pods  corelisters.PodLister
	spare *corev1.Pod
	sync  func()
	hooks []hook
}

type hook struct{ run func() }

func (c *controller) setup() {
	clean := func(pod *corev1.Pod) { pod.Spec.NodeName = "" } // want `mutates a cached object`
	c.sync = func() {
		if pod, err := c.pods.Pods("ns").Get("p"); err == nil {
			clean(pod)
		}
	}
}

func (c *controller) setupHooks() {
	clean := func(pod *corev1.Pod) { pod.Spec.NodeName = "" } // want `mutates a cached object`
	c.hooks = append(c.hooks, hook{run: func() {
		if pod, err := c.pods.Pods("ns").Get("p"); err == nil {
			clean(pod)
		}
	}})
}

// What a literal captures is replaced before it leaves.
func replaced(l corelisters.PodLister) func() {
	touch := func(pod *corev1.Pod) {}
	run := func() {
		if pod, err := l.Pods("ns").Get("p"); err == nil {
			touch(pod)
		}
	}
	touch = func(pod *corev1.Pod) { pod.Labels["touched"] = "yes" } // want `mutates a cached object`
	return run
}

// Functions that the maker of a literal was given.
func phases(phase func(client.Object) corev1.PodPhase) predicate.Predicate { // want phases:`\Qcall weak $0(cache0); call weak $0(cache1);\E`
	return predicate.Funcs{
		UpdateFunc: func(e event.UpdateEvent) bool { return phase(e.ObjectNew) != phase(e.ObjectOld) },
	}
}

func given() predicate.Predicate {
	return phases(func(o client.Object) corev1.PodPhase {
		o.SetManagedFields(nil) // want `mutates a cached object`
		return o.(*corev1.Pod).Status.Phase
	})
}

func givenReader() predicate.Predicate {
	return phases(func(o client.Object) corev1.PodPhase { return o.(*corev1.Pod).Status.Phase })
}

// The literal is called later, or never: it does not write its caller's object now.
func writer(l corelisters.PodLister, spare *corev1.Pod) func() {
	use := func(pod *corev1.Pod) { spare.Spec.NodeName = pod.Spec.NodeName }
	return func() {
		if pod, err := l.Pods("ns").Get("p"); err == nil {
			use(pod)
		}
	}
}

func neverCalled(l corelisters.PodLister) error {
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return err
	}
	_ = writer(l, pod)
	return nil
}
