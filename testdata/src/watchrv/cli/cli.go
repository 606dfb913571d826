// Package cli watches for somebody at a terminal, which is off by default.
package cli

import (
	"context"
	"fmt"
	"io"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// Follow prints all Pods, and what becomes of them.
func Follow(ctx context.Context, out io.Writer, pods typedcorev1.PodInterface) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{LabelSelector: "app=web"})
	if err != nil {
		return err
	}
	defer w.Stop()
	for event := range w.ResultChan() {
		fmt.Fprintln(out, event.Type)
	}
	return nil
}

// FollowRecent does so from any recent state.
func FollowRecent(ctx context.Context, out io.Writer, pods typedcorev1.PodInterface) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{LabelSelector: "app=web", ResourceVersion: "0"})
	if err != nil {
		return err
	}
	defer w.Stop()
	for event := range w.ResultChan() {
		fmt.Fprintln(out, event.Type)
	}
	return nil
}
