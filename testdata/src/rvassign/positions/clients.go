package positions

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// lastSeen is kept for the whole process.
var lastSeen string

// Global hands its events to a function that knows nothing of the watch.
func Global(ctx context.Context, pods typedcorev1.PodInterface) {
	for {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: lastSeen})
		if err != nil {
			return
		}
		for event := range w.ResultChan() {
			remember(event)
		}
	}
}

func remember(event watch.Event) {
	obj, err := meta.Accessor(event.Object)
	if err != nil {
		return
	}
	lastSeen = obj.GetResourceVersion() // want `lastSeen can move backwards, and the watch at line \d+ resumes from it: initial events come in any order, DELETED events`
}

// Raw tells controller-runtime's client a version.
func Raw(ctx context.Context, c client.WithWatch) error {
	rv := ""
	for {
		w, err := c.Watch(ctx, &corev1.PodList{}, &client.ListOptions{Raw: &metav1.ListOptions{ResourceVersion: rv}})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if pod, ok := event.Object.(*corev1.Pod); ok {
				rv = pod.ResourceVersion // want `rv can move backwards, and the watch at line \d+ resumes`
			}
		}
	}
}
