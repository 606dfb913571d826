package apiserver

import (
	"context"
	"slices"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"

	"github.com/k8slint/k8slint/test/apiserver/cases"
)

// A signalled handler says when a deletion was handled.
type signalled struct {
	cache.ResourceEventHandler
	deleted chan any
}

func (s signalled) OnDelete(obj any) {
	s.ResourceEventHandler.OnDelete(obj)
	s.deleted <- obj
}

// TestTombstone deletes a Pod while the informer's watch is broken.
func TestTombstone(t *testing.T) {
	for _, test := range []struct {
		name    string
		handler func(gone func(string)) cache.ResourceEventHandler
		want    []string
	}{
		{"lost-delete/bad", cases.OnDeleteLost, nil},
		{"good", cases.OnDelete, []string{"web"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, p, direct, namespace := testContext(t), newProxy(t), typed(t, newProxy(t)), newNamespace("tombstone")
			createPod(t, direct, namespace, "web", "node-1")
			factory := informers.NewSharedInformerFactoryWithOptions(typed(t, p), 0, informers.WithNamespace(namespace))
			var gone []string
			handler := signalled{test.handler(func(name string) { gone = append(gone, name) }), make(chan any, 1)}
			registration := must[cache.ResourceEventHandlerRegistration](t)(factory.Core().V1().Pods().Informer().AddEventHandler(handler))
			running, cancel := context.WithCancel(ctx)
			defer func() { cancel(); factory.Shutdown() }()
			factory.Start(running.Done())
			if !cache.WaitForCacheSync(ctx.Done(), registration.HasSynced) {
				t.Fatal("the informer does not sync")
			}
			again := breakWatch(t, p)
			if err := direct.CoreV1().Pods(namespace).Delete(ctx, "web", metav1.DeleteOptions{}); err != nil {
				t.Fatal(err)
			}
			again()
			select {
			case obj := <-handler.deleted:
				if _, ok := obj.(cache.DeletedFinalStateUnknown); !ok {
					t.Errorf("the handler gets a %T", obj)
				}
			case <-ctx.Done():
				t.Fatal("the handler is not called")
			}
			if !slices.Equal(gone, test.want) {
				t.Errorf("deleted as the handler sees it: %q, want %q", gone, test.want)
			}
		})
	}
}
