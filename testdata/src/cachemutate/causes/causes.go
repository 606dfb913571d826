// Package causes writes objects of the cache more than once: which writes are one
// finding, and where it stands.
package causes

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type controller struct {
	pods corelisters.PodLister
}

// What comes behind a write is the same finding.
func (c *controller) straight(ns, name string) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	pod.Labels["a"] = "b" // want `^pod.Labels\["a"\] = … mutates .*; also written at line 22 and 2 more places$`
	pod.Spec.NodeName = "n"
	if pod.Name == "x" {
		pod.Status.Message = "m"
	} else {
		pod.Status.Reason = "r"
	}
	return nil
}

// The twin: the copy before the first one is enough for all.
func (c *controller) straightCopied(ns, name string) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	pod = pod.DeepCopy()
	pod.Labels["a"] = "b"
	pod.Spec.NodeName = "n"
	return nil
}

// Who repairs one branch has not repaired the other.
func (c *controller) branches(ns, name string, running bool) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	if running {
		pod.Labels["a"] = "b" // want `^pod.Labels\["a"\] = … mutates .*; DeepCopy it first$`
	} else {
		pod.Spec.NodeName = "n" // want `^pod.Spec.NodeName = … mutates .*; also written at line 53$`
		pod.Spec.Hostname = "h"
	}
	pod.Status.Message = "m" // want `^pod.Status.Message = … mutates .*; DeepCopy it first$`
	return nil
}

// The twin: one branch copies, the other does not.
func (c *controller) branchCopied(ns, name string, running bool) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	if running {
		pod = pod.DeepCopy()
		pod.Labels["a"] = "b"
	} else {
		pod.Spec.NodeName = "n" // want `^pod.Spec.NodeName = … mutates .*; DeepCopy it first$`
	}
	return nil
}

func (c *controller) cases(ns, name string) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	switch pod.Status.Phase {
	case corev1.PodRunning:
		pod.Status.Message = "m" // want `^pod.Status.Message = … mutates .*; DeepCopy it first$`
	case corev1.PodFailed:
		pod.Status.Reason = "r" // want `^pod.Status.Reason = … mutates .*; DeepCopy it first$`
		fallthrough
	default:
		pod.Status.HostIP = "1" // want `^pod.Status.HostIP = … mutates .*; DeepCopy it first$`
	}
	return nil
}

func (c *controller) receives(ns, name string, stop, done chan struct{}) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	select {
	case <-stop:
		pod.Status.Message = "m" // want `^pod.Status.Message = … mutates .*; DeepCopy it first$`
	case <-done:
		pod.Status.Reason = "r" // want `^pod.Status.Reason = … mutates .*; DeepCopy it first$`
	}
	return nil
}

// The body of a loop may not be run.
func (c *controller) loop(ns, name string) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	for i := range pod.Spec.Containers {
		pod.Spec.Containers[i].Image = "a" // want `^pod.Spec.Containers\[i\].Image = … mutates .*; also written at line 116$`
		if i > 0 {
			continue
		}
		pod.Spec.Containers[i].Args = nil
	}
	pod.Status.Message = "m" // want `^pod.Status.Message = … mutates .*; DeepCopy it first$`
	return nil
}

func (c *controller) each(ns string) error {
	pods, err := c.pods.Pods(ns).List(labels.Everything())
	if err != nil {
		return err
	}
	for _, pod := range pods {
		if pod.Name == "x" {
			pod.Labels["a"] = "b" // want `^pod.Labels\["a"\] = … mutates .*; DeepCopy it first$`
			continue
		}
		pod.Spec.NodeName = "n" // want `^pod.Spec.NodeName = … mutates .*; also written at line 133$`
		pod.Spec.Hostname = "h"
	}
	return nil
}

// A call that leads to several writes is one place.
func (c *controller) calls(ns, name string, running bool) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	Prepare(pod, running) // want `^Prepare mutates a cached object \(pod.Labels\["a"\] = … at line \d+\), .*; also written at line 145$`
	pod.Spec.NodeName = "n"
	return nil
}

// Prepare is called with others too.
func Prepare(pod *corev1.Pod, running bool) {
	if running {
		pod.Labels["a"] = "b"
	}
	pod.Status.Message = "m"
}

func (c *controller) otherCallee(ns, name string, running bool) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	if running {
		Prepare(pod, running) // want `^Prepare mutates a cached object \(pod.Labels\["a"\] .*; DeepCopy it first$`
	} else {
		Finish(pod) // want `^Finish mutates a cached object \(pod.Status.Reason .*; DeepCopy it first$`
	}
	return nil
}

func Finish(pod *corev1.Pod) { pod.Status.Reason = "r" }

func (c *controller) fresh() {
	Prepare(&corev1.Pod{}, true)
	Finish(&corev1.Pod{})
}

// mark and unmark have nothing but the cache's objects: a copy in one of them
// leaves the other as it is, and what their caller does as well.
func (c *controller) otherFunction(ns, name string) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	mark(pod)
	unmark(pod)
	pod.Spec.NodeName = "n" // want `^pod.Spec.NodeName = … mutates .*; DeepCopy it first$`
	return nil
}

func mark(pod *corev1.Pod) {
	pod.Labels["a"] = "b" // want `^pod.Labels\["a"\] = … mutates .*; DeepCopy it first$`
}

func unmark(pod *corev1.Pod) {
	if pod.Name == "x" {
		delete(pod.Labels, "a") // want `^delete\(pod.Labels, "a"\) mutates .*; DeepCopy it first$`
		return
	}
	pod.Labels["a"] = "" // want `^pod.Labels\["a"\] = … mutates .*; DeepCopy it first$`
}

// A write before the call is on the way to what the callee does.
func (c *controller) beforeCall(ns, name string) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	pod.Spec.NodeName = "n" // want `^pod.Spec.NodeName = … mutates .*; also written at line 213$`
	rename(pod)
	return nil
}

func rename(pod *corev1.Pod) { pod.Name = "x" }

// A literal may run or not; what it does comes behind what stands before it.
func (c *controller) literal(ns, name string, try func(func() error) error) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	pod.Spec.NodeName = "n" // want `^pod.Spec.NodeName = … mutates .*; also written at line 222$`
	reset := func() { pod.Status.Message = "" }
	reset()
	return nil
}

func (c *controller) literalFirst(ns, name string) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	reset := func() {
		pod.Status.Message = "" // want `^pod.Status.Message = … mutates .*; DeepCopy it first$`
	}
	reset()
	pod.Spec.NodeName = "n" // want `^pod.Spec.NodeName = … mutates .*; DeepCopy it first$`
	return nil
}

// Where objects of two reads meet, nothing of either is lost.
func (c *controller) meet(ns, name string, other bool) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	if other {
		pod, err = c.pods.Pods(ns).Get("other")
		if err != nil {
			return err
		}
		pod.Status.Reason = "r" // want `^pod.Status.Reason = … mutates .*; also written at line 253 and 1 more place$`
	}
	pod.Labels["a"] = "b" // want `^pod.Labels\["a"\] = … mutates .*; also written at line 254$`
	pod.Spec.NodeName = "n"
	return nil
}

// Whoever comes to the second write past another place than the first has
// something else in hand.
func (c *controller) ownElse(ns, name string, cached bool) error {
	pod := &corev1.Pod{}
	if cached {
		var err error
		pod, err = c.pods.Pods(ns).Get(name)
		if err != nil {
			return err
		}
		pod.Labels["a"] = "b" // want `^pod.Labels\["a"\] = … mutates .*; also written at line 270$`
	}
	pod.Spec.NodeName = "n"
	return nil
}

// What replaces nil makes ready for the write behind it.
func (c *controller) nilMap(ns, name string) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	if pod.Labels == nil {
		pod.Labels = map[string]string{} // want `^pod.Labels = … mutates .*; also written at line 283 and 2 more places$`
	}
	pod.Labels["a"] = "b"
	if len(pod.Annotations) == 0 {
		pod.Annotations = map[string]string{}
	}
	pod.Annotations["a"] = "b"
	return nil
}

// The twin: something else is written where something is nil.
func (c *controller) otherNil(ns, name string) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	if pod.Labels == nil {
		pod.Annotations = nil // want `^pod.Annotations = … mutates .*; DeepCopy it first$`
	}
	pod.Spec.NodeName = "n" // want `^pod.Spec.NodeName = … mutates .*; DeepCopy it first$`
	return nil
}

// What a callee's callee writes is known one by one.
func (c *controller) deep(ns, name string) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	Outer(pod) // want `^Outer mutates a cached object \(delete\(pod.Labels, "c"\) at line \d+, through Inner\), .*; DeepCopy it first$`
	return nil
}

func Outer(pod *corev1.Pod) { Inner(pod) }

func Inner(pod *corev1.Pod) {
	delete(pod.Labels, "c")
	pod.Labels["a"] = "b"
	pod.Labels["b"] = "c"
}

func (c *controller) freshDeep() {
	Outer(&corev1.Pod{})
	Inner(&corev1.Pod{})
}
