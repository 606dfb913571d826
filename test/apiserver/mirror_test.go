package apiserver

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"

	aftermirror "github.com/k8slint/k8slint/examples/after/mirror"
	beforemirror "github.com/k8slint/k8slint/examples/before/mirror"
)

// A mirror is that of the examples.
type mirror interface {
	Run(ctx context.Context)
	Get(name string) map[string]string
}

func newMirror(side string, client corev1client.ConfigMapInterface) mirror {
	if side == "before" {
		return beforemirror.New(client)
	}
	return aftermirror.New(client)
}

// A mirrored is a namespace of ConfigMaps with a mirror of it.
type mirrored struct {
	t      *testing.T
	ctx    context.Context
	proxy  *Proxy
	maps   corev1client.ConfigMapInterface // straight to the server
	mirror mirror
	versions
}

func startMirror(t *testing.T, side string) *mirrored {
	namespace := newNamespace("mirror")
	p := newProxy(t)
	m := &mirrored{t: t, ctx: testContext(t), proxy: p,
		maps:   typed(t, newProxy(t)).CoreV1().ConfigMaps(namespace),
		mirror: newMirror(side, typed(t, p).CoreV1().ConfigMaps(namespace)),
	}
	return m
}

// run starts the mirror and returns when it watches.
func (m *mirrored) run() {
	var done sync.WaitGroup
	ctx, cancel := context.WithCancel(m.ctx)
	done.Go(func() { m.mirror.Run(ctx) })
	m.t.Cleanup(func() { cancel(); done.Wait() })
	m.watches(1)
}

// watches returns the name of the version from which the nth watch starts.
func (m *mirrored) watches(n int) string {
	m.t.Helper()
	return m.name(must[[]string](m.t)(m.proxy.Watches(m.ctx, n))[n-1])
}

func (m *mirrored) create(name string) {
	m.t.Helper()
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}, Data: map[string]string{"name": name}}
	must[*corev1.ConfigMap](m.t)(m.maps.Create(m.ctx, cm, metav1.CreateOptions{}))
}

func (m *mirrored) delete(name string) {
	m.t.Helper()
	if err := m.maps.Delete(m.ctx, name, metav1.DeleteOptions{}); err != nil {
		m.t.Fatal(err)
	}
}

// has waits until the mirror has the named ConfigMap, or not.
func (m *mirrored) has(name string, want bool) {
	m.t.Helper()
	until(m.t, m.ctx, fmt.Sprintf("the mirror has %s: %t", name, want), func() bool { return (m.mirror.Get(name) != nil) == want })
}

// until waits until f is true.
func until(t *testing.T, ctx context.Context, what string, f func() bool) {
	t.Helper()
	err := wait.PollUntilContextCancel(ctx, time.Millisecond, true, func(context.Context) (bool, error) { return f(), nil })
	if err != nil {
		t.Fatalf("not so: %s", what)
	}
}

// describe is how a transcript names an event.
func (m *mirrored) describe(e Event) string {
	return fmt.Sprintf("%s %s %s", e.Type, e.object().GetName(), m.name(e.object().GetResourceVersion()))
}

// TestRVAssignREADME has a server that sends DELETED with the version of the last
// update, as servers before 1.10 do, and aggregated ones that do not set it.
func TestRVAssignREADME(t *testing.T) {
	shownOn(t, "rvassign", func(t *testing.T, side string, run *transcript) {
		m := startMirror(t, side)
		last := map[string]string{}
		cut, back := false, make(chan struct{})
		look := sync.OnceFunc(func() { close(back) })
		t.Cleanup(look)
		m.proxy.OnEvent(func(e Event) []Event {
			name := e.object().GetName()
			if e.Type == watch.Deleted {
				e.object().SetResourceVersion(last[name])
			} else {
				last[name] = e.object().GetResourceVersion()
			}
			if name == "" {
				return []Event{e} // a bookmark
			}
			if cut && name == "db" && e.Type == watch.Deleted {
				<-back // until the test has looked at the mirror
			}
			run.printf("%s", m.describe(e))
			if !cut && name == "web" && e.Type == watch.Deleted {
				cut = true
				return []Event{e, {Type: Ended}} // as the server does from time to time
			}
			return []Event{e}
		})
		m.proxy.OnRequest(func(r *http.Request) *Answer {
			if watching(r) {
				run.printf("watch from %s", m.name(r.URL.Query().Get("resourceVersion")))
			}
			return nil
		})
		m.run()
		m.create("web")
		m.create("db")
		m.delete("db")
		m.delete("web")
		m.watches(2)
		if side == "before" {
			m.has("db", true)
			run.printf("the mirror has db again")
		}
		look()
		m.create("last")
		m.has("last", true)
		m.has("db", false)
	})
}

// TestRetryCaseREADME has a server that cannot build a DELETED event, as etcd sends
// it without the previous value (kubernetes 123072): it sends an InternalError, and
// its next watch goes on behind the event.
func TestRetryCaseREADME(t *testing.T) {
	shownOn(t, "retrycase", func(t *testing.T, side string, run *transcript) {
		m := startMirror(t, side)
		failed := false
		m.proxy.OnEvent(func(e Event) []Event {
			switch {
			case e.Type != watch.Deleted:
				return []Event{e}
			case failed:
				return nil
			}
			failed = true
			run.printf("DELETED %s cannot be sent: ERROR 500 InternalError", e.object().GetName())
			return []Event{errorEvent(apierrors.NewInternalError(fmt.Errorf("etcd event received with PrevKv=nil"))), {Type: Ended}}
		})
		lists := 0
		m.proxy.OnRequest(func(r *http.Request) *Answer {
			if !watching(r) {
				lists++
			}
			return nil
		})
		m.create("web")
		m.run()
		m.has("web", true)
		m.delete("web")
		m.watches(2)
		m.create("last")
		m.has("last", true)
		_, err := m.maps.Get(m.ctx, "web", metav1.GetOptions{})
		run.printf("lists: %d", lists)
		run.printf("the server: %v; the mirror has web: %t", err, m.mirror.Get("web") != nil)
		m.has("web", side == "before")
	})
}
