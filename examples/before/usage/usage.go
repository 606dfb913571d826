// Package usage counts the Pods of each Node.
package usage

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A Counter knows how many Pods each Node has.
type Counter struct {
	mu    sync.Mutex
	pods  map[string]*corev1.Pod // by namespace and name
	count map[string]int         // by Node
}

// New returns a Counter that follows the Pods of informer.
func New(informer cache.SharedIndexInformer) (*Counter, error) {
	c := &Counter{pods: map[string]*corev1.Pod{}, count: map[string]int{}}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { c.set(obj.(*corev1.Pod)) },
		UpdateFunc: func(_, obj any) { c.set(obj.(*corev1.Pod)) },
		DeleteFunc: func(obj any) {
			c.remove(obj.(*corev1.Pod)) // want tombstone
		},
	})
	return c, err
}

// Count returns the number of Pods on a Node.
func (c *Counter) Count(node string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.count[node]
}

// set takes note of a Pod, unless what is known of it is newer.
func (c *Counter) set(pod *corev1.Pod) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := pod.Namespace + "/" + pod.Name
	if old := c.pods[key]; old != nil {
		if newer(old, pod) {
			return
		}
		c.count[old.Spec.NodeName]--
	}
	c.pods[key] = pod
	c.count[pod.Spec.NodeName]++
}

// remove forgets a Pod.
func (c *Counter) remove(pod *corev1.Pod) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := pod.Namespace + "/" + pod.Name
	if old := c.pods[key]; old != nil {
		c.count[old.Spec.NodeName]--
		//nolint:cachemutate // the map is the Counter's own // want directive
		delete(c.pods, key)
	}
}

// newer reports whether a was read later than b.
func newer(a, b *corev1.Pod) bool {
	return a.ResourceVersion > b.ResourceVersion // want rvcompare
}
