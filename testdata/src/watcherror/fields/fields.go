// Package fields keeps the channel of a watch, or the watch, in a field.
package fields

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
)

// Nodes counts the pods of nodes.
type Nodes struct {
	client kubernetes.Interface
	ch     <-chan watch.Event
	on     map[string]int
}

// Start watches pods.
func (n *Nodes) Start(ctx context.Context) error {
	w, err := n.client.CoreV1().Pods("").Watch(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil {
		return err
	}
	n.ch = w.ResultChan()
	return nil
}

// Run handles events until the context ends.
func (n *Nodes) Run(ctx context.Context) error {
	for {
		select {
		case ev, ok := <-n.ch:
			if !ok {
				return errors.New("the watch has ended")
			}
			pod := ev.Object.(*corev1.Pod) // want `an ERROR event panics here: its object is a \*metav1.Status, not a \*\w*v1.Pod`
			n.on[pod.Spec.NodeName]++
		case <-ctx.Done():
			return nil
		}
	}
}

// RunChecked looks at the type of the event.
func (n *Nodes) RunChecked(ctx context.Context) error {
	for {
		select {
		case ev, ok := <-n.ch:
			if !ok || ev.Type == watch.Error {
				return errors.New("the watch has ended")
			}
			n.on[ev.Object.(*corev1.Pod).Spec.NodeName]++
		case <-ctx.Done():
			return nil
		}
	}
}

// Pods keeps the watch.
type Pods struct {
	watcher watch.Interface
	names   map[string]bool
}

// New returns the pods of a watch.
func New(w watch.Interface) *Pods { return &Pods{watcher: w, names: map[string]bool{}} }

// Run handles events until the watch ends.
func (p *Pods) Run() {
	for ev := range p.watcher.ResultChan() {
		p.handle(ev)
	}
}

func (p *Pods) handle(ev watch.Event) {
	pod := ev.Object.(*corev1.Pod) // want `an ERROR event panics here`
	p.names[pod.Name] = ev.Type != watch.Deleted
}
