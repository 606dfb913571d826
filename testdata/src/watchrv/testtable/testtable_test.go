package testtable

import (
	"context"
	"testing"

	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

var (
	pods   typedcorev1.PodInterface
	source = &Source{pods: pods, Start: ""}
)

func TestWatches(t *testing.T) {
	ctx := context.Background()
	for range 3 {
		if _, err := From(ctx, pods, ""); err != nil {
			t.Error(err)
		}
		if _, err := One(ctx, pods, "a"); err != nil {
			t.Error(err)
		}
		if _, err := Nothing(ctx, pods); err != nil {
			t.Error(err)
		}
		if _, err := source.Watch(ctx); err != nil {
			t.Error(err)
		}
	}
}
