// Package backing: listers and stores of the repository's own, behind the
// interfaces of client-go.
package backing

import (
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// copying hands out copies, as far as Get goes.
type copying struct{ corelisters.PodLister }

func (l copying) Pods(ns string) corelisters.PodNamespaceLister {
	return &copyingNamespace{l.PodLister.Pods(ns)}
}

type copyingNamespace struct{ corelisters.PodNamespaceLister }

func (n *copyingNamespace) Get(name string) (*corev1.Pod, error) {
	pod, err := n.PodNamespaceLister.Get(name)
	if err != nil {
		return nil, err
	}
	return pod.DeepCopy(), nil
}

// logging only looks on.
type logging struct{ corelisters.PodLister }

func (l logging) List(sel labels.Selector) ([]*corev1.Pod, error) { // want List:`^\Qret0=cache0[]; cache0=l.PodLister.List type k8s.io/api/core/v1.Pod\E$`
	log.Print("list")
	return l.PodLister.List(sel)
}

// fetching is a store that makes what it is asked for.
type fetching struct{ cache.Store }

func (f *fetching) GetByKey(key string) (interface{}, bool, error) {
	return &corev1.Pod{}, true, nil
}

type server struct {
	copies corelisters.PodLister
	shared corelisters.PodLister
	logged corelisters.PodLister
	either corelisters.PodLister
	given  corelisters.PodLister
	store  cache.Store
	vault  cache.Store
}

func newServer(l corelisters.PodLister, s cache.Store, copies bool) *server {
	out := &server{
		copies: copying{l},
		shared: l,
		logged: logging{l},
		either: l,
		store:  &fetching{s},
		vault:  newVault(s),
	}
	if copies {
		out.either = copying{l}
	}
	return out
}

func (s *server) ofCopies() {
	pod, err := s.copies.Pods("ns").Get("a")
	if err != nil {
		return
	}
	pod.Labels["a"] = "b"
	pods, err := s.copies.Pods("ns").List(labels.Everything())
	if err != nil {
		return
	}
	for _, p := range pods {
		p.Labels["a"] = "b" // want `mutates a cached object`
	}
}

func (s *server) ofShared() {
	pod, err := s.shared.Pods("ns").Get("a")
	if err != nil {
		return
	}
	pod.Labels["a"] = "b" // want `mutates a cached object`
}

func (s *server) ofLogged() {
	pods, err := s.logged.List(labels.Everything())
	if err != nil {
		return
	}
	for _, p := range pods {
		p.Labels["a"] = "b" // want `mutates a cached object`
	}
}

func (s *server) ofEither() {
	pod, err := s.either.Pods("ns").Get("a")
	if err != nil {
		return
	}
	pod.Labels["a"] = "b" // want `mutates a cached object`
}

func (s *server) ofGiven() {
	pod, err := s.given.Pods("ns").Get("a")
	if err != nil {
		return
	}
	pod.Labels["a"] = "b" // want `mutates a cached object`
}

func (s *server) ofStore() {
	obj, ok, err := s.store.GetByKey("a")
	if err != nil || !ok {
		return
	}
	obj.(*corev1.Pod).Labels = nil
	for _, o := range s.store.List() {
		o.(*corev1.Pod).Labels = nil // want `mutates a cached object`
	}
}

type vault interface{ cache.Store }

type persisted struct {
	vault
	name string
}

func (p *persisted) GetByKey(key string) (item interface{}, exists bool, err error) {
	if key == "" {
		return nil, false, nil
	}
	pod := &corev1.Pod{}
	pod.Name = p.name
	return pod, true, nil
}

func newVault(s cache.Store) vault {
	return &persisted{vault: cache.NewStore(cache.MetaNamespaceKeyFunc), name: "a"}
}

// A stand-in for tests: nothing fills it but what puts objects of its own there.
func newFake() *server { return &server{vault: cache.NewStore(cache.MetaNamespaceKeyFunc)} }

func (s *server) ofVault() {
	obj, ok, err := s.vault.GetByKey("a")
	if err != nil || !ok {
		return
	}
	obj.(*corev1.Pod).Labels = nil
}
