package apiserver

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	afteroperator "github.com/k8slint/k8slint/examples/after/operator"
	beforeoperator "github.com/k8slint/k8slint/examples/before/operator"
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
			patches := 0
			p.OnRequest(func(r *http.Request) *Answer {
				if r.Method != http.MethodPatch {
					return nil
				}
				if patches++; patches > 1 {
					return nil
				}
				status := apierrors.NewInternalError(fmt.Errorf("failed calling webhook")).Status()
				return &status
			})
			reconciler := test.reconciler(startManager(t, ctx, p))
			request := ctrl.Request{NamespacedName: client.ObjectKey{Name: node.Name}}
			if _, err := reconciler.Reconcile(ctx, request); !apierrors.IsInternalError(err) {
				t.Errorf("the first Reconcile returns %v", err)
			}
			if _, err := reconciler.Reconcile(ctx, request); err != nil {
				t.Errorf("the second Reconcile returns %v", err)
			}
			stored := must[*corev1.Pod](t)(direct.CoreV1().Pods(namespace).Get(ctx, "web", metav1.GetOptions{}))
			if got := stored.Labels["drain.example.com/draining"] != ""; got != test.marked || (patches == 2) != test.marked {
				t.Errorf("marked after %d patches: %t, want %t", patches, got, test.marked)
			}
		})
	}
}

// startManager returns the client of a running manager, which reads the cache.
func startManager(t *testing.T, ctx context.Context, p *Proxy) client.Client {
	t.Helper()
	mgr := must[ctrl.Manager](t)(ctrl.NewManager(p.Config, ctrl.Options{
		Logger:         logr.Discard(),
		Metrics:        metricsserver.Options{BindAddress: "0"},
		MapperProvider: func(*rest.Config, *http.Client) (meta.RESTMapper, error) { return mapper(builtin), nil },
	}))
	err := mgr.GetFieldIndexer().IndexField(ctx, &corev1.Pod{}, "spec.nodeName", func(obj client.Object) []string {
		return []string{obj.(*corev1.Pod).Spec.NodeName}
	})
	if err != nil {
		t.Fatal(err)
	}
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
	return mgr.GetClient()
}
