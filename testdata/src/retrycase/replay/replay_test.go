package replay

import (
	"context"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"

	"k8slint.test/internal/apiserver"
)

// run starts with a pod whose deletion the server fails to send: it answers
// with a 500 instead, and sends only later events afterwards.
func run(t *testing.T, loop func(context.Context, typedcorev1.PodInterface, Pods) error) Pods {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	lists := 0
	srv := &apiserver.Server{
		List: func() *corev1.PodList {
			list := &corev1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: "11"}}
			if lists++; lists == 1 {
				list.ResourceVersion = "10"
				list.Items = []corev1.Pod{*apiserver.Pod("gone", 5)}
			}
			return list
		},
		Watch: func(n int, rv string) []apiserver.Event {
			if n == 0 {
				return []apiserver.Event{apiserver.Failed(500, metav1.StatusReasonInternalError)}
			}
			return []apiserver.Event{{Type: "ADDED", Object: apiserver.Pod("next", 12)}}
		},
		Last: 2, Done: cancel,
	}
	known := Pods{}
	if err := loop(ctx, srv.Start(t), known); err != nil && ctx.Err() == nil {
		t.Fatal(err)
	}
	return known
}

// TestDropped is kubernetes issue 123072: an event that etcd sent without the
// previous value.
func TestDropped(t *testing.T) {
	if known := run(t, Naive); !known["gone"] || !known["next"] {
		t.Errorf("the naive loop knows %v; it should still believe in the pod that is gone", known)
	}
	if known := run(t, Fixed); known["gone"] || !known["next"] {
		t.Errorf("the fixed loop knows %v", known)
	}
}
