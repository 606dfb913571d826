package routes

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Plugin is one of a chain that gets all pods.
type Plugin interface {
	HandlePod(pod *corev1.Pod) error
}

// Defaulter sets what is missing.
type Defaulter struct{ next Plugin }

func (d *Defaulter) HandlePod(pod *corev1.Pod) error {
	if pod.Spec.SchedulerName == "" {
		pod.Spec.SchedulerName = "default"
	}
	return d.next.HandlePod(pod)
}

// Router keeps the pods of each namespace.
type Router struct {
	plugin Plugin
	kept   map[string]map[string]*corev1.Pod
}

func (r *Router) HandleNamespace(obj interface{}) {
	ns := obj.(*corev1.Namespace)
	if pods, ok := r.kept[ns.Name]; ok {
		for _, pod := range pods {
			r.process(pod)
		}
	}
}

func (r *Router) HandlePod(obj interface{}) {
	r.process(obj.(*corev1.Pod))
}

func (r *Router) process(pod *corev1.Pod) {
	if _, ok := r.kept[pod.Namespace]; !ok {
		r.kept[pod.Namespace] = map[string]*corev1.Pod{}
	}
	r.kept[pod.Namespace][pod.Name] = pod
	if err := r.plugin.HandlePod(pod); err != nil {
		panic(err)
	}
}

// Existing processes copies of the pods that are there.
func (r *Router) Existing(namespaces, pods cache.Store) {
	for _, obj := range namespaces.List() {
		r.HandleNamespace(obj)
	}
	items := []corev1.Pod{}
	for _, obj := range pods.List() {
		items = append(items, *(obj.(*corev1.Pod)))
	}
	for i := range items {
		r.HandlePod(&items[i])
	}
}
