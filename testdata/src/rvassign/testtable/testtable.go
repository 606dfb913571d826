// Package testtable goes on from a version that it is told. That its tests tell
// it the version of an event is no bug of the program.
package testtable

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// A Told goes on from where it is told.
type Told struct {
	pods typedcorev1.PodInterface
	rv   string
}

// Tell says where.
func (t *Told) Tell(rv string) { t.rv = rv }

// Watch goes on from there.
func (t *Told) Watch(ctx context.Context) (watch.Interface, error) {
	return t.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: t.rv})
}

// A Own moves by itself.
type Own struct {
	pods typedcorev1.PodInterface
	rv   string
}

// Run moves with each event.
func (o *Own) Run(ctx context.Context) error {
	for {
		w, err := o.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: o.rv})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if pod, ok := event.Object.(*corev1.Pod); ok {
				o.rv = pod.ResourceVersion // want `Own.rv can move backwards, and the watch at line \d+ resumes`
			}
		}
	}
}
