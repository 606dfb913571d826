// Package across keeps its positions in objects of another package's type.
package across

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"

	"k8slint.test/rvassign/across/position"
)

// Loop has two positions of one type: where to go on, and what it has seen.
type Loop struct {
	pods     typedcorev1.PodInterface
	at, seen *position.Mark
}

// Run sets both to each event's version.
func (l *Loop) Run(ctx context.Context) error {
	if err := l.at.Anew(ctx, l.pods); err != nil {
		return err
	}
	for {
		w, err := l.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: l.at.Get()})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				return nil
			}
			rv := event.Object.(*corev1.Pod).ResourceVersion
			l.seen.Put(rv)
			l.at.Put(rv) // want `Loop.at.rv can move backwards, and the watch at across.go:27 resumes from it`
		}
	}
}

// RunSeeing only notes what it has seen.
func (l *Loop) RunSeeing(ctx context.Context) error {
	at := new(position.Mark)
	if err := at.Anew(ctx, l.pods); err != nil {
		return err
	}
	w, err := l.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: at.Get()})
	if err != nil {
		return err
	}
	for event := range w.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok {
			l.seen.Put(pod.ResourceVersion)
		}
	}
	return nil
}

// RunForward never goes back.
func RunForward(ctx context.Context, pods typedcorev1.PodInterface, at *position.Mark) error {
	for {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: at.Get()})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if pod, ok := event.Object.(*corev1.Pod); ok {
				at.Lift(pod.ResourceVersion)
			}
		}
	}
}
