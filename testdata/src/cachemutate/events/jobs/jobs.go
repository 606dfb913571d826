// Package jobs is a queue of jobs.
package jobs

import corev1 "k8s.io/api/core/v1"

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

// A Mixed queue gets jobs of its own beside those that others add.
type Mixed struct{ ch chan Job }

// NewMixed returns a queue with one job.
func NewMixed() *Mixed {
	m := &Mixed{ch: make(chan Job, 10)}
	m.ch <- Job{Kind: "first", Obj: &corev1.Pod{}}
	return m
}

// Add adds j.
func (m *Mixed) Add(j Job) { m.ch <- j }

// Next waits for a job.
func (m *Mixed) Next() Job { return <-m.ch }
