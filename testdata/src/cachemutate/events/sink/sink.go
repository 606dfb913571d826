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
