// Package apiserver is an API server of pods that misbehaves as real ones have.
package apiserver

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/rest"
)

// An Event is one line of a watch.
type Event struct {
	Type   string `json:"type"`
	Object any    `json:"object"`
}

// A Server answers lists and watches of the pods of one namespace.
type Server struct {
	// List is the answer to a list.
	List func() *corev1.PodList
	// Watch is the answer to the nth watch, from 0, that starts at rv.
	Watch func(n int, rv string) []Event
	// Done is called when the nth watch comes in and n is Last.
	Done func()
	Last int

	mu      sync.Mutex
	watches []string
}

// Watches lists the versions that watches started from.
func (s *Server) Watches() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.watches
}

// Start starts the server and returns a client of it.
func (s *Server) Start(t *testing.T) typedcorev1.PodInterface {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(srv.Close)
	client, err := typedcorev1.NewForConfig(&rest.Config{Host: srv.URL})
	if err != nil {
		t.Fatal(err)
	}
	return client.Pods("default")
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	enc := json.NewEncoder(w)
	if r.URL.Query().Get("watch") == "" {
		list := s.List()
		list.Kind, list.APIVersion = "PodList", "v1"
		enc.Encode(list)
		return
	}
	s.mu.Lock()
	n, rv := len(s.watches), r.URL.Query().Get("resourceVersion")
	s.watches = append(s.watches, rv)
	s.mu.Unlock()
	if n == s.Last {
		s.Done()
		return
	}
	for _, e := range s.Watch(n, rv) {
		enc.Encode(e)
	}
}

// Pod is a pod at a version.
func Pod(name string, rv int) *corev1.Pod {
	return &corev1.Pod{
		TypeMeta:   metav1.TypeMeta{Kind: "Pod", APIVersion: "v1"},
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default", ResourceVersion: strconv.Itoa(rv)},
	}
}

// Since returns the events of history after the version rv, as a server with
// all of its history does.
func Since(history []Event, rv string) []Event {
	from, _ := strconv.Atoi(rv)
	var out []Event
	for _, e := range history {
		if at, _ := strconv.Atoi(e.Object.(*corev1.Pod).ResourceVersion); at > from {
			out = append(out, e)
		}
	}
	return out
}

// Failed is an ERROR event with that code.
func Failed(code int32, reason metav1.StatusReason) Event {
	return Event{"ERROR", &metav1.Status{
		TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"},
		Status:   metav1.StatusFailure, Code: code, Reason: reason, Message: "the watch failed",
	}}
}
