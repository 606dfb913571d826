// Package jobs is a queue of jobs.
package jobs

// A Job is work to do.
type Job struct {
	Kind string
	Obj  any
}

// A Queue holds jobs.
type Queue struct{ ch chan Job }

// New returns an empty queue.
func New() *Queue { return &Queue{ch: make(chan Job, 10)} }

// Add adds j.
func (q *Queue) Add(j Job) { q.ch <- j }

// Next waits for a job.
func (q *Queue) Next() (Job, bool) {
	j, ok := <-q.ch
	return j, ok
}
