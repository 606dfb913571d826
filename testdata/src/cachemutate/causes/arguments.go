package causes

import (
	corev1 "k8s.io/api/core/v1"

	"k8slint.test/cachemutate/helpers/annot"
)

// A function gets two objects, one of which is the cache's: only what is done with
// that one is reported, although both go to the same function.
func (c *controller) oneOfTwo(ns, name string) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	eitherOf(&corev1.Pod{}, pod)
	return nil
}

func eitherOf(fresh, cached *corev1.Pod) {
	if cached.Name == "x" {
		annot.MarkAll(fresh, []*corev1.Pod{fresh})
	} else {
		annot.MarkAll(cached, []*corev1.Pod{cached}) // want `^MarkAll mutates a cached object .*; DeepCopy it first$`
	}
}

// One map of the object is a new one.
func (c *controller) oneOfTwoMaps(ns, name string) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	relabelled := *pod
	relabelled.Labels = map[string]string{}
	eitherMap(&relabelled)
	return nil
}

func eitherMap(pod *corev1.Pod) {
	if pod.Name == "x" {
		annot.Merge(pod.Labels, nil)
	} else {
		annot.Merge(pod.Annotations, nil) // want `^Merge mutates a cached object .*; DeepCopy it first$`
	}
}
