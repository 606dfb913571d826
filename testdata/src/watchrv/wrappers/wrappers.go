// Package wrappers has types that stand for clients.
package wrappers

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	watchtools "k8s.io/client-go/tools/watch"
	"k8s.io/klog/v2"
)

// A workload can be watched; nobody in this package does.
type workload interface {
	Name() string
	Watch(ctx context.Context) (watch.Interface, error)
}

type deployment struct {
	kube kubernetes.Interface
	name string
}

func (d *deployment) Name() string { return d.name }

func (d *deployment) Watch(ctx context.Context) (watch.Interface, error) {
	return d.kube.AppsV1().Deployments("").Watch(ctx, metav1.ListOptions{})
}

type statefulSet struct {
	kube kubernetes.Interface
	name string
}

func (s *statefulSet) Name() string { return s.name }

func (s *statefulSet) Watch(ctx context.Context) (watch.Interface, error) {
	return s.kube.AppsV1().StatefulSets("").Watch(ctx, metav1.ListOptions{})
}

// Names returns the names of workloads.
func Names(kube kubernetes.Interface) []string {
	var names []string
	klog.Info(&deployment{kube, "no one"})
	for _, w := range []workload{&deployment{kube, "web"}, &statefulSet{kube, "db"}} {
		klog.Info(w)
		names = append(names, w.Name())
	}
	return names
}

// A job is watched again and again.
type job struct{ kube kubernetes.Interface }

func (j *job) Watch(ctx context.Context) (watch.Interface, error) {
	return j.kube.BatchV1().Jobs("").Watch(ctx, metav1.ListOptions{}) // want `the watch starts without a resourceVersion`
}

func (j *job) run(ctx context.Context) error {
	for {
		w, err := j.Watch(ctx)
		if err != nil {
			return err
		}
		for range w.ResultChan() {
		}
	}
}

// A daemonSet watches in a goroutine of its own, and needs nobody to do it.
type daemonSet struct{ kube kubernetes.Interface }

func (d *daemonSet) Start(ctx context.Context) error {
	w, err := d.kube.AppsV1().DaemonSets("").Watch(ctx, metav1.ListOptions{}) // want `the watch starts without a resourceVersion`
	if err != nil {
		return err
	}
	for range w.ResultChan() {
	}
	return nil
}

// A provider makes watchers that start again; others get one through the interface.
type provider interface {
	Watcher(rv string) (*watchtools.RetryWatcher, error)
}

type secrets struct{ kube kubernetes.Interface }

// Secrets returns the provider of secrets.
func Secrets(kube kubernetes.Interface) provider { return &secrets{kube} }

func (s *secrets) Watcher(rv string) (*watchtools.RetryWatcher, error) {
	return watchtools.NewRetryWatcher(rv, &cache.ListWatch{WatchFunc: func(metav1.ListOptions) (watch.Interface, error) {
		return s.kube.CoreV1().Secrets("").Watch(context.Background(), metav1.ListOptions{}) // want `this function starts the watch without the resourceVersion of its options`
	}})
}

// nodes is what an informer lists and watches with.
type nodes struct {
	cache.Lister
	kube kubernetes.Interface
}

func (n *nodes) Watch(opts metav1.ListOptions) (watch.Interface, error) {
	return n.kube.CoreV1().Nodes().Watch(context.Background(), metav1.ListOptions{LabelSelector: opts.LabelSelector}) // want `this function starts the watch without the resourceVersion of its options`
}

// Informer returns one of nodes.
func Informer(kube kubernetes.Interface, l cache.Lister) cache.SharedInformer {
	return cache.NewSharedInformer(&nodes{l, kube}, nil, 0)
}
