package replay

import (
	"context"
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"

	"k8slint.test/internal/apiserver"
)

type loop func(context.Context, typedcorev1.PodInterface, string, func(watch.EventType, string)) error

// run lets the loop make two watches and returns the events that it saw, and
// where its watches started.
func run(t *testing.T, l loop, from string, events func(n int, rv string) []apiserver.Event) (seen, watches []string) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	srv := &apiserver.Server{Watch: events, Last: 2, Done: cancel}
	err := l(ctx, srv.Start(t), from, func(typ watch.EventType, name string) {
		seen = append(seen, string(typ)+" "+name)
	})
	if err != nil && ctx.Err() == nil {
		t.Fatal(err)
	}
	return seen, srv.Watches()[:2]
}

// TestDeleted: a DELETED event has the version of the last update, as in
// Kubernetes 1.9.
func TestDeleted(t *testing.T) {
	history := []apiserver.Event{
		{Type: "ADDED", Object: apiserver.Pod("a", 50)},
		{Type: "MODIFIED", Object: apiserver.Pod("a", 55)},
		{Type: "ADDED", Object: apiserver.Pod("b", 60)},
	}
	events := func(n int, rv string) []apiserver.Event {
		if n == 0 {
			return []apiserver.Event{{Type: "DELETED", Object: apiserver.Pod("a", 50)}}
		}
		return apiserver.Since(history, rv)
	}
	seen, watches := run(t, Naive, "100", events)
	if watches[1] != "50" || !slices.Contains(seen, "MODIFIED a") {
		t.Errorf("the naive loop saw %q from %q; the deleted pod should come back", seen, watches)
	}
	seen, watches = run(t, Fixed, "100", events)
	if watches[1] != "100" || !slices.Equal(seen, []string{"DELETED a"}) {
		t.Errorf("the fixed loop saw %q from %q", seen, watches)
	}
}

// TestInitial: a watch from nothing begins with ADDED events in any order.
func TestInitial(t *testing.T) {
	initial := []apiserver.Event{
		{Type: "ADDED", Object: apiserver.Pod("new", 90)},
		{Type: "ADDED", Object: apiserver.Pod("old", 40)},
	}
	events := func(n int, rv string) []apiserver.Event {
		if n == 0 {
			return initial
		}
		return apiserver.Since(initial, rv)
	}
	seen, watches := run(t, Naive, "", events)
	if watches[1] != "40" || !slices.Equal(seen, []string{"ADDED new", "ADDED old", "ADDED new"}) {
		t.Errorf("the naive loop saw %q from %q; an event should come twice", seen, watches)
	}
	seen, watches = run(t, Fixed, "", events)
	if watches[1] != "90" || !slices.Equal(seen, []string{"ADDED new", "ADDED old"}) {
		t.Errorf("the fixed loop saw %q from %q", seen, watches)
	}
}
