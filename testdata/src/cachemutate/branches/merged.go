package branches

import (
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// A merger brings its own pods up to date with those that are there.
type merger struct{ pods corelisters.PodLister }

// upsert gives mine the volumes that only there has.
func (m *merger) upsert(mine, there *corev1.Pod) {
	for i := range mine.Spec.Volumes {
		if s := mine.Spec.Volumes[i].Secret; s != nil {
			s.SecretName = "own-" + s.SecretName // want `mutates a cached object, read by m.pods.Pods\(pod.Namespace\).Get at line 59`
		}
	}
	if there == nil {
		return
	}
	var add []corev1.Volume
	for _, v := range there.Spec.Volumes {
		if v.Name != "" {
			add = append(add, v)
		}
	}
	for _, v := range add {
		mine.Spec.Volumes = append(mine.Spec.Volumes, v)
	}
}

// all merges copies of the pods that are there.
func (m *merger) all(own []*corev1.Pod) error {
	var mine []*corev1.Pod
	for _, pod := range own {
		if pod.Name != "" {
			mine = append(mine, pod)
		}
	}
	for _, pod := range mine {
		there, err := m.pods.Pods(pod.Namespace).Get(pod.Name)
		if err != nil && !apierrors.IsNotFound(err) {
			return err
		}
		if apierrors.IsNotFound(err) {
			there = nil
		}
		if there != nil {
			there = there.DeepCopy()
		}
		m.upsert(pod, there)
	}
	return nil
}

// twice merges what is in the cache itself, and renames that the second time.
func (m *merger) twice(pod *corev1.Pod) error {
	there, err := m.pods.Pods(pod.Namespace).Get(pod.Name)
	if err != nil {
		return err
	}
	m.upsert(pod, there)
	m.upsert(pod, nil)
	return nil
}
