// Package app brings those who put and those who take together.
package app

import (
	"k8s.io/client-go/tools/cache"

	"k8slint.test/cachemutate/events/feed"
	"k8slint.test/cachemutate/events/jobs"
	"k8slint.test/cachemutate/events/work"
)

// Run is the program.
func Run(i cache.SharedIndexInformer) {
	q := jobs.New()
	w := &work.Worker{Jobs: q}
	go w.Run() // want `Worker.Run mutates a cached object`
	go w.RunCopies()
	feed.Start(i, q)
}
