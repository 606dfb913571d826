package apiserver

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/go-logr/logr"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	typedappsv1 "k8s.io/client-go/kubernetes/typed/apps/v1"
	appslisters "k8s.io/client-go/listers/apps/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	afteroperator "github.com/k8slint/k8slint/examples/after/operator"
	beforeoperator "github.com/k8slint/k8slint/examples/before/operator"
	"github.com/k8slint/k8slint/test/apiserver/cases"
)

// TestCacheMutate has a controller-runtime client without deep copies, and a server
// that refuses the first patch. What the first Reconcile wrote to the cache makes the
// second one do nothing.
func TestCacheMutate(t *testing.T) {
	for _, test := range []struct {
		name       string
		reconciler func(client.Client) reconcile.Reconciler
		marked     bool
	}{
		{"write/bad", func(c client.Client) reconcile.Reconciler { return &beforeoperator.NodeReconciler{Client: c} }, false},
		{"write/good", func(c client.Client) reconcile.Reconciler { return &afteroperator.NodeReconciler{Client: c} }, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, p, direct := testContext(t), newProxy(t), typed(t, newProxy(t))
			namespace := newNamespace("operator")
			node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: namespace, Annotations: map[string]string{"drain.example.com/requested": "true"}}}
			must[*corev1.Node](t)(direct.CoreV1().Nodes().Create(ctx, node, metav1.CreateOptions{}))
			pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "web", Labels: map[string]string{"app": "web"}}, Spec: corev1.PodSpec{NodeName: node.Name}}
			must[*corev1.Pod](t)(direct.CoreV1().Pods(namespace).Create(ctx, pod, metav1.CreateOptions{}))
			patches := refuseFirst(p, http.MethodPatch)
			reconciler := test.reconciler(startManager(t, ctx, p))
			request := ctrl.Request{NamespacedName: client.ObjectKey{Name: node.Name}}
			twice(t, func() error { _, err := reconciler.Reconcile(ctx, request); return err })
			stored := must[*corev1.Pod](t)(direct.CoreV1().Pods(namespace).Get(ctx, "web", metav1.GetOptions{}))
			if got := stored.Labels["drain.example.com/draining"] != ""; got != test.marked || (*patches == 2) != test.marked {
				t.Errorf("marked after %d patches: %t, want %t", *patches, got, test.marked)
			}
		})
	}
}

// refuseFirst has the first request of a method fail. It counts them.
func refuseFirst(p *Proxy, method string) *int {
	n := 0
	p.OnRequest(func(r *http.Request) *Answer {
		if r.Method != method {
			return nil
		}
		if n++; n > 1 {
			return nil
		}
		status := apierrors.NewInternalError(fmt.Errorf("failed calling webhook")).Status()
		return &status
	})
	return &n
}

// twice calls a function whose first write is refused, and again, as a queue does.
func twice(t *testing.T, f func() error) {
	t.Helper()
	if err := f(); !apierrors.IsInternalError(err) {
		t.Errorf("the first call returns %v", err)
	}
	if err := f(); err != nil {
		t.Errorf("the second call returns %v", err)
	}
}

// TestCacheMutateCall has the cached Deployment labelled by another package.
func TestCacheMutateCall(t *testing.T) {
	for _, test := range []struct {
		name     string
		label    func(context.Context, typedappsv1.DeploymentInterface, appslisters.DeploymentNamespaceLister, string) error
		labelled bool
	}{
		{"call/bad", cases.LabelCached, false},
		{"call/good", cases.LabelCopied, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDeployed(t)
			puts := refuseFirst(d.proxy, http.MethodPut)
			factory := informers.NewSharedInformerFactoryWithOptions(typed(t, d.proxy), 0, informers.WithNamespace(d.namespace))
			lister := factory.Apps().V1().Deployments().Lister().Deployments(d.namespace)
			ctx, cancel := context.WithCancel(d.ctx)
			defer func() { cancel(); factory.Shutdown() }()
			factory.Start(ctx.Done())
			factory.WaitForCacheSync(ctx.Done())
			twice(t, func() error { return test.label(ctx, d.seen, lister, "web") })
			web := must[*appsv1.Deployment](t)(d.direct.Get(ctx, "web", metav1.GetOptions{}))
			if got := web.Labels["paused"] != ""; got != test.labelled || (*puts == 2) != test.labelled {
				t.Errorf("labelled after %d updates: %t, want %t", *puts, got, test.labelled)
			}
		})
	}
}

// TestCacheMutateOption has a manager whose option turns deep copies off.
func TestCacheMutateOption(t *testing.T) {
	for i, test := range []struct {
		name string
		seen bool
	}{
		{"option/bad", false},
		{"option/good", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, p, namespace := testContext(t), newProxy(t), newNamespace("option")
			maps := typed(t, newProxy(t)).CoreV1().ConfigMaps(namespace)
			cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "web", Labels: map[string]string{"app": "web"}}}
			must[*corev1.ConfigMap](t)(maps.Create(ctx, cm, metav1.CreateOptions{}))
			puts := refuseFirst(p, http.MethodPut)
			mgr, markers, err := cases.NewMarkers(p.Config, managerOptions())
			if err != nil {
				t.Fatal(err)
			}
			runManager(t, ctx, mgr)
			request := ctrl.Request{NamespacedName: client.ObjectKey{Namespace: namespace, Name: "web"}}
			twice(t, func() error { _, err := markers[i].Reconcile(ctx, request); return err })
			stored := must[*corev1.ConfigMap](t)(maps.Get(ctx, "web", metav1.GetOptions{}))
			if got := stored.Labels["seen"] != ""; got != test.seen || (*puts == 2) != test.seen {
				t.Errorf("labelled after %d updates: %t, want %t", *puts, got, test.seen)
			}
		})
	}
}

// managerOptions are for a manager of a Proxy.
func managerOptions() ctrl.Options {
	return ctrl.Options{
		Logger:         logr.Discard(),
		Metrics:        metricsserver.Options{BindAddress: "0"},
		MapperProvider: func(*rest.Config, *http.Client) (meta.RESTMapper, error) { return mapper(builtin), nil },
	}
}

// startManager returns the client of a running manager, which reads the cache.
func startManager(t *testing.T, ctx context.Context, p *Proxy) client.Client {
	t.Helper()
	mgr := must[ctrl.Manager](t)(ctrl.NewManager(p.Config, managerOptions()))
	err := mgr.GetFieldIndexer().IndexField(ctx, &corev1.Pod{}, "spec.nodeName", func(obj client.Object) []string {
		return []string{obj.(*corev1.Pod).Spec.NodeName}
	})
	if err != nil {
		t.Fatal(err)
	}
	runManager(t, ctx, mgr)
	return mgr.GetClient()
}

// runManager runs it until the test ends. It returns when the caches are filled.
func runManager(t *testing.T, ctx context.Context, mgr ctrl.Manager) {
	t.Helper()
	var done sync.WaitGroup
	running, cancel := context.WithCancel(ctx)
	done.Go(func() {
		if err := mgr.Start(running); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() { cancel(); done.Wait() })
	if !mgr.GetCache().WaitForCacheSync(ctx) {
		t.Fatal("the cache does not sync")
	}
}
