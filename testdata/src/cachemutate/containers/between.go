package containers

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/klog/v2"
)

// labelled replaces each pod by a copy, and decides something before it writes.
func labelled(l corelisters.PodLister, key string) ([]*corev1.Pod, error) {
	pods, err := l.List(labels.Everything())
	if err != nil {
		return nil, err
	}
	for i := range pods {
		pods[i] = pods[i].DeepCopy()
		if pods[i].Labels == nil {
			pods[i].Labels = map[string]string{}
		}
		for _, owner := range pods[i].OwnerReferences {
			klog.Info(owner.Name)
		}
		pods[i].Labels[key] = "true"
	}
	return pods, nil
}

// labelledOthers copies only some.
func labelledOthers(l corelisters.PodLister, key string) ([]*corev1.Pod, error) {
	pods, err := l.List(labels.Everything())
	if err != nil {
		return nil, err
	}
	for i := range pods {
		if pods[i].Labels == nil {
			pods[i] = pods[i].DeepCopy()
			pods[i].Labels = map[string]string{}
		}
		pods[i].Labels[key] = "true" // want `mutates a cached object`
	}
	return pods, nil
}

// labelledFirst writes to the copy in the first round only.
func labelledFirst(l corelisters.PodLister, key string) error {
	pods, err := l.List(labels.Everything())
	if err != nil {
		return err
	}
	pods[0] = pods[0].DeepCopy()
	for i := range pods {
		pods[0].Labels[key] = "true" // want `mutates a cached object`
		pods[0] = pods[i]
	}
	return nil
}

// keyed does so in a map.
func keyed(l corelisters.PodLister, byName map[string]*corev1.Pod, name string, debug bool) error {
	pod, err := l.Pods("a").Get(name)
	if err != nil {
		return err
	}
	byName[name] = pod
	byName[name] = byName[name].DeepCopy()
	if debug {
		klog.Info(name)
	}
	byName[name].Labels["a"] = "b"
	return nil
}
