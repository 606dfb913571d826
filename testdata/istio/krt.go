// Package istio: istio's collections, whose objects all that read them share.
package istio

import (
	"maps"
	"slices"

	"istio.io/istio/pkg/kube/krt"
	corev1 "k8s.io/api/core/v1"
)

type workload struct {
	name   string
	labels map[string]string
}

type group struct{ members []string }

func workloads(pods krt.Collection[*corev1.Pod], services krt.Collection[*corev1.Service]) krt.Collection[workload] {
	return krt.NewCollection(pods, func(ctx krt.HandlerContext, pod *corev1.Pod) *workload {
		pod.Labels["seen"] = "true" // want `pod.Labels\["seen"\] = … mutates a cached object`
		for _, svc := range krt.Fetch(ctx, services) {
			svc.Annotations["pod"] = pod.Name // want `read by krt.Fetch`
		}
		return &workload{name: pod.Name, labels: maps.Clone(pod.Labels)}
	})
}

func copied(pods krt.Collection[*corev1.Pod], services krt.Collection[*corev1.Service]) krt.Collection[workload] {
	return krt.NewManyCollection(pods, func(ctx krt.HandlerContext, pod *corev1.Pod) []workload {
		pod = pod.DeepCopy()
		pod.Labels["seen"] = "true"
		svcs := krt.Fetch(ctx, services)
		// The slice is the caller's.
		slices.SortFunc(svcs, func(a, b *corev1.Service) int { return len(a.Name) - len(b.Name) })
		svcs[0] = svcs[0].DeepCopy()
		return []workload{{name: pod.Name, labels: pod.Labels}}
	})
}

func read(pods krt.Collection[*corev1.Pod], ws krt.Collection[workload], groups krt.Collection[*group]) {
	if pod := pods.GetKey("a/b"); pod != nil {
		(*pod).Spec.NodeName = "n" // want `read by pods.GetKey`
	}
	if pod := krt.FetchOne(nil, pods); pod != nil {
		p := (*pod).DeepCopy()
		p.Spec.NodeName = "n"
	}
	for _, pod := range pods.List() {
		pod.Finalizers = nil // want `read by pods.List`
	}
	// A value is a copy, at its top.
	for _, w := range ws.List() {
		w.name = "other"
	}
	// Collections of other things may be computed at each read.
	for _, g := range groups.List() {
		slices.Sort(g.members)
	}
	krt.NewIndex(pods, "finalizer", func(pod *corev1.Pod) []string {
		slices.Sort(pod.Finalizers) // want `slices.Sort\(pod.Finalizers\) mutates`
		return pod.Finalizers
	})
}
