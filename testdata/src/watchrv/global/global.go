// Package global has the options of watches in variables of the package.
package global

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
)

var (
	ours      = metav1.ListOptions{LabelSelector: "app=guard"}
	fromCache = metav1.ListOptions{LabelSelector: "app=guard", ResourceVersion: "0"}
	start     = "0"
	unset     string
	changed   = metav1.ListOptions{LabelSelector: "app=guard"}
	lent      = metav1.ListOptions{LabelSelector: "app=guard"}
	selected  metav1.ListOptions

	// Options may be set by others.
	Options = metav1.ListOptions{LabelSelector: "app=guard"}
)

func init() { selected.LabelSelector = "app=guard" }

// Watcher watches pods again and again.
type Watcher struct {
	client kubernetes.Interface
	use    func(watch.Event)
}

func (w *Watcher) receive(i watch.Interface) {
	for ev := range i.ResultChan() {
		w.use(ev)
	}
}

// Ours starts from nothing.
func (w *Watcher) Ours(ctx context.Context) {
	for ctx.Err() == nil {
		i, err := w.client.CoreV1().Pods("").Watch(ctx, ours) // want `the watch starts without a resourceVersion`
		if err != nil {
			return
		}
		w.receive(i)
	}
}

// Selected does, too.
func (w *Watcher) Selected(ctx context.Context) {
	for ctx.Err() == nil {
		i, err := w.client.CoreV1().Pods("").Watch(ctx, selected) // want `the watch starts without a resourceVersion`
		if err != nil {
			return
		}
		w.receive(i)
	}
}

// Unset may have a version that the linker sets.
func (w *Watcher) Unset(ctx context.Context) {
	for ctx.Err() == nil {
		i, err := w.client.CoreV1().Pods("").Watch(ctx, metav1.ListOptions{ResourceVersion: unset})
		if err != nil {
			return
		}
		w.receive(i)
	}
}

// FromCache starts from what the API server has.
func (w *Watcher) FromCache(ctx context.Context) {
	for ctx.Err() == nil {
		i, err := w.client.CoreV1().Pods("").Watch(ctx, fromCache)
		if err != nil {
			return
		}
		w.receive(i)
	}
}

// Start does, too.
func (w *Watcher) Start(ctx context.Context) {
	for ctx.Err() == nil {
		i, err := w.client.CoreV1().Pods("").Watch(ctx, metav1.ListOptions{ResourceVersion: start})
		if err != nil {
			return
		}
		w.receive(i)
	}
}

// Changed lists first.
func (w *Watcher) Changed(ctx context.Context) {
	for ctx.Err() == nil {
		list, err := w.client.CoreV1().Pods("").List(ctx, changed)
		if err != nil {
			return
		}
		changed.ResourceVersion = list.ResourceVersion
		i, err := w.client.CoreV1().Pods("").Watch(ctx, changed)
		if err != nil {
			return
		}
		w.receive(i)
	}
}

// Lent has somebody else set the version.
func (w *Watcher) Lent(ctx context.Context, set func(*metav1.ListOptions)) {
	for ctx.Err() == nil {
		set(&lent)
		i, err := w.client.CoreV1().Pods("").Watch(ctx, lent)
		if err != nil {
			return
		}
		w.receive(i)
	}
}

// Exported may have one.
func (w *Watcher) Exported(ctx context.Context) {
	for ctx.Err() == nil {
		i, err := w.client.CoreV1().Pods("").Watch(ctx, Options)
		if err != nil {
			return
		}
		w.receive(i)
	}
}
