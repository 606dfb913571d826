package testtable

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

var inVariable = cache.ResourceEventHandlerFuncs{DeleteFunc: Name}

func TestName(t *testing.T) {
	handlers := cache.ResourceEventHandlerFuncs{DeleteFunc: Name}
	handlers.OnDelete(&corev1.Pod{})
	inVariable.OnDelete(&corev1.Pod{})
}
