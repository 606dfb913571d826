package apiserver

import (
	"context"
	"net/http"
	"path"
	"sync"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	appsv1client "k8s.io/client-go/kubernetes/typed/apps/v1"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	aftersite "github.com/k8slint/k8slint/examples/after/site"
	beforesite "github.com/k8slint/k8slint/examples/before/site"
)

// A siteReconciler is that of the examples.
type siteReconciler interface {
	reconcile.Reconciler
	SetupWithManager(mgr ctrl.Manager) error
}

func newSiteReconciler(side string, c client.Client) siteReconciler {
	if side == "before" {
		return &beforesite.Reconciler{Client: c}
	}
	return &aftersite.Reconciler{Client: c}
}

// A counting client counts how often the ConfigMap of a site is read, as each Reconcile
// does first.
type counting struct {
	client.Client
	mu    sync.Mutex
	reads map[string]int
}

func (c *counting) Get(ctx context.Context, key client.ObjectKey, obj client.Object, opts ...client.GetOption) error {
	if _, ok := obj.(*corev1.ConfigMap); ok {
		c.mu.Lock()
		c.reads[key.Name]++
		c.mu.Unlock()
	}
	return c.Client.Get(ctx, key, obj, opts...)
}

func (c *counting) count(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.reads[name]
}

// A sites is a running controller of sites, with one that is called web.
type sites struct {
	ctx         context.Context
	namespace   string
	proxy       *Proxy
	counted     *counting
	reconciler  siteReconciler
	maps        corev1client.ConfigMapInterface
	deployments appsv1client.DeploymentInterface
}

func startSites(t *testing.T, side string) *sites {
	t.Helper()
	direct := typed(t, newProxy(t))
	s := &sites{ctx: testContext(t), proxy: newProxy(t), namespace: newNamespace("sites-" + side)}
	s.maps, s.deployments = direct.CoreV1().ConfigMaps(s.namespace), direct.AppsV1().Deployments(s.namespace)
	// Custom resources have a generation, ConfigMaps have none.
	s.proxy.OnEvent(func(e Event) []Event {
		if e.object().GetKind() == "ConfigMap" {
			e.object().SetGeneration(0)
		}
		return []Event{e}
	})
	options := managerOptions()
	options.Cache.DefaultNamespaces = map[string]cache.Config{s.namespace: {}}
	options.Controller.SkipNameValidation = new(true) // both sides have the same name
	mgr := must[ctrl.Manager](t)(ctrl.NewManager(s.proxy.Config, options))
	s.counted = &counting{Client: mgr.GetClient(), reads: map[string]int{}}
	s.reconciler = newSiteReconciler(side, s.counted)
	if err := s.reconciler.SetupWithManager(mgr); err != nil {
		t.Fatal(err)
	}
	runManager(t, s.ctx, mgr)
	s.create(t, "web")
	return s
}

// create creates a site, and returns when its Deployment is in the cache.
func (s *sites) create(t *testing.T, name string) {
	t.Helper()
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}, Data: map[string]string{"index.html": "one"}}
	must[*corev1.ConfigMap](t)(s.maps.Create(s.ctx, cm, metav1.CreateOptions{}))
	key := client.ObjectKey{Namespace: s.namespace, Name: name}
	until(t, s.ctx, "the Deployment of "+name+" is cached", func() bool {
		return s.counted.Client.Get(s.ctx, key, &appsv1.Deployment{}) == nil
	})
}

func (s *sites) exists(name string) bool {
	_, err := s.deployments.Get(s.ctx, name, metav1.GetOptions{})
	return err == nil
}

// TestDeepEqualREADME calls a reconciler that has nothing to do.
func TestDeepEqualREADME(t *testing.T) {
	shownOn(t, "deepequal", func(t *testing.T, side string, run *transcript) {
		s := startSites(t, side)
		puts := 0
		s.proxy.OnAnswer(func(r *http.Request, code int) {
			if r.Method == http.MethodPut && path.Base(r.URL.Path) == "web" {
				puts++
			}
		})
		for range 2 {
			request := ctrl.Request{NamespacedName: client.ObjectKey{Namespace: s.namespace, Name: "web"}}
			if _, err := s.reconciler.Reconcile(s.ctx, request); err != nil {
				t.Error(err)
			}
		}
		run.printf("updates of the Deployment: %d", puts)
		if want := map[string]int{"before": 2, "after": 0}[side]; puts != want {
			t.Errorf("%d updates, want %d", puts, want)
		}
	})
}

// TestGenerationREADME changes the files of a site. What happens to another site later
// shows that nothing more comes.
func TestGenerationREADME(t *testing.T) {
	shownOn(t, "generation", func(t *testing.T, side string, run *transcript) {
		s := startSites(t, side)
		s.create(t, "settled")
		cm := must[*corev1.ConfigMap](t)(s.maps.Get(s.ctx, "web", metav1.GetOptions{}))
		reads := s.counted.count("web")
		cm.Data["index.html"] = "two"
		must[*corev1.ConfigMap](t)(s.maps.Update(s.ctx, cm, metav1.UpdateOptions{}))
		run.printf("the data of ConfigMap web changes")
		if side == "after" {
			until(t, s.ctx, "web is reconciled", func() bool { return s.counted.count("web") > reads })
		}
		s.create(t, "later")
		reconciled := s.counted.count("web") > reads
		run.printf("web is reconciled: %t", reconciled)
		if reconciled != (side == "after") {
			t.Errorf("web is reconciled: %t", reconciled)
		}
	})
}

// TestOwnerRefREADME deletes the Deployment of a site.
func TestOwnerRefREADME(t *testing.T) {
	shownOn(t, "ownerref", func(t *testing.T, side string, run *transcript) {
		s := startSites(t, side)
		if err := s.deployments.Delete(s.ctx, "web", metav1.DeleteOptions{}); err != nil {
			t.Fatal(err)
		}
		run.printf("Deployment web is deleted")
		if side == "after" {
			until(t, s.ctx, "web is there again", func() bool { return s.exists("web") })
		}
		s.create(t, "later")
		run.printf("the controller creates it again: %t", s.exists("web"))
		if s.exists("web") != (side == "after") {
			t.Errorf("Deployment web exists: %t", s.exists("web"))
		}
	})
}
