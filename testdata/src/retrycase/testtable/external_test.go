package testtable_test

import (
	"context"
	"testing"

	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"

	"k8slint.test/retrycase/testtable"
)

func TestFirst(t *testing.T) {
	var pods typedcorev1.PodInterface
	for {
		if _, err := testtable.First(context.Background(), pods, "7"); err == nil {
			return
		}
	}
}
