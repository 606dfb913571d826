// Package contracts: what the analysis cannot see, said above functions.
package contracts

import (
	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type backend interface {
	//k8slint:shared
	Cached(name string) *corev1.Pod
	Fetched(name string) *corev1.Pod
	//k8slint:writes pod
	Default(pod *corev1.Pod)
	//k8slint:does write $1/Labels/*/[]; ret0=$1
	Mark(pod *corev1.Pod) *corev1.Pod
	//k8slint:does ret0=$1; ret1=cache
	Both(pod *corev1.Pod) (own, shared *corev1.Pod)
}

func use(b backend, l corelisters.PodLister) {
	b.Cached("a").Labels["a"] = "b" // want `mutates a cached object, read by b.Cached`
	b.Fetched("a").Labels["a"] = "b"
	pod, err := l.Pods("ns").Get("a")
	if err != nil {
		return
	}
	b.Default(pod) // want `backend.Default mutates a cached object \(writing to pod`
	b.Default(b.Fetched("b"))
}

// The lister is wrapped in one that copies, which no type tells.
//
//k8slint:returns-copy
func fromWrapped(l corelisters.PodLister, name string) (*corev1.Pod, error) {
	return l.Pods("ns").Get(name)
}

func useWrapped(l corelisters.PodLister) {
	pod, err := fromWrapped(l, "a")
	if err != nil {
		return
	}
	pod.Labels["a"] = "b"
}

func mark(b backend, l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("a")
	if err != nil {
		return
	}
	b.Mark(pod) // want `b\.Mark\(pod\) mutates a cached object`
	b.Mark(&corev1.Pod{}).Name = "b"
	own, shared := b.Both(&corev1.Pod{})
	own.Name = "b"
	shared.Name = "b" // want `mutates a cached object, read by b.Both`
}
