package fixes

import (
	corev1 "k8s.io/api/core/v1"
)

// OnAdd does nothing.
func (x *Index) OnAdd(obj any, initial bool) {}

// OnUpdate does nothing.
func (x *Index) OnUpdate(before, after any) {}

// OnDelete is in a file that does not import the cache.
func (x *Index) OnDelete(obj any) {
	delete(x.pods, obj.(*corev1.Pod).Name) // want `panics on a tombstone`
}
