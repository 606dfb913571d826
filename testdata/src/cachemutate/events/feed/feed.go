// Package feed puts the informer's objects into a queue that another package reads.
package feed

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"k8slint.test/cachemutate/events/jobs"
)

// Start feeds q.
func Start(i cache.SharedIndexInformer, q *jobs.Queue) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { q.Add(jobs.Job{Obj: obj, Kind: "add"}) }})
}

// StartMixed feeds m.
func StartMixed(i cache.SharedIndexInformer, m *jobs.Mixed) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { m.Add(jobs.Job{Obj: obj, Kind: "add"}) }})
}

// Drain takes jobs out of m.
func Drain(m *jobs.Mixed) {
	for {
		if p, ok := m.Next().Obj.(*corev1.Pod); ok {
			p.Labels["a"] = "b"
		}
	}
}
