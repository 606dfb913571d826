// Package broadcast receives what the program tells its own watchers.
package broadcast

import (
	"io"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
)

// Nodes tells about nodes.
type Nodes struct{ all *watch.Broadcaster }

// New makes a Nodes.
func New() *Nodes {
	return &Nodes{all: watch.NewLongQueueBroadcaster(100, watch.DropIfChannelFull)}
}

// Changed tells of a node.
func (n *Nodes) Changed(node *corev1.Node) error {
	return n.all.Action(watch.Modified, node)
}

// Print gets no event of a server.
func (n *Nodes) Print(out io.Writer, stop <-chan struct{}) error {
	w, err := n.all.Watch()
	if err != nil {
		return err
	}
	defer w.Stop()
	for {
		select {
		case <-stop:
			return nil
		case event := <-w.ResultChan():
			io.WriteString(out, event.Object.(*corev1.Node).Name)
		}
	}
}

// Since gets what it has missed before.
func (n *Nodes) Since(missed []watch.Event, handle func(*corev1.Node)) error {
	var w watch.Interface
	var err error
	if len(missed) > 0 {
		w, err = n.all.WatchWithPrefix(missed)
	} else {
		w, err = n.all.Watch()
	}
	if err != nil {
		return err
	}
	for event := range w.ResultChan() {
		handle(event.Object.(*corev1.Node))
	}
	return nil
}

// Served gets a server's events as well.
func (n *Nodes) Served(serve func(metav1.ListOptions) (watch.Interface, error), handle func(*corev1.Node)) error {
	w, err := n.all.Watch()
	if serve != nil {
		w, err = serve(metav1.ListOptions{ResourceVersion: "0"})
	}
	if err != nil {
		return err
	}
	for event := range w.ResultChan() {
		handle(event.Object.(*corev1.Node)) // want `an ERROR event panics here`
	}
	return nil
}
