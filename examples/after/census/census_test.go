package census

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// BenchmarkList measures what one List of a manager's client costs, with deep
// copies and without. The cache is that of a manager, its API server a fake
// that has pods, each with three containers.
func BenchmarkList(b *testing.B) {
	log.SetLogger(log.Log.WithSink(nil)) // which says nothing
	for _, n := range []int{1000, 10000} {
		config := serve(b, n)
		for _, off := range []bool{false, true} {
			reader := start(b, config, off)
			b.Run(fmt.Sprintf("pods=%d/copies=%t", n, !off), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					var pods corev1.PodList
					if err := reader.List(b.Context(), &pods); err != nil || len(pods.Items) != n {
						b.Fatal(len(pods.Items), err)
					}
				}
			})
		}
	}
}

// TestCount checks that counting leaves the order of a pod's containers alone:
// they belong to the cache.
func TestCount(t *testing.T) {
	pods := []corev1.Pod{pod(0)}
	restarting, worst := count(pods)
	if restarting != 1 || worst != "pod-0/c2" {
		t.Errorf("%d pods restart, most of all %s", restarting, worst)
	}
	if first := pods[0].Status.ContainerStatuses[0].Name; first != "c0" {
		t.Errorf("the first container is %s now", first)
	}
}

// start returns a synchronised cache of what the server at config has.
func start(b *testing.B, config *rest.Config, disableDeepCopy bool) cache.Cache {
	b.Helper()
	mapper := meta.NewDefaultRESTMapper(nil)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("Pod"), meta.RESTScopeNamespace)
	c, err := cache.New(config, cache.Options{
		Scheme:                       scheme.Scheme,
		Mapper:                       mapper,
		DefaultUnsafeDisableDeepCopy: &disableDeepCopy,
	})
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- c.Start(ctx) }()
	b.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			b.Error(err)
		}
	})
	if _, err := c.GetInformer(ctx, &corev1.Pod{}); err != nil {
		b.Fatal(err)
	}
	if !c.WaitForCacheSync(ctx) {
		b.Fatal("the cache does not synchronise")
	}
	return c
}

// serve starts an API server that has n pods, and on which nothing happens.
func serve(b *testing.B, n int) *rest.Config {
	b.Helper()
	b.Setenv("KUBE_FEATURE_WatchListClient", "false") // the fake only lists
	list := corev1.PodList{
		TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "PodList"},
		ListMeta: metav1.ListMeta{ResourceVersion: "1"},
	}
	for i := range n {
		list.Items = append(list.Items, pod(i))
	}
	body, err := json.Marshal(list)
	if err != nil {
		b.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Query().Get("watch") != "" {
			w.(http.Flusher).Flush()
			<-r.Context().Done()
			return
		}
		_, _ = w.Write(body)
	}))
	b.Cleanup(server.Close)
	return &rest.Config{Host: server.URL}
}

// pod is the i-th of a cluster: three containers with some settings each.
func pod(i int) corev1.Pod {
	p := corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: fmt.Sprintf("ns-%d", i%50), Name: fmt.Sprintf("pod-%d", i), UID: "u", ResourceVersion: "1",
			Labels:      map[string]string{"app": "web", "pod-template-hash": "5d9c7b", "team": "shop"},
			Annotations: map[string]string{"prometheus.io/scrape": "true", "prometheus.io/port": "9090"},
		},
		Spec:   corev1.PodSpec{NodeName: fmt.Sprintf("node-%d", i%100), ServiceAccountName: "default"},
		Status: corev1.PodStatus{Phase: corev1.PodRunning, PodIP: "10.0.0.1"},
	}
	for c := range 3 {
		name := fmt.Sprintf("c%d", c)
		p.Spec.Containers = append(p.Spec.Containers, corev1.Container{
			Name: name, Image: "registry.example.com/" + name,
			Env:          []corev1.EnvVar{{Name: "A", Value: "1"}, {Name: "B", Value: "2"}},
			Ports:        []corev1.ContainerPort{{ContainerPort: 8080}},
			VolumeMounts: []corev1.VolumeMount{{Name: "data", MountPath: "/data"}},
		})
		p.Status.ContainerStatuses = append(p.Status.ContainerStatuses, corev1.ContainerStatus{Name: name, Ready: true, RestartCount: int32(c)})
	}
	return p
}
