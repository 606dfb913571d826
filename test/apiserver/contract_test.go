package apiserver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"runtime/pprof"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-logr/logr"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/informers"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/k8slint/k8slint/test/apiserver/contract"
	"github.com/k8slint/k8slint/test/apiserver/lostwrite"
)

var errSync = errors.New("not yet")

// goroutines counts those that are in a call, such as "pkg.(*T).method(". Some are of the
// server, which is in this process.
func goroutines(t *testing.T, call string) int {
	t.Helper()
	var b bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&b, 2); err != nil {
		t.Fatal(err)
	}
	n := 0
	for stack := range strings.SplitSeq(b.String(), "\n\n") {
		if strings.Contains(stack, call) {
			n++
		}
	}
	return n
}

// now is a limiter without a delay. It takes note of what another one would say.
type now struct {
	workqueue.TypedRateLimiter[string]
	said time.Duration
}

func (n *now) When(key string) time.Duration {
	n.said = n.TypedRateLimiter.When(key)
	return 0
}

type next func(workqueue.TypedRateLimitingInterface[string], func(string) error) bool

// TestWorkqueue has a key that fails.
func TestWorkqueue(t *testing.T) {
	newQueue := func() (*now, workqueue.TypedRateLimitingInterface[string]) {
		limiter := &now{TypedRateLimiter: workqueue.NewTypedItemExponentialFailureRateLimiter[string](5*time.Millisecond, 1000*time.Second)}
		return limiter, workqueue.NewTypedRateLimitingQueue[string](limiter)
	}
	fail := func(string) error { return errSync }
	for name, test := range map[string]struct {
		next next
		back int
	}{
		"done/bad":  {contract.NextWithoutDone, 0},
		"done/good": {contract.Next, 1},
	} {
		t.Run(name, func(t *testing.T) {
			_, queue := newQueue()
			defer queue.ShutDown()
			queue.Add("web")
			test.next(queue, fail)
			queue.Add("web")
			if got := queue.Len(); got != test.back {
				t.Errorf("the queue has %d keys after the key was added again, want %d", got, test.back)
			}
		})
	}
	for name, test := range map[string]struct {
		next next
		want time.Duration
	}{
		"forget/bad":  {contract.NextWithoutForget, 16*time.Minute + 40*time.Second},
		"forget/good": {contract.Next, 5 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			limiter, queue := newQueue()
			defer queue.ShutDown()
			queue.Add("web")
			for range 18 {
				test.next(queue, fail)
			}
			test.next(queue, func(string) error { return nil })
			queue.Add("web")
			test.next(queue, fail)
			if limiter.said != test.want {
				t.Errorf("the delay after a success is %v, want %v", limiter.said, test.want)
			}
		})
	}
}

// TestWorkqueueDone has two workers. One is at work on a key when an event handler is called for it.
func TestWorkqueueDone(t *testing.T) {
	for name, test := range map[string]struct {
		handler func(workqueue.TypedRateLimitingInterface[string], string)
		free    int // keys that the other worker can get meanwhile
	}{
		"foreign-done/bad":  {contract.OnDeleteDone, 1},
		"foreign-done/good": {contract.OnDelete, 0},
	} {
		t.Run(name, func(t *testing.T) {
			queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
			defer queue.ShutDown()
			queue.Add("web")
			contract.Next(queue, func(key string) error {
				test.handler(queue, key)
				if got := queue.Len(); got != test.free {
					t.Errorf("%d keys for a second worker while the first is at work on it, want %d", got, test.free)
				}
				return nil
			})
		})
	}
}

// TestInformer has a server with one Pod, whose list waits until the test has looked.
func TestInformer(t *testing.T) {
	for name, test := range map[string]struct {
		pods func(context.Context, informers.SharedInformerFactory) ([]*corev1.Pod, error)
		want int
	}{
		"late-request/bad":        {contract.PodsRequestedLate, 0},
		"never-started/bad":       {contract.PodsNeverStarted, 0},
		"wait-before-start/bad":   {contract.PodsWaitedBeforeStart, 0},
		"nothing-to-wait-for/bad": {contract.PodsWaitedForNothing, 0},
		"good":                    {contract.Pods, 1},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(testContext(t))
			p, namespace := newProxy(t), newNamespace("informer")
			createPod(t, typed(t, newProxy(t)), namespace, "web", "node-1")
			looked := make(chan struct{})
			if test.want == 0 {
				p.OnRequest(func(*http.Request) *Answer { <-looked; return nil })
			}
			factory := informers.NewSharedInformerFactoryWithOptions(typed(t, p), 0, informers.WithNamespace(namespace))
			defer func() { cancel(); factory.Shutdown() }()
			pods, err := test.pods(ctx, factory)
			close(looked)
			if err != nil || len(pods) != test.want {
				t.Errorf("%d Pods without a word, want %d; error %v", len(pods), test.want, err)
			}
		})
	}
	t.Run("handler-leak", func(t *testing.T) {
		const run, pop, handlers = "tools/cache.(*processorListener).run(", "tools/cache.(*processorListener).pop(", 100
		ctx, cancel := context.WithCancel(testContext(t))
		factory := informers.NewSharedInformerFactoryWithOptions(typed(t, newProxy(t)), 0, informers.WithNamespace(newNamespace("informer")))
		defer func() { cancel(); factory.Shutdown() }()
		informer := factory.Core().V1().Pods().Informer()
		factory.Start(ctx.Done())
		factory.WaitForCacheSync(ctx.Done())
		runs, pops := goroutines(t, run), goroutines(t, pop)
		var registrations []cache.ResourceEventHandlerRegistration
		for range handlers {
			registrations = append(registrations, must[cache.ResourceEventHandlerRegistration](t)(informer.AddEventHandler(cache.ResourceEventHandlerFuncs{})))
		}
		until(t, ctx, "200 goroutines", func() bool { return goroutines(t, run) == runs+handlers && goroutines(t, pop) == pops+handlers })
		for _, r := range registrations {
			if err := informer.RemoveEventHandler(r); err != nil {
				t.Fatal(err)
			}
		}
		until(t, ctx, "none is left", func() bool { return goroutines(t, run) == runs && goroutines(t, pop) == pops })
	})
}

// A keeping client keeps its watches for the test.
type keeping struct {
	corev1client.ConfigMapInterface
	watches []watch.Interface
}

func (k *keeping) Watch(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
	w, err := k.ConfigMapInterface.Watch(ctx, o)
	k.watches = append(k.watches, w)
	return w, err
}

// TestWatchStop has a server that sends a second event and closes the watch: the
// goroutine that reads it stays, unless Stop was called.
func TestWatchStop(t *testing.T) {
	for name, test := range map[string]struct {
		first func(context.Context, corev1client.ConfigMapInterface) (string, error)
		left  int
	}{
		"left-open/bad":    {contract.FirstLeft, 1},
		"left-open/good":   {contract.First, 0},
		"only-channel/bad": {contract.FirstOfChannel, 1},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFollowed(t)
			f.create(t, "web")
			f.create(t, "db")
			var events []Event // both at once, and the end
			f.proxy.OnEvent(func(e Event) []Event {
				if events = append(events, e); len(events) < 2 {
					return nil
				}
				return append(events, Event{Type: Ended})
			})
			client := &keeping{ConfigMapInterface: f.seen}
			if _, err := test.first(f.ctx, client); err != nil {
				t.Fatal(err)
			}
			receive := fmt.Sprintf("pkg/watch.(*StreamWatcher).receive(%p", client.watches[0])
			until(t, f.ctx, "as many goroutines as expected", func() bool { return goroutines(t, receive) == test.left })
			f.stop() // does not free it
			if got := goroutines(t, receive); got != test.left {
				t.Errorf("%d goroutines when the context is cancelled, want %d", got, test.left)
			}
			client.watches[0].Stop()
			until(t, testContext(t), "Stop frees it", func() bool { return goroutines(t, receive) == 0 })
		})
	}
	for name, test := range map[string]struct {
		use  func(context.Context, corev1client.ConfigMapInterface, func(*corev1.ConfigMap)) error
		left int
	}{
		"context-only/bad":  {contract.UseFirstWithin, 1},
		"context-only/good": {contract.UseFirst, 0},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFollowed(t)
			f.create(t, "web")
			f.create(t, "db")
			client := &keeping{ConfigMapInterface: f.seen}
			receive := func() string { return fmt.Sprintf("pkg/watch.(*StreamWatcher).receive(%p", client.watches[0]) }
			pending := func(*corev1.ConfigMap) {
				sends := "[select]:\nk8s.io/apimachinery/" + receive()
				until(t, f.ctx, "the second event is pending", func() bool { return goroutines(t, sends) == 1 })
			}
			if err := test.use(f.ctx, client, pending); err != nil {
				t.Fatal(err)
			}
			until(t, f.ctx, "as many goroutines as expected", func() bool { return goroutines(t, receive()) == test.left })
			client.watches[0].Stop()
			until(t, testContext(t), "Stop frees it", func() bool { return goroutines(t, receive()) == 0 })
		})
	}
}

// TestDeepEqual counts the writes of a status that is as it should be, and compares
// quantities with what the server returns.
func TestDeepEqual(t *testing.T) {
	for name, test := range map[string]struct {
		reconcile func(context.Context, client.Client, *lostwrite.Backup) error
		writes    int
	}{
		"pointer-and-value/bad":  {contract.StatusCompared, 3},
		"pointer-and-value/good": {contract.StatusesCompared, 1},
	} {
		t.Run(name, func(t *testing.T) {
			p, namespace := newProxy(t), newNamespace("deepequal")
			c := newClient(t, p)
			store(t, c, namespace)
			writes := 0
			p.OnAnswer(func(r *http.Request, _ int) {
				if r.Method == http.MethodPut {
					writes++
				}
			})
			for range 3 {
				if err := test.reconcile(testContext(t), c, storedBackup(t, c, namespace, "nightly")); err != nil {
					t.Fatal(err)
				}
			}
			if writes != test.writes {
				t.Errorf("%d writes, want %d", writes, test.writes)
			}
		})
	}
	for name, test := range map[string]struct {
		desired resource.Quantity
		equal   bool
	}{
		"quantity/1000m":  {resource.MustParse("1000m"), false},
		"quantity/0.5":    {resource.MustParse("0.5"), false},
		"quantity/1024Mi": {resource.MustParse("1024Mi"), false},
		"quantity/1<<30":  {*resource.NewQuantity(1<<30, resource.BinarySI), false},
		"quantity/1":      {resource.MustParse("1"), true},
		"quantity/500m":   {resource.MustParse("500m"), true},
		"quantity/1Gi":    {resource.MustParse("1Gi"), true},
	} {
		t.Run(name, func(t *testing.T) {
			pods := typed(t, newProxy(t)).CoreV1().Pods(newNamespace("quantity"))
			requests := corev1.ResourceList{"memory": test.desired}
			pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "web"}, Spec: corev1.PodSpec{Containers: []corev1.Container{{
				Name: "web", Resources: corev1.ResourceRequirements{Requests: corev1.ResourceList{"memory": test.desired.DeepCopy()}},
			}}}}
			must[*corev1.Pod](t)(pods.Create(t.Context(), pod, metav1.CreateOptions{}))
			stored := must[*corev1.Pod](t)(pods.Get(t.Context(), "web", metav1.GetOptions{})).Spec.Containers[0].Resources.Requests
			if got := reflect.DeepEqual(requests, stored); got != test.equal {
				t.Errorf("reflect.DeepEqual = %t, want %t", got, test.equal)
			}
			if !equality.Semantic.DeepEqual(requests, stored) {
				t.Error("equality.Semantic.DeepEqual = false")
			}
		})
	}
}

// TestServerFills compares a Job that the server has with the one that was to be created. Kubernetes fills in more than
// the server of this test does.
func TestServerFills(t *testing.T) {
	for name, test := range map[string]struct {
		reconcile func(context.Context, client.Client, *batchv1.Job) error
		updates   int
	}{
		"bad":  {contract.JobCompared, 2},
		"good": {contract.ImageCompared, 0},
	} {
		t.Run(name, func(t *testing.T) {
			p, namespace := newProxy(t), newNamespace("serverfills")
			c := newClient(t, p)
			updates := 0
			p.OnAnswer(func(r *http.Request, _ int) {
				if r.Method == http.MethodPut {
					updates++
				}
			})
			for range 3 {
				wanted := &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: namespace}}
				wanted.Spec.Template.Spec.Containers = []corev1.Container{{Name: "web", Image: "web"}}
				if err := test.reconcile(testContext(t), c, wanted); err != nil {
					t.Fatal(err)
				}
			}
			if updates != test.updates {
				t.Errorf("%d updates, want %d", updates, test.updates)
			}
		})
	}
}

// TestGeneration gives predicates two states that the server has had.
func TestGeneration(t *testing.T) {
	ctx, c, namespace := testContext(t), newClient(t, newProxy(t)), newNamespace("generation")
	store(t, c, namespace)
	update := func(change func(*lostwrite.Backup)) event.UpdateEvent {
		old := storedBackup(t, c, namespace, "nightly")
		b := old.DeepCopy()
		change(b)
		if err := c.Update(ctx, b); err != nil {
			t.Fatal(err)
		}
		return event.UpdateEvent{ObjectOld: old, ObjectNew: b}
	}
	labelled := update(func(b *lostwrite.Backup) { b.Labels["tier"] = "gold" })
	annotated := update(func(b *lostwrite.Backup) { b.Annotations = map[string]string{"seen": "true"} })
	rescheduled := update(func(b *lostwrite.Backup) { b.Spec.Schedule = "daily" })
	for name, test := range map[string]struct {
		predicate predicate.Predicate
		// Whether it lets the three updates through.
		label, annotation, spec bool
	}{
		"GenerationChangedPredicate": {predicate.GenerationChangedPredicate{}, false, false, true},
		"hidden-updatefunc/bad":      {contract.LabelChanges(), false, false, true},
		"hidden-updatefunc/good":     {contract.LabelOrGenerationChanges(), true, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			label, annotation, spec := test.predicate.Update(labelled), test.predicate.Update(annotated), test.predicate.Update(rescheduled)
			if label != test.label || annotation != test.annotation || spec != test.spec {
				t.Errorf("a label passes: %t, an annotation: %t, the spec: %t", label, annotation, spec)
			}
		})
	}
}

// TestGenerationOwned has a ConfigMap, to which the API server gives no generation, with another
// predicate beside the one that a controller may want.
func TestGenerationOwned(t *testing.T) {
	ctx, c, namespace := testContext(t), newClient(t, newProxy(t)), newNamespace("generation")
	old := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "settings"}, Data: map[string]string{"a": "1"}}
	if err := c.Create(ctx, old); err != nil {
		t.Fatal(err)
	}
	changed := old.DeepCopy()
	changed.Data["a"] = "2"
	if err := c.Update(ctx, changed); err != nil {
		t.Fatal(err)
	}
	update := event.UpdateEvent{ObjectOld: withoutGeneration(old), ObjectNew: withoutGeneration(changed)}
	for name, test := range map[string]struct {
		predicate predicate.Predicate
		passes    bool
	}{
		"owned-never-passes/bad":  {predicate.GenerationChangedPredicate{}, false},
		"owned-never-passes/good": {predicate.ResourceVersionChangedPredicate{}, true},
	} {
		t.Run(name, func(t *testing.T) {
			if got := test.predicate.Update(update); got != test.passes {
				t.Errorf("the update passes: %t, want %t", got, test.passes)
			}
		})
	}
}

// TestFinalizer has a Backup that is being deleted.
func TestFinalizer(t *testing.T) {
	for name, test := range map[string]struct {
		reconcile func(context.Context, client.Client, *lostwrite.Backup) error
		refused   bool
	}{
		"add-while-deleting/bad":  {contract.FinalizerBeforeCleanup, true},
		"add-unchecked/bad":       {contract.FinalizerWhileDeleting, true},
		"add-while-deleting/good": {contract.FinalizerUnlessDeleting, false},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, c, namespace := testContext(t), newClient(t, newProxy(t)), newNamespace("finalizer")
			b := &lostwrite.Backup{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "nightly", Finalizers: []string{"backup.example.com/other"}}}
			if err := errors.Join(c.Create(ctx, b), c.Delete(ctx, b)); err != nil {
				t.Fatal(err)
			}
			err := test.reconcile(ctx, c, storedBackup(t, c, namespace, "nightly"))
			if apierrors.IsInvalid(err) != test.refused || !test.refused && err != nil {
				t.Errorf("the update is answered with %v", err)
			}
			if test.refused && !strings.Contains(err.Error(), "no new finalizers can be added if the object is being deleted") {
				t.Errorf("the update is refused with %v", err)
			}
		})
	}
}

// TestFinalizerRemoved has a Backup that is being deleted, with a finalizer of this controller alone.
func TestFinalizerRemoved(t *testing.T) {
	deleted := func(t *testing.T) (context.Context, client.Client, string) {
		ctx, c, namespace := testContext(t), newClient(t, newProxy(t)), newNamespace("finalizer")
		b := &lostwrite.Backup{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "nightly", Finalizers: []string{contract.Finalizer}}}
		if err := errors.Join(c.Create(ctx, b), c.Delete(ctx, b)); err != nil {
			t.Fatal(err)
		}
		return ctx, c, namespace
	}
	for name, test := range map[string]struct {
		reconcile func(context.Context, client.Client, *lostwrite.Backup, func() error) error
		cleanups  int // attempts until the object is gone
	}{
		"cleanup-after/bad":  {contract.CleanupAfterFinalizer, 1},
		"cleanup-after/good": {contract.CleanupBeforeFinalizer, 2},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, c, namespace := deleted(t)
			cleanups := 0
			for range 3 {
				var b lostwrite.Backup
				if err := c.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "nightly"}, &b); apierrors.IsNotFound(err) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
				_ = test.reconcile(ctx, c, &b, func() error { // a controller tries again
					if cleanups++; cleanups == 1 {
						return errSync
					}
					return nil
				})
			}
			if cleanups != test.cleanups {
				t.Errorf("the cleanup, which fails once, was tried %d times, want %d", cleanups, test.cleanups)
			}
		})
	}
	for name, test := range map[string]struct {
		reconcile func(context.Context, client.Client, *lostwrite.Backup) error
		left      bool
	}{
		"goes-on/bad":  {contract.GoesOnAfterFinalizer, true},
		"goes-on/good": {contract.ReturnsAfterFinalizer, false},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, c, namespace := deleted(t)
			if err := test.reconcile(ctx, c, storedBackup(t, c, namespace, "nightly")); err != nil {
				t.Fatal(err)
			}
			key := client.ObjectKey{Namespace: namespace, Name: "nightly"}
			if err := c.Get(ctx, key, &lostwrite.Backup{}); !apierrors.IsNotFound(err) {
				t.Errorf("the Backup is still there: %v", err)
			}
			if left := c.Get(ctx, key, &corev1.ConfigMap{}) == nil; left != test.left {
				t.Errorf("a ConfigMap of the Backup that is gone: %t, want %t", left, test.left)
			}
		})
	}
}

// A recorded queue takes note of what a controller does with a key.
type recorded struct {
	workqueue.TypedRateLimitingInterface[reconcile.Request]
	mu    sync.Mutex
	again []string
	done  chan struct{}
}

func (r *recorded) record(s string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.again = append(r.again, s)
}

func (r *recorded) AddRateLimited(reconcile.Request) { r.record("rate limited") }

func (r *recorded) AddAfter(_ reconcile.Request, d time.Duration) { r.record(d.String()) }

func (r *recorded) Done(req reconcile.Request) {
	r.TypedRateLimitingInterface.Done(req)
	close(r.done)
}

// TestReconcile runs a controller until it has reconciled one Backup. What it does not
// put back into the queue then never comes back by itself.
func TestReconcile(t *testing.T) {
	for name, test := range map[string]struct {
		reconcile contract.Reconcile
		again     string
	}{
		"write-error/bad":         {contract.DropsWriteError, ""},
		"write-error/good":        {contract.ReturnsWriteError, "rate limited"},
		"negative-requeue/bad":    {contract.RequeuesInThePast, ""},
		"negative-requeue/good":   {contract.RequeuesInTheFuture, "1s"},
		"requeue-with-error/note": {contract.RequeuesWithError, "rate limited"},
	} {
		t.Run(name, func(t *testing.T) {
			p, namespace := newProxy(t), newNamespace("reconcile")
			c := newClient(t, p)
			store(t, c, namespace)
			p.OnRequest(func(r *http.Request) *Answer {
				if r.Method != http.MethodPut {
					return nil
				}
				status := apierrors.NewInternalError(errSync).Status()
				return &status
			})
			queue := &recorded{done: make(chan struct{})}
			runController(t, c, test.reconcile, queue, types.NamespacedName{Namespace: namespace, Name: "nightly"})
			if got := strings.Join(queue.again, ", "); got != test.again {
				t.Errorf("put back: %q, want %q", got, test.again)
			}
		})
	}
	for name, test := range map[string]struct {
		delete func(context.Context, client.Client, client.ObjectKey) error
		err    string
	}{
		"empty-object/bad":  {contract.DeleteEmpty, "resource name may not be empty"},
		"empty-object/good": {contract.DeleteFound, ""},
	} {
		t.Run(name, func(t *testing.T) {
			err := test.delete(testContext(t), newClient(t, newProxy(t)), client.ObjectKey{Namespace: newNamespace("reconcile"), Name: "web"})
			if got := ""; err != nil {
				got = err.Error()
				if got != test.err {
					t.Errorf("error %q, want %q", got, test.err)
				}
			} else if test.err != "" {
				t.Errorf("no error, want %q", test.err)
			}
		})
	}
}

// runController has a controller reconcile one object, and returns when it has.
func runController(t *testing.T, c client.Client, f contract.Reconcile, queue *recorded, key types.NamespacedName) {
	t.Helper()
	runs := must[controller.Controller](t)(controller.NewTypedUnmanaged("backup", controller.TypedOptions[reconcile.Request]{
		Reconciler: reconcile.Func(func(ctx context.Context, req reconcile.Request) (reconcile.Result, error) { return f(ctx, c, req) }),
		NewQueue: func(_ string, limiter workqueue.TypedRateLimiter[reconcile.Request]) workqueue.TypedRateLimitingInterface[reconcile.Request] {
			queue.TypedRateLimitingInterface = workqueue.NewTypedRateLimitingQueue(limiter)
			return queue
		},
		SkipNameValidation: new(true),
		LogConstructor:     func(*reconcile.Request) logr.Logger { return logr.Discard() },
	}))
	err := runs.Watch(source.Func(func(_ context.Context, q workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
		q.Add(reconcile.Request{NamespacedName: key})
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(testContext(t))
	var done sync.WaitGroup
	done.Go(func() {
		if err := runs.Start(ctx); err != nil {
			t.Error(err)
		}
	})
	select {
	case <-queue.done:
	case <-ctx.Done():
		t.Error("nothing is reconciled")
	}
	cancel()
	done.Wait()
}

// TestOwnerRefScope has an owner with a namespace, and a Node, which has none.
func TestOwnerRefScope(t *testing.T) {
	c := newClient(t, newProxy(t))
	owner := &lostwrite.Backup{ObjectMeta: metav1.ObjectMeta{Namespace: "backups", Name: "nightly", UID: "1"}}
	for name, test := range map[string]struct {
		object client.Object
		err    string
	}{
		"cluster-scoped/bad":   {&corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: "node-1"}}, "cluster-scoped resource must not have a namespace-scoped owner"},
		"cluster-scoped/named": {&corev1.Node{ObjectMeta: metav1.ObjectMeta{Namespace: "backups", Name: "node-1"}}, ""},
		"cluster-scoped/good":  {&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "backups", Name: "nightly"}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			err := controllerutil.SetControllerReference(owner, test.object, c.Scheme())
			if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
				t.Errorf("SetControllerReference = %v, want %q", err, test.err)
			}
		})
	}
}

// TestOwnerRef has the handler of Owns look at a ConfigMap that a Backup owns.
func TestOwnerRef(t *testing.T) {
	c := newClient(t, newProxy(t))
	owner := &lostwrite.Backup{ObjectMeta: metav1.ObjectMeta{Namespace: "backups", Name: "nightly", UID: "1"}}
	for name, test := range map[string]struct {
		own     func(cm *corev1.ConfigMap) error
		options []handler.OwnerOption
		keys    int
	}{
		"needs-controller/bad": {func(cm *corev1.ConfigMap) error { return controllerutil.SetOwnerReference(owner, cm, c.Scheme()) },
			[]handler.OwnerOption{handler.OnlyControllerOwner()}, 0},
		"needs-controller/good": {func(cm *corev1.ConfigMap) error { return controllerutil.SetControllerReference(owner, cm, c.Scheme()) },
			[]handler.OwnerOption{handler.OnlyControllerOwner()}, 1},
		"never-owned/bad": {func(cm *corev1.ConfigMap) error {
			other := &lostwrite.Snapshot{ObjectMeta: metav1.ObjectMeta{Namespace: "backups", Name: "nightly", UID: "2"}}
			return controllerutil.SetControllerReference(other, cm, c.Scheme())
		}, []handler.OwnerOption{handler.OnlyControllerOwner()}, 0},
		"needs-controller/MatchEveryOwner": {func(cm *corev1.ConfigMap) error { return controllerutil.SetOwnerReference(owner, cm, c.Scheme()) }, nil, 1},
	} {
		t.Run(name, func(t *testing.T) {
			cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "backups", Name: "nightly"}}
			if err := test.own(cm); err != nil {
				t.Fatal(err)
			}
			queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[ctrl.Request]())
			defer queue.ShutDown()
			h := handler.EnqueueRequestForOwner(c.Scheme(), c.RESTMapper(), &lostwrite.Backup{}, test.options...)
			h.Create(t.Context(), event.CreateEvent{Object: cm}, queue)
			if queue.Len() != test.keys {
				t.Errorf("%d keys, want %d", queue.Len(), test.keys)
			}
		})
	}
}

// withoutGeneration is cm as kube-apiserver stores it: the server of these tests, for which a
// ConfigMap is a custom resource, gives it a generation.
func withoutGeneration(cm *corev1.ConfigMap) *corev1.ConfigMap {
	cm = cm.DeepCopy()
	cm.Generation = 0
	return cm
}
