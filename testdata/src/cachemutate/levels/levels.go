// Package levels: copies of structs are ours at the top and the cache's below.
package levels

import (
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
)

func shallow(l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return
	}
	cp := *pod
	cp.Name = "other"
	cp.Spec.NodeName = "node"
	cp.Labels["a"] = "b" // want `cp.Labels\["a"\] = … mutates a cached object`
}

func shallowCloned(l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return
	}
	cp := *pod
	cp.Labels = maps.Clone(pod.Labels)
	cp.Labels["a"] = "b"
}

func byValue(spec corev1.PodSpec) {
	spec.NodeName = "ours"
	spec.Containers[0].Image = "theirs"
}

func passByValue(l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return
	}
	byValue(pod.Spec) // want `byValue mutates a cached object \(spec.Containers\[0\].Image.*also written at line 45$`
	byValue(*pod.Spec.DeepCopy())
	byValue(pod.Spec) // second call, same object
}

func passByValueTwice(l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return
	}
	byValue(pod.Spec) // want `byValue mutates a cached object \(spec.Containers\[0\].Image`
}

func onlyTop(spec corev1.PodSpec) { spec.NodeName = "ours" }

func passOnlyTop(l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return
	}
	onlyTop(pod.Spec)
}

func rangeValue(l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return
	}
	for _, c := range pod.Spec.Containers {
		c.Image = "ours"
	}
	for i := range pod.Spec.Containers {
		pod.Spec.Containers[i].Image = "theirs" // want `pod.Spec.Containers\[i\].Image = … mutates`
	}
}

func rangeNested(l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return
	}
	for _, c := range pod.Spec.Containers {
		c.Resources.Limits["cpu"] = c.Resources.Limits["memory"] // want `c.Resources.Limits\["cpu"\] = … mutates`
	}
}

func mapInFreshObject(l corelisters.PodLister) *corev1.Pod { // want mapInFreshObject:`^\Qret0=new0; new0/ObjectMeta/Labels=cache0/.; cache0=l.Pods("ns").Get type k8s.io/api/core/v1.Pod of $0\E$`
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return nil
	}
	out := &corev1.Pod{}
	out.Labels = pod.Labels
	out.Labels["a"] = "b" // want `out.Labels\["a"\] = … mutates`
	return out
}

func deleteIdiom(l corelisters.PodLister, i int) {
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return
	}
	rest := append(pod.Finalizers[:i], pod.Finalizers[i+1:]...) // want `append\(pod.Finalizers\[:i\].* overwrites elements of`
	_ = rest
}

func appendToCopy(l corelisters.PodLister) *corev1.Pod {
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return nil
	}
	out := &corev1.Pod{}
	out.OwnerReferences = append(pod.OwnerReferences, out.OwnerReferences...)
	return out
}

// freshAnnotations is a shallow copy with one map of its own.
func freshAnnotations(in *corev1.Pod) *corev1.Pod { // want freshAnnotations:`^\Qret0=new0; new0==$0; new0/ObjectMeta/Annotations=_\E$`
	out := *in
	out.Annotations = make(map[string]string, len(in.Annotations))
	for k, v := range in.Annotations {
		out.Annotations[k] = v
	}
	return &out
}

func markAnnotation(p *corev1.Pod) { p.Annotations["m"] = "" } // want markAnnotation:`^\Qwrite $0/ObjectMeta/Annotations/*/[] p.Annotations["m"]\E$`

func twice(in *corev1.Pod) *corev1.Pod {
	out := freshAnnotations(in)
	out.Annotations["twice"] = ""
	return out
}

func overlay(l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return
	}
	out := freshAnnotations(pod)
	out.Annotations["a"] = "b"
	markAnnotation(out)
	markAnnotation(twice(pod))
	out.Labels["a"] = "b" // want `out.Labels\["a"\] = … mutates a cached object`
}

// Cloned structs are copies at the top, and the cache's below.
func clonedPorts(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("one")
	if err != nil {
		return
	}
	ports := slices.Clone(svc.Spec.Ports)
	for i := range ports {
		ports[i].Name = "a"
	}
	for _, p := range ports {
		*p.AppProtocol = "http" // want `mutates a cached object`
	}
}

func clonedPortsReplaced(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("one")
	if err != nil {
		return
	}
	ports := slices.Clone(svc.Spec.Ports)
	for i := range ports {
		protocol := "http"
		ports[i].AppProtocol = &protocol
		ports[i].TargetPort.StrVal = "a"
	}
	for _, p := range svc.DeepCopy().Spec.Ports {
		*p.AppProtocol = "http"
	}
}
