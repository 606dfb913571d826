// Package testtable watches from where its callers say. Its tests say other
// things than the program.
package testtable

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// From starts at rv, which only the tests leave empty.
func From(ctx context.Context, pods typedcorev1.PodInterface, rv string) (watch.Interface, error) {
	return pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
}

// Nothing starts from nothing.
func Nothing(ctx context.Context, pods typedcorev1.PodInterface) (watch.Interface, error) {
	return pods.Watch(ctx, metav1.ListOptions{}) // want `without a resourceVersion`
}

// One watches one pod, once; only a test does so in a loop.
func One(ctx context.Context, pods typedcorev1.PodInterface, name string) (watch.Interface, error) {
	return pods.Watch(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + name})
}

// A Source keeps where it is.
type Source struct {
	pods typedcorev1.PodInterface
	// Start is where it begins: who makes a Source says so.
	Start string
}

// Watch goes on from Start.
func (s *Source) Watch(ctx context.Context) (watch.Interface, error) {
	return s.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: s.Start})
}
