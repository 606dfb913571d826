// Package work does jobs, and does not know who puts them into the queue.
package work

import (
	corev1 "k8s.io/api/core/v1"

	"k8slint.test/cachemutate/events/jobs"
)

// A Worker does jobs.
type Worker struct{ Jobs *jobs.Queue }

// Run labels what comes.
func (w *Worker) Run() {
	for {
		j, ok := w.Jobs.Next()
		if !ok {
			return
		}
		if p, ok := j.Obj.(*corev1.Pod); ok {
			p.Labels["a"] = "b"
		}
	}
}

// RunCopies labels copies of what comes.
func (w *Worker) RunCopies() {
	for {
		j, ok := w.Jobs.Next()
		if !ok {
			return
		}
		if p, ok := j.Obj.(*corev1.Pod); ok {
			p = p.DeepCopy()
			p.Labels["a"] = "b"
		}
	}
}
