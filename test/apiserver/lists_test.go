package apiserver

import (
	"context"
	"net/http"
	"sync"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/cache"

	"github.com/k8slint/k8slint/test/apiserver/cases"
)

// TestWatchRVList deletes a Pod between the list and the watch of an informer. The server
// does not stream lists.
func TestWatchRVList(t *testing.T) {
	for _, test := range []struct {
		name     string
		informer func(kubernetes.Interface, string) cache.SharedIndexInformer
		kept     bool // the deleted Pod, for ever
	}{
		{"lost-listmeta/bad", cases.PagedInformer, true},
		{"lost-listmeta/good", cases.VersionedInformer, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, p, namespace := testContext(t), newProxy(t), newNamespace("informer")
			direct := typed(t, newProxy(t))
			createPod(t, direct, namespace, "web", "")
			caughtUp(ctx, t, direct.CoreV1().Pods(namespace))
			var once sync.Once
			p.OnRequest(func(r *http.Request) *Answer {
				switch {
				case !watching(r):
				case r.URL.Query().Get("sendInitialEvents") == "true":
					status := apierrors.NewInvalid(schema.GroupKind{Group: "meta.k8s.io", Kind: "ListOptions"}, "", field.ErrorList{
						field.Forbidden(field.NewPath("sendInitialEvents"), "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled"),
					}).Status()
					return &status
				default:
					once.Do(func() { deleteSeen(ctx, t, direct.CoreV1().Pods(namespace), "web") })
				}
				return nil
			})
			informer := test.informer(typed(t, p), namespace)
			running, cancel := context.WithCancel(ctx)
			var done sync.WaitGroup
			done.Go(func() { informer.RunWithContext(running) })
			defer func() { cancel(); done.Wait() }()
			must[[]string](t)(p.Watches(ctx, 1))
			createPod(t, direct, namespace, "last", "")
			has := func(name string) bool { _, ok, _ := informer.GetStore().GetByKey(namespace + "/" + name); return ok }
			until(t, ctx, "the last is listed", func() bool { return has("last") })
			if has("web") != test.kept {
				t.Errorf("the informer has the deleted Pod: %t", has("web"))
			}
		})
	}
}

// TestWatchRVOne deletes the awaited ConfigMap before the watch starts, and creates
// another of its name.
func TestWatchRVOne(t *testing.T) {
	for _, test := range []struct {
		name string
		wait func(context.Context, corev1client.ConfigMapInterface, string) error
		sees bool // the deletion
	}{
		{"single-object/bad", cases.WaitGone, false},
		{"single-object/good", cases.WaitGoneSince, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newFollowed(t)
			f.create(t, "web")
			f.proxy.OnRequest(func(r *http.Request) *Answer {
				if watching(r) {
					deleteSeen(f.ctx, t, f.direct, "web")
				}
				return nil
			})
			f.proxy.OnEvent(func(e Event) []Event {
				if e.Type == watch.Added && !test.sees {
					f.stop() // what comes later is seen
				}
				return []Event{e}
			})
			result := make(chan error)
			go func() { result <- test.wait(f.ctx, f.seen, "web") }()
			f.version(t, 1)
			f.create(t, "web")
			if err := <-result; (err == nil) != test.sees {
				t.Errorf("waiting ends with %v", err)
			}
		})
	}
}

// TestWatchRVStart starts watches where there is a ConfigMap already.
func TestWatchRVStart(t *testing.T) {
	for _, test := range []struct {
		name     string
		announce func(context.Context, corev1client.ConfigMapInterface, func(string)) error
		want     []string
	}{
		{"replay/bad", cases.Announce, []string{"web", "last"}},
		{"replay/good", cases.AnnounceNew, []string{"last"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newFollowed(t)
			f.create(t, "web")
			said := make(chan string)
			f.start(t, func() {
				test.announce(f.ctx, f.seen, func(name string) {
					select {
					case said <- name:
					case <-f.ctx.Done():
					}
				})
			})
			f.version(t, 1)
			f.create(t, "last")
			for _, want := range test.want {
				if got := <-said; got != want {
					t.Fatalf("%s is announced, want %s", got, want)
				}
			}
		})
	}
}
