// Package manager registers handlers with the framework: its own, and those of
// plugins, which do not know what they will be called with.
package manager

import (
	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"

	"k8slint.test/cachemutate/registry/framework"
	"k8slint.test/cachemutate/registry/plugins"
)

type controller struct{ name string }

func (c *controller) onPod(pod *corev1.Pod) {
	pod.Labels["controller"] = c.name // want `mutates a cached object`
}

func (c *controller) onCopy(pod *corev1.Pod) {
	pod = pod.DeepCopy()
	pod.Labels["controller"] = c.name
}

func Setup(l corelisters.PodLister) error {
	c := &controller{name: "setup"}
	f := framework.New(l, framework.Options{OnPod: func(pod *corev1.Pod) {
		pod.Spec.NodeName = "option" // want `mutates a cached object`
	}})
	f.Each(c.onPod)
	f.Each(c.onCopy)
	f.Each(plugins.Mark) // want `Mark mutates a cached object.*; also written at line 51`
	f.Each(plugins.MarkCopy)
	f.Named("mark", func(pod *corev1.Pod) {
		delete(pod.Labels, "named") // want `mutates a cached object`
	})
	f.Entry("entry", func(pod *corev1.Pod) {
		pod.Annotations["entry"] = "true" // want `mutates a cached object`
	})
	f.Matched("node", func(objs []interface{}) {
		for _, obj := range objs {
			obj.(*corev1.Pod).Spec.NodeName = "matched" // want `mutates a cached object`
		}
		objs[0] = nil
	})
	f.Pods.Subscribe(func(pod *corev1.Pod) {
		pod.Name = "subscribed" // want `mutates a cached object`
	})
	f.Nodes.Subscribe(func(node *corev1.Node) { node.Name = "subscribed" })
	f.Copies(func(pod *corev1.Pod) { pod.Labels["copy"] = "true" })
	f.Copies(plugins.Mark)
	f.Plugin(&plugins.Labeler{})
	f.Plugin(&plugins.Copier{})
	framework.OnList(func(pods []*corev1.Pod) {
		pods[0] = nil
		for _, pod := range pods {
			pod.Status.Phase = corev1.PodRunning // want `mutates a cached object`
		}
	})
	if err := f.Watch(func(obj interface{}) {
		obj.(*corev1.Pod).Labels = nil // want `mutates a cached object`
	}); err != nil {
		return err
	}
	return f.WatchPods(func(pod *corev1.Pod) {
		pod.Annotations = nil // want `mutates a cached object`
	})
}

func broadcasts(b *framework.Broadcaster) {
	b.Handle(func(pod *corev1.Pod) {
		pod.Labels["broadcast"] = "true" // want `mutates a cached object`
	})
	b.Handle(func(pod *corev1.Pod) {
		pod = pod.DeepCopy()
		pod.Labels["broadcast"] = "true"
	})
	b.HandleCopies(func(pod *corev1.Pod) { pod.Labels["broadcast"] = "true" })
}
