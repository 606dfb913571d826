// Package queue hands objects of handlers on to workers.
package queue

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
)

// A Queue keeps what is put.
type Queue struct {
	mu    sync.Mutex
	items []any
	ch    chan any
}

// Put adds v.
func (q *Queue) Put(v any) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, v)
}

// Take removes the first.
func (q *Queue) Take() any {
	q.mu.Lock()
	defer q.mu.Unlock()
	v := q.items[0]
	q.items = q.items[1:]
	return v
}

// Each calls f with all.
func (q *Queue) Each(f func(v any)) {
	for _, v := range q.items {
		f(v)
	}
}

// IsPod tells what v is.
func IsPod(v any) bool {
	_, ok := v.(*corev1.Pod)
	return ok
}
