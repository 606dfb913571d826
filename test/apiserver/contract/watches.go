package contract

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
)

// FirstLeft returns the name of the first ConfigMap that comes, and leaves its watch
// open.
func FirstLeft(ctx context.Context, client corev1client.ConfigMapInterface) (string, error) {
	w, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil {
		return "", err
	}
	for event := range w.ResultChan() {
		if cm, ok := event.Object.(*corev1.ConfigMap); ok {
			return cm.Name, nil
		}
	}
	return "", nil
}

// FirstOfChannel keeps the channel of its watch alone.
func FirstOfChannel(ctx context.Context, client corev1client.ConfigMapInterface) (string, error) {
	events, err := channel(ctx, client)
	if err != nil {
		return "", err
	}
	for event := range events {
		if cm, ok := event.Object.(*corev1.ConfigMap); ok {
			return cm.Name, nil
		}
	}
	return "", nil
}

func channel(ctx context.Context, client corev1client.ConfigMapInterface) (<-chan watch.Event, error) {
	w, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil {
		return nil, err
	}
	return w.ResultChan(), nil
}

// First stops it.
func First(ctx context.Context, client corev1client.ConfigMapInterface) (string, error) {
	w, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil {
		return "", err
	}
	defer w.Stop()
	for event := range w.ResultChan() {
		if cm, ok := event.Object.(*corev1.ConfigMap); ok {
			return cm.Name, nil
		}
	}
	return "", nil
}

// UseFirstWithin calls use with the first ConfigMap. Its context ends with it.
func UseFirstWithin(ctx context.Context, client corev1client.ConfigMapInterface, use func(*corev1.ConfigMap)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil {
		return err
	}
	for event := range w.ResultChan() {
		if cm, ok := event.Object.(*corev1.ConfigMap); ok {
			use(cm)
			return nil
		}
	}
	return nil
}

// UseFirst stops the watch, too.
func UseFirst(ctx context.Context, client corev1client.ConfigMapInterface, use func(*corev1.ConfigMap)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil {
		return err
	}
	defer w.Stop()
	for event := range w.ResultChan() {
		if cm, ok := event.Object.(*corev1.ConfigMap); ok {
			use(cm)
			return nil
		}
	}
	return nil
}
