// Package env is what the generated programs run in: an informer whose cache
// holds two services, and decisions that are made anew for each run.
package env

import (
	"context"
	"fmt"
	"os"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/fake"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

// NS is the namespace of all services.
const NS = "ns"

// MaxFlags is how many decisions a run makes; further ones are no.
const MaxFlags = 10

// Env is what a program is given.
type Env struct {
	Lister  corelisters.ServiceLister
	Indexer cache.Indexer
	Client  kubernetes.Interface

	path []bool
	used int
}

// Flag makes a decision. The program is run with every sequence of them.
func (e *Env) Flag() bool {
	if e.used == MaxFlags {
		return false
	}
	if e.used == len(e.path) {
		e.path = append(e.path, false)
	}
	e.used++
	return e.path[e.used-1]
}

// Index decides between 0 and 1.
func (e *Env) Index() int {
	if e.Flag() {
		return 1
	}
	return 0
}

// Key decides between a and b.
func (e *Env) Key() string { return []string{"a", "b"}[e.Index()] }

// Finalizer decides between one that all services have, and another.
func (e *Env) Finalizer(other string) string { return []string{"c", other}[e.Index()] }

// Data decides between bytes that set a string, and some that set every map.
func (e *Env) Data(value string) []byte {
	if e.Flag() {
		m := `{"x":"` + value + `"}`
		return []byte(`{"metadata":{"labels":` + m + `,"annotations":` + m + `},"spec":{"selector":` + m + `}}`)
	}
	return []byte(`{"spec":{"externalName":"` + value + `"}}`)
}

func (e *Env) one() *corev1.Service {
	obj, _, _ := e.Indexer.GetByKey(NS + "/one")
	return obj.(*corev1.Service)
}

// Deliver does what an informer does with an event handler.
func (e *Env) Deliver(h cache.ResourceEventHandler) {
	h.OnAdd(e.one(), false)
	h.OnUpdate(e.one(), e.one())
	h.OnDelete(e.one())
}

// Map does what controller-runtime does with a map function.
func (e *Env) Map(f handler.MapFunc) { f(context.Background(), e.one()) }

// Filter does what controller-runtime does with a predicate.
func (e *Env) Filter(p predicate.Predicate) {
	p.Create(event.CreateEvent{Object: e.one()})
	p.Update(event.UpdateEvent{ObjectOld: e.one(), ObjectNew: e.one()})
}

func service(ns, name string) *corev1.Service {
	https := "https"
	return &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: ns, Name: name, UID: "u", ResourceVersion: "1",
			Labels:      map[string]string{"app": "a", "tier": "t"},
			Annotations: map[string]string{"app": "a", "note": "n"},
			Finalizers:  []string{"b", "a", "c"},
		},
		Spec: corev1.ServiceSpec{
			Selector:              map[string]string{"app": "a", "pick": "p"},
			ClusterIPs:            []string{"b", "a", "c"},
			Ports:                 []corev1.ServicePort{{Name: "a", Port: 80, AppProtocol: &https}, {Name: "b", Port: 443, AppProtocol: &https}},
			SessionAffinityConfig: &corev1.SessionAffinityConfig{ClientIP: &corev1.ClientIPConfig{}},
		},
		Status: corev1.ServiceStatus{Conditions: []metav1.Condition{
			{Type: "Ready", Status: metav1.ConditionTrue, Reason: "r", Message: "m"},
			{Type: "Other", Status: metav1.ConditionTrue, Reason: "r", Message: "m"},
		}},
	}
}

// Run runs the programs on each sequence of decisions, and prints the name of
// each, in how many ways it was run, whether client-go's cache mutation detector
// objects to any, and whether any panicked.
func Run(programs map[string]func(*Env)) {
	if os.Getenv("KUBE_CACHE_MUTATION_DETECTOR") != "true" {
		fmt.Fprintln(os.Stderr, "KUBE_CACHE_MUTATION_DETECTOR is not set")
		os.Exit(1)
	}
	// The detector prints what was altered.
	out := os.Stdout
	os.Stdout, _ = os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	for name, f := range programs {
		altered, panics, runs := false, false, 0
		for path := []bool{}; ; {
			var bad, panicked bool
			bad, panicked, path = run(name, f, path)
			altered, panics = altered || bad, panics || panicked
			runs++
			// The next sequence: the last no becomes a yes.
			n := len(path)
			for n > 0 && path[n-1] {
				n--
			}
			if n == 0 {
				break
			}
			path = append(path[:n-1:n-1], true)
		}
		fmt.Fprintln(out, name, runs, altered, panics)
	}
}

var client = fake.NewSimpleClientset(service("api", "one"))

func run(name string, f func(*Env), path []bool) (altered, panicked bool, used []bool) {
	services := informers.NewSharedInformerFactory(client, 0).Core().V1().Services()
	e := &Env{Lister: services.Lister(), Indexer: services.Informer().GetIndexer(), Client: client, path: path}
	detector := cache.NewCacheMutationDetector(name)
	for _, n := range []string{"one", "two"} {
		s := service(NS, n)
		if err := e.Indexer.Add(s); err != nil {
			panic(err)
		}
		detector.AddObject(s)
	}
	func() {
		defer func() {
			if r := recover(); r != nil {
				fmt.Fprintf(os.Stderr, "%s: %v\n", name, r)
				panicked = true
			}
		}()
		f(e)
	}()
	return objects(detector), panicked, e.path[:e.used]
}

// objects reports whether d finds a cached object altered: it panics then.
func objects(d cache.MutationDetector) (altered bool) {
	defer func() { altered = recover() != nil }()
	stop := make(chan struct{})
	close(stop)
	d.Run(stop) // compares once
	return false
}
