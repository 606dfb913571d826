package unset

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// A Layered index starts its watch below layers of functions.
type Layered struct {
	Index
	pods typedcorev1.PodInterface
}

func (l *Layered) Run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := l.connect(ctx); err != nil {
			time.Sleep(time.Second)
		}
	}
}

func (l *Layered) connect(ctx context.Context) error { return l.session(ctx) }
func (l *Layered) session(ctx context.Context) error { return l.traced(ctx) }
func (l *Layered) traced(ctx context.Context) error  { return l.measured(ctx) }

func (l *Layered) measured(ctx context.Context) error { return l.guarded(ctx) }
func (l *Layered) guarded(ctx context.Context) error  { return l.watchOnce(ctx) }

func (l *Layered) watchOnce(ctx context.Context) error {
	w, err := l.pods.Watch(ctx, metav1.ListOptions{}) // want `sends the whole state as ADDED events, and nothing says what was deleted in between`
	if err != nil {
		return err
	}
	for event := range w.ResultChan() {
		l.note(event)
	}
	return nil
}
