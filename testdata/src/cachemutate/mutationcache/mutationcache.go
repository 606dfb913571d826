// Package mutationcache reads through client-go's MutationCache, which hands out
// the informer's objects or newer ones, both shared.
package mutationcache

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func label(c cache.MutationCache, key string) {
	obj, ok, err := c.GetByKey(key)
	if err != nil || !ok {
		return
	}
	obj.(*v1.Pod).Labels["seen"] = "true" // want `mutates a cached object`
}

func labelAll(c cache.MutationCache, node string) error {
	objs, err := c.ByIndex("node", node)
	for _, obj := range objs {
		pod := obj.(*v1.Pod)
		pod.Labels["seen"] = "true" // want `mutates a cached object`
	}
	return err
}

func labelCopy(c cache.MutationCache, key string) {
	obj, ok, _ := c.GetByKey(key)
	if !ok {
		return
	}
	pod := obj.(*v1.Pod).DeepCopy()
	pod.Labels["seen"] = "true"
	c.Mutation(pod)
}
