package apiserver

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	afterbackup "github.com/k8slint/k8slint/examples/after/backup"
	afterbackupv1 "github.com/k8slint/k8slint/examples/after/backup/api/v1"
	afterfollow "github.com/k8slint/k8slint/examples/after/follow"
	afterpull "github.com/k8slint/k8slint/examples/after/pull"
	aftervolume "github.com/k8slint/k8slint/examples/after/volume"
	beforebackup "github.com/k8slint/k8slint/examples/before/backup"
	beforebackupv1 "github.com/k8slint/k8slint/examples/before/backup/api/v1"
	beforefollow "github.com/k8slint/k8slint/examples/before/follow"
	beforepull "github.com/k8slint/k8slint/examples/before/pull"
	beforevolume "github.com/k8slint/k8slint/examples/before/volume"
	"github.com/k8slint/k8slint/test/apiserver/lostwrite"
)

// newBackups is the reconciler of Backups of the examples, with a client of its own.
func newBackups(t *testing.T, side string) reconcile.Reconciler {
	t.Helper()
	add := map[string]func(*runtime.Scheme) error{"before": beforebackupv1.AddToScheme, "after": afterbackupv1.AddToScheme}[side]
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{clientgoscheme.AddToScheme, add} {
		if err := add(scheme); err != nil {
			t.Fatal(err)
		}
	}
	c := must[client.Client](t)(client.New(newProxy(t).Config, client.Options{Scheme: scheme, Mapper: mapper(append(own[:1:1], builtin...))}))
	if side == "before" {
		return beforebackup.NewReconciler(c)
	}
	return afterbackup.NewReconciler(c)
}

// TestLostWriteREADME reconciles a Backup once. Its ConfigMap and its Pod exist.
func TestLostWriteREADME(t *testing.T) {
	shownOn(t, "lostwrite", func(t *testing.T, side string, run *transcript) {
		ctx, c, key := testContext(t), newClient(t, newProxy(t)), client.ObjectKey{Namespace: newNamespace("backups-" + side), Name: "db"}
		meta := metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}
		config := &corev1.ConfigMap{ObjectMeta: meta, Data: map[string]string{"schedule": "weekly"}}
		pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: "db-0"}}
		backup := &lostwrite.Backup{ObjectMeta: meta, Spec: lostwrite.Spec{Schedule: "daily"}}
		for _, o := range []client.Object{config, pod, backup} {
			if err := c.Create(ctx, o); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := newBackups(t, side).Reconcile(ctx, ctrl.Request{NamespacedName: key}); err != nil {
			t.Error(err)
		}
		for _, o := range []client.Object{config, pod, backup} {
			if err := c.Get(ctx, client.ObjectKeyFromObject(o), o); err != nil {
				t.Fatal(err)
			}
		}
		run.printf("phase of the Backup: %q", backup.Status.Phase)
		run.printf("schedule in its ConfigMap: %q", config.Data["schedule"])
		run.printf("label of its Pod: %q", pod.Labels["backup.example.com/source"])
		if lost := backup.Status.Phase == ""; lost != (side == "before") {
			t.Errorf("the phase is lost: %t", lost)
		}
	})
}

// A claimed is the reconciler of claims of the examples, and a claim.
type claimed struct {
	reconcile.Reconciler
	ctx    context.Context
	proxy  *Proxy
	claims corev1client.PersistentVolumeClaimInterface
	claim  *corev1.PersistentVolumeClaim
}

func newClaimed(t *testing.T, side string, finalizers ...string) *claimed {
	t.Helper()
	v := &claimed{ctx: testContext(t), proxy: newProxy(t)}
	if c := newClient(t, v.proxy); side == "before" {
		v.Reconciler = &beforevolume.Reconciler{Client: c}
	} else {
		v.Reconciler = &aftervolume.Reconciler{Client: c}
	}
	v.claims = typed(t, newProxy(t)).CoreV1().PersistentVolumeClaims(newNamespace("claims-" + side))
	claim := &corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{Name: "data", Finalizers: finalizers}}
	v.claim = must[*corev1.PersistentVolumeClaim](t)(v.claims.Create(v.ctx, claim, metav1.CreateOptions{}))
	return v
}

// reconcile is what Reconcile returns for the claim.
func (v *claimed) reconcile() error {
	_, err := v.Reconcile(v.ctx, ctrl.Request{NamespacedName: client.ObjectKeyFromObject(v.claim)})
	return err
}

// TestFinalizerREADME reconciles a claim that another finalizer keeps.
func TestFinalizerREADME(t *testing.T) {
	shownOn(t, "finalizer", func(t *testing.T, side string, run *transcript) {
		v := newClaimed(t, side, "example.com/protection")
		if err := v.claims.Delete(v.ctx, "data", metav1.DeleteOptions{}); err != nil {
			t.Fatal(err)
		}
		run.printf("the claim is marked for deletion")
		err := v.reconcile()
		if err == nil {
			run.printf("Reconcile: no error")
		} else {
			_, why, _ := strings.Cut(err.Error(), "metadata.finalizers: ")
			why, _, _ = strings.Cut(why, ":")
			run.printf("Reconcile: %s: metadata.finalizers: %s", apierrors.ReasonForError(err), why)
		}
		if apierrors.IsInvalid(err) != (side == "before") {
			t.Errorf("Reconcile returns %v", err)
		}
	})
}

// TestReconcileREADME refuses the update that marks a claim.
func TestReconcileREADME(t *testing.T) {
	shownOn(t, "reconcile", func(t *testing.T, side string, run *transcript) {
		v := newClaimed(t, side, "volume.example.com/key")
		refuseFirst(v.proxy, http.MethodPut)
		err := v.reconcile()
		marked := must[*corev1.PersistentVolumeClaim](t)(v.claims.Get(v.ctx, "data", metav1.GetOptions{})).Annotations != nil
		run.printf("the claim is marked: %t", marked)
		run.printf("Reconcile returns an error, and is called again: %t", err != nil)
		if marked || (err != nil) != (side == "after") {
			t.Errorf("Reconcile returns %v", err)
		}
	})
}

// A podWatches is a client of Pods that keeps its watches, by their selectors.
type podWatches struct {
	corev1client.PodInterface
	mu     sync.Mutex
	opened map[string][]watch.Interface
	fail   bool // the first one
}

func (p *podWatches) Watch(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fail {
		p.fail = false
		p.opened[o.LabelSelector] = append(p.opened[o.LabelSelector], watch.NewFake())
		return nil, apierrors.NewInternalError(fmt.Errorf("the server is starting"))
	}
	w, err := p.PodInterface.Watch(ctx, o)
	if err == nil {
		p.opened[o.LabelSelector] = append(p.opened[o.LabelSelector], w)
	}
	return w, err
}

// of returns the watches of a Job's Pods.
func (p *podWatches) of(job string) []watch.Interface {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.opened["job-name="+job]
}

// startFollower runs the Follower of the examples, where the Pods of two Jobs run.
func startFollower(t *testing.T, side string, fail bool) (add func(job string), watches *podWatches) {
	t.Helper()
	ctx, cancel := context.WithCancel(testContext(t))
	pods := typed(t, newProxy(t)).CoreV1().Pods(newNamespace("jobs-" + side))
	for _, job := range []string{"db", "later"} {
		pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: job + "-0", Labels: map[string]string{"job-name": job}}}
		pod = must[*corev1.Pod](t)(pods.Create(ctx, pod, metav1.CreateOptions{}))
		pod.Status.Phase = corev1.PodRunning
		must[*corev1.Pod](t)(pods.UpdateStatus(ctx, pod, metav1.UpdateOptions{}))
	}
	watches = &podWatches{PodInterface: pods, opened: map[string][]watch.Interface{}, fail: fail}
	var follower interface {
		Add(job string)
		Run(ctx context.Context)
	} = beforefollow.New(watches)
	if side == "after" {
		follower = afterfollow.New(watches)
	}
	var running sync.WaitGroup
	running.Go(func() { follower.Run(ctx) })
	t.Cleanup(func() {
		cancel()
		running.Wait()
		for _, list := range watches.opened {
			for _, w := range list {
				w.Stop()
			}
		}
	})
	return follower.Add, watches
}

// TestWorkqueueREADME has the first watch fail.
func TestWorkqueueREADME(t *testing.T) {
	shownOn(t, "workqueue", func(t *testing.T, side string, run *transcript) {
		ctx := testContext(t)
		add, watches := startFollower(t, side, true)
		add("db")
		want := map[string]int{"before": 1, "after": 2}[side]
		until(t, ctx, "db is followed", func() bool { return len(watches.of("db")) == want })
		add("db")
		if side == "after" {
			want++
			until(t, ctx, "db is followed again", func() bool { return len(watches.of("db")) == want })
		}
		add("later")
		until(t, ctx, "later is followed", func() bool { return len(watches.of("later")) == 1 })
		run.printf("the first watch fails, and db is added again: %d calls of Watch for db", len(watches.of("db")))
		if got := len(watches.of("db")); got != want {
			t.Errorf("%d watches, want %d", got, want)
		}
	})
}

// TestWatchStopREADME counts the goroutines of a watch that is no longer needed.
func TestWatchStopREADME(t *testing.T) {
	shownOn(t, "watchstop", func(t *testing.T, side string, run *transcript) {
		ctx := testContext(t)
		add, watches := startFollower(t, side, false)
		add("db")
		add("later")
		until(t, ctx, "later is followed", func() bool { return len(watches.of("later")) == 1 })
		receive := fmt.Sprintf("pkg/watch.(*StreamWatcher).receive(%p", watches.of("db")[0])
		left := map[string]int{"before": 1, "after": 0}[side]
		until(t, ctx, "as many goroutines as expected", func() bool { return goroutines(t, receive) == left })
		run.printf("goroutines of the watch of db after its Pod was found: %d", left)
	})
}

// TestInformerREADME looks for a Secret that exists.
func TestInformerREADME(t *testing.T) {
	shownOn(t, "informer", func(t *testing.T, side string, run *transcript) {
		ctx, cancel := context.WithCancel(testContext(t))
		defer cancel()
		clients, namespace := typed(t, newProxy(t)), newNamespace("secrets-"+side)
		secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "registry"}}
		must[*corev1.Secret](t)(clients.CoreV1().Secrets(namespace).Create(ctx, secret, metav1.CreateOptions{}))
		pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: namespace}, Spec: corev1.PodSpec{ImagePullSecrets: []corev1.LocalObjectReference{{Name: "registry"}}}}
		missing, err := missingSecrets(ctx, side, clients, pod)
		if err != nil {
			t.Fatal(err)
		}
		run.printf("Secret registry exists. Missing: %q", missing)
		if (len(missing) > 0) != (side == "before") {
			t.Errorf("missing %q", missing)
		}
	})
}

func missingSecrets(ctx context.Context, side string, clients kubernetes.Interface, pod *corev1.Pod) ([]string, error) {
	if side == "before" {
		c, err := beforepull.New(ctx, clients)
		if err != nil {
			return nil, err
		}
		return c.Missing(pod)
	}
	c, err := afterpull.New(ctx, clients)
	if err != nil {
		return nil, err
	}
	return c.Missing(pod)
}
