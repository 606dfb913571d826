package apiserver

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"go.etcd.io/etcd/api/v3/etcdserverpb"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	afterusage "github.com/k8slint/k8slint/examples/after/usage"
	beforeusage "github.com/k8slint/k8slint/examples/before/usage"
)

// A counter is that of the examples.
type counter interface{ Count(node string) int }

func newCounter(side string, informer cache.SharedIndexInformer) (counter, error) {
	if side == "before" {
		return beforeusage.New(informer)
	}
	return afterusage.New(informer)
}

func init() {
	for _, side := range sides {
		children["usage/"+side] = func(ctx context.Context, config *rest.Config, namespace string) error {
			return countPods(ctx, config, namespace, side)
		}
	}
}

// countPods is a program that prints how many Pods node-1 has: first 1, then 0.
func countPods(ctx context.Context, config *rest.Config, namespace, side string) error {
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
	c, err := newCounter(side, factory.Core().V1().Pods().Informer())
	if err != nil {
		return err
	}
	factory.Start(ctx.Done())
	for _, n := range []int{1, 0} {
		err := wait.PollUntilContextCancel(ctx, time.Millisecond, true, func(context.Context) (bool, error) { return c.Count("node-1") == n, nil })
		if err != nil {
			return fmt.Errorf("node-1 has %d Pods, not %d", c.Count("node-1"), n)
		}
		fmt.Printf("node-1: %d\n", n)
	}
	return nil
}

func createPod(t *testing.T, client kubernetes.Interface, namespace, name, node string) *corev1.Pod {
	t.Helper()
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: corev1.PodSpec{NodeName: node}}
	return must[*corev1.Pod](t)(client.CoreV1().Pods(namespace).Create(t.Context(), pod, metav1.CreateOptions{}))
}

// TestTombstoneREADME breaks the watch of an informer, deletes the Pod, and lets
// the informer watch again when the server has forgotten its version.
func TestTombstoneREADME(t *testing.T) {
	shownOn(t, "tombstone", func(t *testing.T, side string, run *transcript) {
		p, direct := newProxy(t), typed(t, newProxy(t))
		namespace := newNamespace("usage-" + side)
		createPod(t, direct, namespace, "web", "node-1")
		program := startChild(t, "usage/"+side, p, namespace)
		program.expect(t, "node-1: 1")
		run.printf("node-1: 1")

		again := breakWatch(t, p)
		if err := direct.CoreV1().Pods(namespace).Delete(t.Context(), "web", metav1.DeleteOptions{}); err != nil {
			t.Fatal(err)
		}
		run.printf("the watch breaks; web is deleted; the informer lists again")
		again()
		if side == "after" {
			program.expect(t, "node-1: 0")
			run.printf("node-1: 0")
		}
		died := program.end(t)
		if died != "" {
			run.printf("%s", died)
		}
		if strings.Contains(died, "is cache.DeletedFinalStateUnknown, not *v1.Pod") != (side == "before") {
			t.Errorf("the program ends with %q", died)
		}
	})
}

// breakWatch ends the watches of p. The next one waits until again is called, and is
// then refused with 410, as its version was too old: so the informer lists.
func breakWatch(t *testing.T, p *Proxy) (again func()) {
	waits := make(chan struct{})
	again = sync.OnceFunc(func() { close(waits) })
	t.Cleanup(again)
	refused, came := make(chan struct{}, 1), make(chan struct{})
	refused <- struct{}{}
	p.OnRequest(func(r *http.Request) *Answer {
		if !watching(r) {
			return nil
		}
		select {
		case <-refused:
			close(came)
			<-waits
			status := apierrors.NewResourceExpired("too old resource version").Status()
			return &status
		default:
			return nil
		}
	})
	p.Cut()
	select {
	case <-came: // the watch before it has ended
	case <-time.After(time.Minute):
		t.Fatal("nobody watches again")
	}
	return again
}

// TestRVCompareREADME binds a Pod when the version of the server gets another digit.
// It has a server of its own, whose versions are small.
func TestRVCompareREADME(t *testing.T) {
	ctx, s := testContext(t), newServer(t)
	client := typed(t, proxyOf(t, s))
	const namespace = "rvcompare"
	counters := map[string]counter{}
	for _, side := range sides {
		factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
		counters[side] = must[counter](t)(newCounter(side, factory.Core().V1().Pods().Informer()))
		running, cancel := context.WithCancel(ctx)
		t.Cleanup(func() { cancel(); factory.Shutdown() })
		factory.Start(running.Done())
		factory.WaitForCacheSync(ctx.Done())
	}
	counted := func(node string, n int) {
		t.Helper()
		for _, side := range sides {
			until(t, ctx, fmt.Sprintf("%s: %d Pods on %q", side, n, node), func() bool { return counters[side].Count(node) == n })
		}
	}
	s.tick(t, 998)
	pod := createPod(t, client, namespace, "web", "")
	counted("", 1)
	pod.Spec.NodeName = "node-1"
	bound := must[*corev1.Pod](t)(client.CoreV1().Pods(namespace).Update(ctx, pod, metav1.UpdateOptions{}))
	createPod(t, client, namespace, "last", "node-2")
	counted("node-2", 1)

	run := &transcript{analyzer: "rvcompare"}
	run.printf("web is created:         resourceVersion %s", pod.ResourceVersion)
	run.printf("web is bound to node-1: resourceVersion %s", bound.ResourceVersion)
	for _, side := range sides {
		run.printf("# examples/%s", side)
		run.printf("Pods on node-1: %d, on none: %d", counters[side].Count("node-1"), counters[side].Count(""))
	}
	run.compare(t)
	if before, after := counters["before"].Count("node-1"), counters["after"].Count("node-1"); before != 0 || after != 1 {
		t.Errorf("Pods on node-1: %d before, %d after", before, after)
	}
}

// tick writes to etcd until its revision is rev, from which the server takes its
// resourceVersions.
func (s *Server) tick(t *testing.T, rev int64) {
	t.Helper()
	for etcd := s.etcd.Server; etcd.KV().Rev() < rev; {
		if _, err := etcd.Put(t.Context(), &etcdserverpb.PutRequest{Key: []byte("/test/tick")}); err != nil {
			t.Fatal(err)
		}
	}
}

// compact makes etcd forget all versions but the newest of s.
func (s *Server) compact(t *testing.T) {
	t.Helper()
	etcd := s.etcd.Server
	s.tick(t, etcd.KV().Rev()+1)
	if _, err := etcd.Compact(t.Context(), &etcdserverpb.CompactionRequest{Revision: etcd.KV().Rev(), Physical: true}); err != nil {
		t.Fatal(err)
	}
}
