package testtable

import (
	"context"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

var pods typedcorev1.PodInterface

func TestWatch(t *testing.T) {
	fan := &Fan{clusters: []typedcorev1.PodInterface{pods}}
	tests := []struct {
		name string
		opts metav1.ListOptions
	}{
		{"from nothing", metav1.ListOptions{}},
		{"from a version", metav1.ListOptions{ResourceVersion: "7"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w, err := fan.Watch(context.Background(), tt.opts)
			if err != nil {
				t.Error(err)
				return
			}
			defer w.Stop()
			for {
				event, ok := <-w.ResultChan()
				if !ok || event.Type == watch.Error {
					break
				}
			}
		})
	}
}

func TestFirst(t *testing.T) {
	for _, rv := range []string{"1", "2"} {
		name, err := First(context.Background(), pods, rv)
		if err != nil {
			t.Error(err)
			continue
		}
		t.Log(name)
	}
}

func TestFollow(t *testing.T) { Follow(context.Background(), pods, "7") }

// follow is a retry in a test, where it does no harm.
func follow(ctx context.Context, rv string) {
	for ctx.Err() == nil {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			continue
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				break
			}
		}
	}
}

var _ = follow
