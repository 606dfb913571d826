// Package feed puts the informer's objects into a queue that another package reads.
package feed

import (
	"k8s.io/client-go/tools/cache"

	"k8slint.test/cachemutate/events/jobs"
)

// Start feeds q.
func Start(i cache.SharedIndexInformer, q *jobs.Queue) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { q.Add(jobs.Job{Obj: obj, Kind: "add"}) }})
}
