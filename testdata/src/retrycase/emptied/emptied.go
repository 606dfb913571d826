// Package emptied keeps the version of every event, those of type ERROR too: their
// Status has none, so that the next watch starts from nothing.
package emptied

import (
	"context"
	"fmt"
	"log"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
)

// versioned is what objects and Statuses have in common.
type versioned interface{ GetResourceVersion() string }

// Mirror copies Secrets to another cluster.
type Mirror struct {
	client kubernetes.Interface
	copies chan *corev1.Secret
}

// Every takes the version of whatever comes.
func (m *Mirror) Every(ctx context.Context, opts metav1.ListOptions) {
	m.again(ctx, func() error {
		w, err := m.client.CoreV1().Secrets("").Watch(ctx, opts)
		if err != nil {
			log.Fatal(err)
		}
		defer w.Stop()
		for event := range w.ResultChan() {
			if o, ok := event.Object.(versioned); ok {
				opts.ResourceVersion = o.GetResourceVersion()
			}
			if event.Type == watch.Error {
				return fmt.Errorf("watch: %v", event.Object)
			}
			m.copy(event)
		}
		return nil
	})
}

// Some leaves the position as it is if the event has no version.
func (m *Mirror) Some(ctx context.Context, opts metav1.ListOptions) {
	m.again(ctx, func() error {
		w, err := m.client.CoreV1().Secrets("").Watch(ctx, opts)
		if err != nil {
			log.Fatal(err)
		}
		defer w.Stop()
		for event := range w.ResultChan() {
			if o, ok := event.Object.(versioned); ok && o.GetResourceVersion() != "" {
				opts.ResourceVersion = o.GetResourceVersion()
			}
			if event.Type == watch.Error { // want `after an HTTP 500`
				return fmt.Errorf("watch: %v", event.Object)
			}
			m.copy(event)
		}
		return nil
	})
}

// Status takes the version of the Status itself.
func (m *Mirror) Status(ctx context.Context, rv string) {
	for ctx.Err() == nil {
		w, err := m.client.CoreV1().Secrets("").Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return
		}
		for event := range w.ResultChan() {
			if s, ok := event.Object.(*metav1.Status); ok {
				log.Print(s.Message)
				rv = s.ResourceVersion
				break
			}
			m.copy(event)
		}
		w.Stop()
	}
}

// Logged only tells the version of the Status.
func (m *Mirror) Logged(ctx context.Context, rv string) {
	for ctx.Err() == nil {
		w, err := m.client.CoreV1().Secrets("").Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return
		}
		for event := range w.ResultChan() {
			if s, ok := event.Object.(*metav1.Status); ok {
				log.Print(s.Message, s.ResourceVersion) // want `after an HTTP 500`
				break
			}
			m.copy(event)
		}
		w.Stop()
	}
}

func (m *Mirror) copy(event watch.Event) {
	if s, ok := event.Object.(*corev1.Secret); ok {
		m.copies <- s
	}
}

// again calls f until ctx ends.
func (m *Mirror) again(ctx context.Context, f func() error) {
	for ctx.Err() == nil {
		if err := f(); err != nil {
			log.Print(err)
			time.Sleep(time.Second)
		}
	}
}
