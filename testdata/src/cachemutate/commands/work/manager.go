package work

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// An Occurrence says what has become of a Pod.
type Occurrence struct {
	Kind string
	Pod  *corev1.Pod
}

type worker interface {
	handle(ctx context.Context, o *Occurrence) error
}

// Manager hands on what it gets.
type Manager struct {
	worker worker
	count  int
}

func NewManager(c client.Client) *Manager { return &Manager{worker: &patcher{Client: c}} }

func (m *Manager) Handle(ctx context.Context, o *Occurrence) error {
	m.count++
	return m.worker.handle(ctx, o)
}

// Renamer hands on what it gets as something else.
type Renamer struct{ worker worker }

func NewRenamer(c client.Client) *Renamer { return &Renamer{worker: &patcher{Client: c}} }

func (r *Renamer) Handle(ctx context.Context, o *Occurrence) error {
	o.Kind = "seen"
	return r.worker.handle(ctx, o)
}

type patcher struct {
	client.Client
	seen map[string]bool
}

func (p *patcher) handle(ctx context.Context, o *Occurrence) error {
	switch o.Kind {
	case "came":
		return p.patch(ctx, o.Pod)
	case "seen":
		return p.patch(ctx, o.Pod)
	case "went":
		delete(p.seen, o.Pod.Name)
	}
	return nil
}

func (p *patcher) patch(ctx context.Context, pod *corev1.Pod) error {
	return p.Patch(ctx, pod, client.MergeFrom(pod.DeepCopy()))
}
