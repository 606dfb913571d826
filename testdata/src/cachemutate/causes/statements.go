package causes

import (
	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// One statement writes what its call returns, and the call writes as well.
func oneStatement(l corelisters.PodLister, i int) error {
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return err
	}
	pod.Spec.Tolerations = withoutToleration(pod.Spec.Tolerations, i) // want `pod.Spec.Tolerations = … mutates a cached object.*; also written at line 19$`
	return nil
}

func withoutToleration(ts []corev1.Toleration, i int) []corev1.Toleration {
	return append(ts[:i], ts[i+1:]...)
}

// Here the call is a statement of its own, which one can take away.
func twoStatements(l corelisters.PodLister, i int) error {
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return err
	}
	left := withoutVolume(pod.Spec.Volumes, i)
	if len(left) > 0 {
		pod.Spec.Volumes = left // want `pod.Spec.Volumes = … mutates a cached object`
	}
	return nil
}

func withoutVolume(vs []corev1.Volume, i int) []corev1.Volume {
	return append(vs[:i], vs[i+1:]...) // want `overwrites elements of a cached object`
}

func oneStatementCopy(l corelisters.PodLister, i int) error {
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return err
	}
	pod = pod.DeepCopy()
	pod.Spec.ReadinessGates = withoutGate(pod.Spec.ReadinessGates, i)
	return nil
}

func withoutGate(gs []corev1.PodReadinessGate, i int) []corev1.PodReadinessGate {
	return append(gs[:i], gs[i+1:]...)
}
