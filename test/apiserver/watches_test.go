package apiserver

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"

	"github.com/k8slint/k8slint/test/apiserver/cases"
)

// A followed is a namespace of ConfigMaps whose events somebody follows.
type followed struct {
	ctx       context.Context
	stop      context.CancelFunc
	proxy     *Proxy
	seen      corev1client.ConfigMapInterface // through the proxy
	direct    corev1client.ConfigMapInterface
	mu        sync.Mutex
	events    []string
	versionOf map[string]string
}

func newFollowed(t *testing.T) *followed {
	t.Helper()
	p, namespace := newProxy(t), newNamespace("follow")
	f := &followed{proxy: p, versionOf: map[string]string{},
		seen:   typed(t, p).CoreV1().ConfigMaps(namespace),
		direct: typed(t, newProxy(t)).CoreV1().ConfigMaps(namespace),
	}
	f.ctx, f.stop = context.WithCancel(testContext(t))
	t.Cleanup(f.stop)
	return f
}

func (f *followed) create(t *testing.T, name string) {
	t.Helper()
	cm := must[*corev1.ConfigMap](t)(f.direct.Create(t.Context(), &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}}, metav1.CreateOptions{}))
	f.versionOf[name] = cm.ResourceVersion
}

// handle takes note of an event.
func (f *followed) handle(e watch.Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	name := ""
	if cm, ok := e.Object.(*corev1.ConfigMap); ok {
		name = " " + cm.Name
	}
	f.events = append(f.events, string(e.Type)+name)
}

// count returns how often an event came.
func (f *followed) count(event string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for _, e := range f.events {
		if e == event {
			n++
		}
	}
	return n
}

// start runs f until the test ends.
func (f *followed) start(t *testing.T, run func()) {
	var done sync.WaitGroup
	done.Go(run)
	t.Cleanup(func() { f.stop(); done.Wait() })
}

// version returns the version from which the nth watch started.
func (f *followed) version(t *testing.T, n int) string {
	t.Helper()
	return must[[]string](t)(f.proxy.Watches(f.ctx, n))[n-1]
}

// TestRetryCase/expired has a server that has forgotten version 1, and says so each
// time.
func TestRetryCase(t *testing.T) {
	const rounds = 100
	for _, test := range []struct {
		name   string
		follow func(context.Context, corev1client.ConfigMapInterface, string, func(watch.Event))
		added  int
	}{
		{"expired/bad", cases.FollowExpired, 0},
		{"expired/good", cases.FollowListed, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newFollowed(t)
			f.create(t, "web")
			expired := 0
			f.proxy.OnRequest(func(r *http.Request) *Answer {
				if !watching(r) || r.URL.Query().Get("resourceVersion") != "1" {
					return nil
				}
				status := apierrors.NewResourceExpired("too old resource version: 1").Status()
				return &status
			})
			f.proxy.OnAnswer(func(r *http.Request, code int) {
				if code == http.StatusGone {
					if expired++; expired == rounds {
						f.stop()
					}
				}
			})
			f.start(t, func() { test.follow(f.ctx, f.seen, "1", f.handle) })
			if test.added > 0 {
				f.version(t, 1)
				until(t, f.ctx, "the ConfigMap is seen", func() bool { return f.count("ADDED web") == test.added })
				return
			}
			<-f.ctx.Done()
			if expired < rounds || f.count("ADDED web") != 0 {
				t.Errorf("410 came %d times, the ConfigMap %d times", expired, f.count("ADDED web"))
			}
		})
	}
}

// TestRVAssign shows the hazards that need no old server.
func TestRVAssign(t *testing.T) {
	// The first events are in the order of names. The watch ends behind or among them.
	for _, test := range []struct {
		name   string
		follow func(context.Context, corev1client.ConfigMapInterface, func(*corev1.ConfigMap))
		from   string // the object from whose version the second watch starts
		after  int    // how many events end the first watch
		older  int    // how often the older object is seen
		newer  int
	}{
		{"initial-events/bad", cases.FollowFromStart, "b-older", 2, 1, 2},
		{"initial-events/good", cases.FollowForward, "a-newer", 2, 1, 1},
		// Why the page says to list first.
		{"initial-events/unfinished", cases.FollowForward, "a-newer", 1, 0, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newFollowed(t)
			f.create(t, "b-older")
			f.create(t, "a-newer")
			caughtUp(f.ctx, t, f.direct)
			initial := 0
			f.proxy.OnEvent(func(e Event) []Event {
				if initial++; initial == test.after {
					return []Event{e, {Type: Ended}}
				}
				return []Event{e}
			})
			f.start(t, func() {
				test.follow(f.ctx, f.seen, func(cm *corev1.ConfigMap) { f.handle(watch.Event{Type: "SEEN", Object: cm}) })
			})
			if got, want := f.version(t, 2), f.versionOf[test.from]; got != want {
				t.Errorf("the second watch starts from %s, want %s of %s (%v)", got, want, test.from, f.versionOf)
			}
			f.create(t, "last")
			until(t, f.ctx, "the last is seen", func() bool { return f.count("SEEN last") == 1 })
			if older, newer := f.count("SEEN b-older"), f.count("SEEN a-newer"); older != test.older || newer != test.newer {
				t.Errorf("the older object is seen %d times, want %d, the newer %d times, want %d: %q", older, test.older, newer, test.newer, f.events)
			}
		})
	}
	// What the Pods' watch has moved on over is lost for the ConfigMaps' watch.
	t.Run("shared-position/bad", func(t *testing.T) {
		f := newFollowed(t)
		pods := newProxy(t)
		list := must[*corev1.ConfigMapList](t)(f.direct.List(f.ctx, metav1.ListOptions{}))
		moved, ended := make(chan struct{}), false
		f.proxy.OnEvent(func(e Event) []Event {
			if ended {
				return []Event{e}
			}
			ended = true
			<-moved
			return []Event{{Type: Ended}} // before the event is sent
		})
		t.Cleanup(sync.OnceFunc(func() {
			select {
			case <-moved:
			default:
				close(moved)
			}
		}))
		namespace := newNamespace("follow")
		shared := cases.NewShared(list.ResourceVersion)
		f.start(t, func() { shared.ConfigMaps(f.ctx, f.seen, f.handle) })
		f.start(t, func() {
			shared.Pods(f.ctx, typed(t, pods).CoreV1().Pods(namespace), func(e watch.Event) {
				if e.Type == watch.Modified {
					close(moved) // the position is that of the first event
				}
			})
		})
		f.version(t, 1)
		must[[]string](t)(pods.Watches(f.ctx, 1))
		f.create(t, "web")
		pod := createPod(t, typed(t, newProxy(t)), namespace, "web", "")
		pod.Spec.NodeName = "node-1"
		must[*corev1.Pod](t)(typed(t, newProxy(t)).CoreV1().Pods(namespace).Update(f.ctx, pod, metav1.UpdateOptions{}))
		f.version(t, 2)
		f.create(t, "last")
		until(t, f.ctx, "the last is added", func() bool { return f.count("ADDED last") == 1 })
		if f.count("ADDED web") != 0 {
			t.Errorf("web is seen: %q", f.events)
		}
	})
	t.Run("stale-list/bad", func(t *testing.T) {
		f := newFollowed(t)
		ended := false
		f.proxy.OnEvent(func(e Event) []Event {
			if ended {
				return []Event{e}
			}
			ended = true
			return []Event{e, {Type: Ended}}
		})
		f.start(t, func() { cases.FollowOldList(f.ctx, f.seen, f.handle) })
		f.version(t, 1)
		f.create(t, "web")
		f.version(t, 2)
		until(t, f.ctx, "web is added twice", func() bool { return f.count("ADDED web") == 2 })
	})
	for _, test := range []struct {
		name   string
		follow func(context.Context, corev1client.ConfigMapInterface, string, func(watch.Event)) error
		from   string // "" for the version of the list
		added  int
	}{
		{"dead-store/bad", cases.FollowDropped, "", 2},
		{"dead-store/good", cases.FollowKept, "web", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newFollowed(t)
			list := must[*corev1.ConfigMapList](t)(f.direct.List(f.ctx, metav1.ListOptions{}))
			f.versionOf[""] = list.ResourceVersion
			ended := false
			f.proxy.OnEvent(func(e Event) []Event {
				if ended {
					return []Event{e}
				}
				ended = true
				return []Event{e, {Type: Ended}}
			})
			f.start(t, func() { test.follow(f.ctx, f.seen, list.ResourceVersion, f.handle) })
			f.version(t, 1)
			f.create(t, "web")
			if got, want := f.version(t, 2), f.versionOf[test.from]; got != want {
				t.Errorf("the second watch starts from %s, want %s (%v)", got, want, f.versionOf)
			}
			f.create(t, "last")
			until(t, f.ctx, "the last is added", func() bool { return f.count("ADDED last") == 1 })
			if got := f.count("ADDED web"); got != test.added {
				t.Errorf("web is added %d times, want %d", got, test.added)
			}
		})
	}
	// An error has no version: the next watch starts from nothing.
	t.Run("error-events/bad", func(t *testing.T) {
		f := newFollowed(t)
		f.create(t, "web")
		failed := false
		f.proxy.OnEvent(func(e Event) []Event {
			if !failed {
				failed = true
				return []Event{errorEvent(apierrors.NewInternalError(fmt.Errorf("no"))), {Type: Ended}}
			}
			return []Event{e}
		})
		f.start(t, func() { cases.FollowVersions(f.ctx, f.seen, f.handle) })
		f.version(t, 1)
		f.create(t, "db")
		if got := f.version(t, 2); got != "" {
			t.Errorf("the second watch starts from %q", got)
		}
		until(t, f.ctx, "what was listed is added again", func() bool { return f.count("ADDED web") == 1 })
	})
}

// A counted context counts how often a loop asks whether it is done, and is done after
// limit times.
type counted struct {
	context.Context
	limit, asked int
	cancel       context.CancelFunc
}

func (c *counted) Done() <-chan struct{} {
	if c.asked++; c.asked == c.limit {
		c.cancel()
	}
	return c.Context.Done()
}

// TestWatchError has a server that ends the watch; the loop turns as often as it is
// allowed to.
func TestWatchError(t *testing.T) {
	const limit = 100_000
	for _, test := range []struct {
		name   string
		follow func(context.Context, corev1client.ConfigMapInterface, func(*corev1.ConfigMap)) error
		err    string
		spins  bool
	}{
		{"closed/bad", cases.Added, "context canceled", true},
		{"closed/good", cases.AddedUntilClosed, "the watch was closed", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newFollowed(t)
			f.proxy.OnEvent(func(e Event) []Event { return []Event{e, {Type: Ended}} })
			ctx := &counted{Context: f.ctx, limit: limit, cancel: f.stop}
			result := make(chan error)
			go func() {
				result <- test.follow(ctx, &quietly{f.seen, f.ctx}, func(cm *corev1.ConfigMap) { f.handle(watch.Event{Type: "SEEN", Object: cm}) })
			}()
			f.version(t, 1)
			f.create(t, "web")
			f.create(t, "missed")
			if err := <-result; err == nil || err.Error() != test.err {
				t.Errorf("the loop ends with %v, want %s", err, test.err)
			}
			if (ctx.asked >= limit) != test.spins {
				t.Errorf("the loop turns %d times", ctx.asked)
			}
			if !slices.Equal(f.events, []string{"SEEN web"}) {
				t.Errorf("events %q", f.events)
			}
		})
	}
}

// quietly has its calls made with another context, so that only the loop counts.
type quietly struct {
	corev1client.ConfigMapInterface
	ctx context.Context
}

func (q *quietly) List(_ context.Context, o metav1.ListOptions) (*corev1.ConfigMapList, error) {
	return q.ConfigMapInterface.List(q.ctx, o)
}

func (q *quietly) Watch(_ context.Context, o metav1.ListOptions) (watch.Interface, error) {
	return q.ConfigMapInterface.Watch(q.ctx, o)
}

// TestWatchRV has RetryWatchers resume after the server has ended the watch.
func TestWatchRV(t *testing.T) {
	for _, test := range []struct {
		name   string
		follow func(context.Context, corev1client.ConfigMapInterface, string, func(watch.Event)) error
		added  int // how often the same object is added
	}{
		{"dropped-options/bad", cases.RetryFromStart, 2},
		{"dropped-options/good", cases.RetryFromVersion, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newFollowed(t)
			list := must[*corev1.ConfigMapList](t)(f.direct.List(f.ctx, metav1.ListOptions{}))
			ended := false
			f.proxy.OnEvent(func(e Event) []Event {
				if !ended {
					ended = true
					return []Event{e, {Type: Ended}}
				}
				return []Event{e}
			})
			f.start(t, func() { test.follow(f.ctx, f.seen, list.ResourceVersion, f.handle) })
			f.version(t, 1)
			f.create(t, "web")
			f.version(t, 2)
			f.create(t, "last")
			until(t, f.ctx, "the last is added", func() bool { return f.count("ADDED last") == 1 })
			if got := f.count("ADDED web"); got != test.added {
				t.Errorf("web is added %d times, want %d", got, test.added)
			}
		})
	}
}

// TestRVCompare has a server whose versions have more than 64 bits, as conforming ones
// may.
func TestRVCompare(t *testing.T) {
	f := newFollowed(t)
	list := must[*corev1.ConfigMapList](t)(f.direct.List(f.ctx, metav1.ListOptions{}))
	f.proxy.OnEvent(func(e Event) []Event {
		e.object().SetResourceVersion(fmt.Sprintf("1%020s", e.object().GetResourceVersion()))
		return []Event{e}
	})
	w := must[watch.Interface](t)(f.seen.Watch(f.ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion}))
	defer w.Stop()
	f.create(t, "web")
	f.create(t, "db")
	var seen []*corev1.ConfigMap
	for range 2 {
		event := <-w.ResultChan()
		cm, ok := event.Object.(*corev1.ConfigMap)
		if !ok {
			t.Fatalf("%s %v", event.Type, event.Object)
		}
		seen = append(seen, cm)
	}
	for _, test := range []struct {
		name  string
		newer func(a, b *corev1.ConfigMap) bool
		want  bool
	}{
		{"numbers/bad", cases.ParsedNewer, false},
		{"numbers/good", cases.ComparedNewer, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := test.newer(seen[1], seen[0]); got != test.want || test.newer(seen[0], seen[1]) {
				t.Errorf("%s is newer than %s: %t, want %t", seen[1].ResourceVersion, seen[0].ResourceVersion, got, test.want)
			}
		})
	}
}

// TestWatchRVInformer deletes a Pod while the watch of an informer is broken. The
// server knows the version from which the next watch would resume.
func TestWatchRVInformer(t *testing.T) {
	for _, test := range []struct {
		name    string
		factory func(kubernetes.Interface, string) informers.SharedInformerFactory
		kept    bool // the deleted Pod, for ever
	}{
		{"cleared-options/bad", cases.ClearedFactory, true},
		{"cleared-options/good", cases.LabelledFactory, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			kept := keepsDeleted(t, test.factory)
			for range 2 {
				if kept == test.kept || !test.kept {
					break
				}
				// On a busy machine the reflector may have met an error, after which it lists.
				kept = keepsDeleted(t, test.factory)
			}
			if kept != test.kept {
				t.Errorf("the deleted Pod is kept: %t", kept)
			}
		})
	}
}

// keepsDeleted reports whether an informer still has a Pod that was deleted while its watch was broken.
func keepsDeleted(t *testing.T, newFactory func(kubernetes.Interface, string) informers.SharedInformerFactory) bool {
	ctx, p, namespace := testContext(t), newProxy(t), newNamespace("informer")
	direct := typed(t, newProxy(t)).CoreV1().Pods(namespace)
	create := func(name string) {
		pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"app": "web"}}}
		must[*corev1.Pod](t)(direct.Create(ctx, pod, metav1.CreateOptions{}))
	}
	create("web")
	factory := newFactory(typed(t, p), namespace)
	lister := factory.Core().V1().Pods().Lister().Pods(namespace)
	running, cancel := context.WithCancel(ctx)
	defer func() { cancel(); factory.Shutdown() }()
	factory.Start(running.Done())
	factory.WaitForCacheSync(ctx.Done())
	listed := func(name string) {
		t.Helper()
		until(t, ctx, name+" is listed", func() bool { _, err := lister.Get(name); return err == nil })
	}
	// A reflector lists again after a short watch without an event.
	create("first")
	listed("first")

	waits := make(chan struct{})
	again := sync.OnceFunc(func() { close(waits) })
	t.Cleanup(again)
	p.OnRequest(func(*http.Request) *Answer { <-waits; return nil })
	p.Cut()
	deleteSeen(ctx, t, direct, "web")
	again()
	create("last")
	listed("last")
	_, err := lister.Get("web")
	return err == nil
}
