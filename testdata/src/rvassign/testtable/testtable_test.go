package testtable

import (
	"context"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

func TestTold(t *testing.T) {
	told := &Told{}
	for range 3 {
		w, err := told.Watch(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for event := range w.ResultChan() {
			if pod, ok := event.Object.(*corev1.Pod); ok {
				told.Tell(pod.ResourceVersion)
			}
		}
	}
}

func TestOwn(t *testing.T) {
	if err := (&Own{}).Run(context.Background()); err != nil {
		t.Fatal(err)
	}
}
