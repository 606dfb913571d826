// Package unset starts watches with and without a version.
package unset

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Literal has a selector only.
func Literal(ctx context.Context, pods typedcorev1.PodInterface) (watch.Interface, error) {
	w, err := pods.Watch(ctx, metav1.ListOptions{LabelSelector: "app=web"}) // want `the watch starts without a resourceVersion: it reads the whole state from etcd`
	return w, err
}

// FromList starts where the list ended.
func FromList(ctx context.Context, pods typedcorev1.PodInterface) (watch.Interface, error) {
	list, err := pods.List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	return pods.Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion})
}

// Any takes any recent state, from the cache.
func Any(ctx context.Context, pods typedcorev1.PodInterface) (watch.Interface, error) {
	opts := metav1.ListOptions{LabelSelector: "app=web", ResourceVersion: "0"}
	return pods.Watch(ctx, opts)
}

// Streaming asks for the initial events: a list in another form.
func Streaming(ctx context.Context, pods typedcorev1.PodInterface) (watch.Interface, error) {
	yes := true
	return pods.Watch(ctx, metav1.ListOptions{
		SendInitialEvents:    &yes,
		ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan,
	})
}

// Assigned fills the options later.
func Assigned(ctx context.Context, pods typedcorev1.PodInterface, rv string) (watch.Interface, error) {
	opts := metav1.ListOptions{}
	opts.LabelSelector = "app=web"
	opts.ResourceVersion = rv
	return pods.Watch(ctx, opts)
}

// Selected is given a selector on one path.
func Selected(ctx context.Context, pods typedcorev1.PodInterface, name string) error {
	opts := metav1.ListOptions{LabelSelector: "app=web"}
	if name != "" {
		opts.FieldSelector = "metadata.name=" + name
	}
	w, err := pods.Watch(ctx, opts) // want `the watch starts without a resourceVersion`
	if err != nil {
		return err
	}
	defer w.Stop()
	_, err = pods.List(ctx, opts)
	return err
}

// FirstRound has a version from the second round on.
func FirstRound(ctx context.Context, pods typedcorev1.PodInterface, handle func(*corev1.Pod)) error {
	var lastSeen string
	for {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: lastSeen}) // want `the first watch starts without a resourceVersion`
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if pod, ok := event.Object.(*corev1.Pod); ok {
				lastSeen = pod.ResourceVersion
				handle(pod)
			}
		}
	}
}

// One waits for one object, once: off by default.
func One(ctx context.Context, pods typedcorev1.PodInterface, name string) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{FieldSelector: fields.OneTermEqualSelector("metadata.name", name).String()})
	if err != nil {
		return err
	}
	defer w.Stop()
	<-w.ResultChan()
	return nil
}

// OneForEver restarts the watch of one object again and again.
func OneForEver(ctx context.Context, pods typedcorev1.PodInterface, name string) error {
	for {
		w, err := pods.Watch(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + name}) // want `the watch starts without a resourceVersion`
		if err != nil {
			return err
		}
		for range w.ResultChan() {
		}
	}
}

// Forwarded is given its options.
func Forwarded(ctx context.Context, pods typedcorev1.PodInterface, opts metav1.ListOptions) (watch.Interface, error) {
	opts.LabelSelector = "app=web"
	return pods.Watch(ctx, opts)
}

// Tweaked lets someone else fill them.
func Tweaked(ctx context.Context, pods typedcorev1.PodInterface, tweak func(*metav1.ListOptions)) (watch.Interface, error) {
	opts := metav1.ListOptions{}
	tweak(&opts)
	return pods.Watch(ctx, opts)
}

// Runtime watches with controller-runtime's client.
func Runtime(ctx context.Context, c client.WithWatch) error {
	w, err := c.Watch(ctx, &corev1.PodList{}, client.InNamespace("default")) // want `the watch starts without a resourceVersion`
	if err != nil {
		return err
	}
	w.Stop()
	return nil
}

// RuntimeFrom gives it a version.
func RuntimeFrom(ctx context.Context, c client.WithWatch) error {
	var list corev1.PodList
	if err := c.List(ctx, &list); err != nil {
		return err
	}
	w, err := c.Watch(ctx, &corev1.PodList{}, &client.ListOptions{Raw: &metav1.ListOptions{ResourceVersion: list.ResourceVersion}})
	if err != nil {
		return err
	}
	w.Stop()
	return nil
}
