// Package sink takes objects over a channel.
package sink

import (
	corev1 "k8s.io/api/core/v1"
)

// A Sink takes objects.
type Sink struct{ ch chan any }

// Send hands v on.
func (s *Sink) Send(v any) { s.ch <- v }

// Run writes to what comes.
func (s *Sink) Run() {
	for v := range s.ch {
		if p, ok := v.(*corev1.Pod); ok {
			p.Labels["sink"] = "b"
		}
	}
}

// New starts a worker.
func New() *Sink {
	s := &Sink{ch: make(chan any, 10)}
	go s.Run()
	return s
}

// A Quiet is a Sink whose worker copies.
type Quiet struct{ ch chan any }

// NewQuiet starts a worker.
func NewQuiet() *Quiet {
	s := &Quiet{ch: make(chan any, 10)}
	go s.run()
	return s
}

// Send hands v on.
func (s *Quiet) Send(v any) { s.ch <- v }

func (s *Quiet) run() {
	for v := range s.ch {
		if p, ok := v.(*corev1.Pod); ok {
			p = p.DeepCopy()
			p.Labels["sink"] = "b"
		}
	}
}
