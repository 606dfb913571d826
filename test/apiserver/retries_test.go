package apiserver

import (
	"context"
	"net/http"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/informers"
	typedappsv1 "k8s.io/client-go/kubernetes/typed/apps/v1"

	"github.com/k8slint/k8slint/test/apiserver/cases"
)

type pauses func(ctx context.Context, client typedappsv1.DeploymentInterface, name string) error

// TestStaleRetry has somebody else write the Deployment between the read and the
// first update, but for second-write, which makes its own conflict.
func TestStaleRetry(t *testing.T) {
	none := func(err error) bool { return err == nil }
	other := func(err error) bool { return err != nil && !apierrors.IsConflict(err) }
	for _, test := range []struct {
		name   string
		pause  pauses
		quiet  bool // nobody else writes
		result func(error) bool
		puts   int
		paused bool
	}{
		{"lost-change/bad", cases.PauseLostChange, false, none, 2, false},
		{"lost-error/bad", cases.PauseLostError, false, none, 1, false},
		{"shadowed/bad", cases.PauseShadowed, false, apierrors.IsConflict, 5, false},
		{"flattened/bad", cases.PauseFlattened, false, other, 1, false},
		{"good", cases.PauseWrapped, false, none, 2, true},
		{"second-write/bad", cases.LabelAndPause, true, apierrors.IsConflict, 2, false},
		{"second-write/good", cases.LabelThenPause, true, none, 2, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDeployed(t)
			if !test.quiet {
				d.writeBefore(t)
			}
			d.check(t, test.pause(d.ctx, d.seen, "web"), test.result, test.puts, test.paused)
		})
	}
	t.Run("from-cache/bad", func(t *testing.T) {
		d := newDeployed(t)
		d.writeBefore(t)
		// The cache catches up when the retry is over.
		over := make(chan struct{})
		d.proxy.OnEvent(func(e Event) []Event {
			if e.Type == watch.Modified {
				<-over
			}
			return []Event{e}
		})
		factory := informers.NewSharedInformerFactoryWithOptions(typed(t, d.proxy), 0, informers.WithNamespace(d.namespace))
		lister := factory.Apps().V1().Deployments().Lister().Deployments(d.namespace)
		ctx, cancel := context.WithCancel(d.ctx)
		defer func() { cancel(); factory.Shutdown() }()
		factory.Start(ctx.Done())
		factory.WaitForCacheSync(ctx.Done())
		err := cases.PauseCached(d.ctx, d.seen, lister, "web")
		close(over)
		d.check(t, err, apierrors.IsConflict, 5, false)
	})
}

// A deployed is a namespace with the Deployment web, whose updates are counted.
type deployed struct {
	ctx       context.Context
	namespace string
	proxy     *Proxy
	seen      typedappsv1.DeploymentInterface // through the proxy
	direct    typedappsv1.DeploymentInterface
	puts      int
}

func newDeployed(t *testing.T) *deployed {
	t.Helper()
	d := &deployed{ctx: testContext(t), proxy: newProxy(t), namespace: newNamespace("retry")}
	d.seen = typed(t, d.proxy).AppsV1().Deployments(d.namespace)
	d.direct = typed(t, newProxy(t)).AppsV1().Deployments(d.namespace)
	deploy(t, d.direct, "web")
	d.proxy.OnAnswer(func(r *http.Request, _ int) {
		if r.Method == http.MethodPut {
			d.puts++
		}
	})
	return d
}

// writeBefore writes the status before the first update.
func (d *deployed) writeBefore(t *testing.T) {
	written := false
	d.proxy.OnRequest(func(r *http.Request) *Answer {
		if r.Method != http.MethodPut || written {
			return nil
		}
		written = true
		web, err := d.direct.Get(d.ctx, "web", metav1.GetOptions{})
		if err == nil {
			web.Status.ObservedGeneration = web.Generation
			_, err = d.direct.UpdateStatus(d.ctx, web, metav1.UpdateOptions{})
		}
		if err != nil {
			t.Error(err)
		}
		return nil
	})
}

func (d *deployed) check(t *testing.T, err error, result func(error) bool, puts int, paused bool) {
	t.Helper()
	web := must[*appsv1.Deployment](t)(d.direct.Get(d.ctx, "web", metav1.GetOptions{}))
	if !result(err) || d.puts != puts || web.Spec.Paused != paused {
		t.Errorf("error %v after %d updates, want %d; paused: %t, want %t", err, d.puts, puts, web.Spec.Paused, paused)
	}
}
