package handlers

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type byHand struct {
	keys  workqueue.TypedDelayingInterface[string]
	names workqueue.TypedDelayingInterface[types.NamespacedName]
}

func (b *byHand) handler() cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{AddFunc: b.added, UpdateFunc: b.updated}
}

// The keys are made by hand.
func (b *byHand) added(obj any) {
	pod := obj.(*corev1.Pod)
	b.keys.Done(pod.Namespace + "/" + pod.Name)                                  // want `this key does not come from Get`
	b.keys.Done(fmt.Sprintf("%s/%s", pod.Namespace, pod.Name))                   // want `this key does not come from Get`
	b.names.Done(types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}) // want `this key does not come from Get`
}

func (b *byHand) updated(_, obj any) {
	pod := obj.(*corev1.Pod)
	b.keys.Add(pod.Namespace + "/" + pod.Name)
	b.names.Add(types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name})
}

// A worker may make the key again from what it got.
func (b *byHand) processed(pod *corev1.Pod) { b.keys.Done(pod.Namespace + "/" + pod.Name) }
