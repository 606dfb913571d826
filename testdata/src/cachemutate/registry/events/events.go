// Package events is between publishers and subscribers, which do not know each other.
package events

import corev1 "k8s.io/api/core/v1"

// A Stream hands on pods.
type Stream struct {
	subscribers []func(pod *corev1.Pod)
	copies      []func(pod *corev1.Pod)
}

func (s *Stream) Subscribe(fn func(pod *corev1.Pod)) { s.subscribers = append(s.subscribers, fn) }

// SubscribeCopies is for those who write what they get.
func (s *Stream) SubscribeCopies(fn func(pod *corev1.Pod)) { s.copies = append(s.copies, fn) }

func (s *Stream) Publish(pod *corev1.Pod) {
	for _, fn := range s.subscribers {
		fn(pod)
	}
	for _, fn := range s.copies {
		fn(pod.DeepCopy())
	}
}

// A Sink takes pods.
type Sink interface {
	Put(pod *corev1.Pod)
	PutCopy(pod *corev1.Pod)
}
