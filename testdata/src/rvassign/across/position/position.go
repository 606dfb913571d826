// Package position keeps where a watch is.
package position

import (
	"context"
	"strconv"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// Mark is a position that goroutines share.
type Mark struct {
	mu sync.Mutex
	rv string
}

// Put sets it.
func (m *Mark) Put(rv string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rv = rv
}

// Get returns it.
func (m *Mark) Get() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.rv
}

// Lift sets it to something newer.
func (m *Mark) Lift(rv string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now, _ := strconv.ParseUint(m.rv, 10, 64)
	if next, err := strconv.ParseUint(rv, 10, 64); err == nil && next > now {
		m.rv = rv
	}
}

// Anew sets it to that of a list.
func (m *Mark) Anew(ctx context.Context, pods typedcorev1.PodInterface) error {
	list, err := pods.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rv = list.ResourceVersion
	return nil
}
