// Package mirror keeps a small index of ConfigMaps in memory, without the cost
// of a whole informer.
package mirror

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/resourceversion"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/klog/v2"
)

// Mirror holds the data of every ConfigMap of a namespace.
type Mirror struct {
	client corev1client.ConfigMapInterface

	mu   sync.RWMutex
	data map[string]map[string]string
}

// New returns an empty mirror of what client sees.
func New(client corev1client.ConfigMapInterface) *Mirror {
	return &Mirror{client: client, data: map[string]map[string]string{}}
}

// Get returns a copy of the data of the named ConfigMap, nil if there is none.
func (m *Mirror) Get(name string) map[string]string {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return maps.Clone(m.data[name])
}

// Run lists and watches until ctx is done.
func (m *Mirror) Run(ctx context.Context) {
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		if err := m.listAndWatch(ctx); err != nil {
			klog.ErrorS(err, "Listing again")
		}
	}, time.Second)
}

// listAndWatch follows the ConfigMaps until only a new list can help.
func (m *Mirror) listAndWatch(ctx context.Context) error {
	list, err := m.client.List(ctx, metav1.ListOptions{})
	if err != nil {
		return fmt.Errorf("listing: %w", err)
	}
	m.replace(list.Items)

	resourceVersion := list.ResourceVersion
	for ctx.Err() == nil {
		w, err := m.client.Watch(ctx, metav1.ListOptions{
			ResourceVersion:     resourceVersion,
			AllowWatchBookmarks: true,
		})
		if err != nil {
			return fmt.Errorf("watching: %w", err)
		}
		// The server closes every watch after some minutes: that is no error.
		// After an error it may have lost an event, and only a list tells what
		// happened meanwhile.
		if err := m.follow(w, &resourceVersion); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// follow applies the events of w until it ends.
func (m *Mirror) follow(w watch.Interface, resourceVersion *string) error {
	defer w.Stop()
	for event := range w.ResultChan() {
		if event.Type == watch.Error {
			return apierrors.FromObject(event.Object)
		}
		cm, ok := event.Object.(*corev1.ConfigMap)
		if !ok {
			return fmt.Errorf("unexpected object %T", event.Object)
		}
		switch event.Type {
		case watch.Added, watch.Modified:
			m.set(cm)
		case watch.Deleted:
			m.remove(cm)
		}
		// A DELETED event may carry the version of the object's last update:
		// never go backwards.
		if newer, err := resourceversion.CompareResourceVersion(cm.ResourceVersion, *resourceVersion); err == nil && newer > 0 {
			*resourceVersion = cm.ResourceVersion
		}
	}
	return nil
}

func (m *Mirror) replace(items []corev1.ConfigMap) {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.data)
	for i := range items {
		m.data[items[i].Name] = items[i].Data
	}
}

func (m *Mirror) set(cm *corev1.ConfigMap) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.data[cm.Name] = cm.Data
}

func (m *Mirror) remove(cm *corev1.ConfigMap) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.data, cm.Name)
}
