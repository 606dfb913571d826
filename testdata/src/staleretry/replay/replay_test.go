package replay

import (
	"context"
	"strconv"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	corelisters "k8s.io/client-go/listers/core/v1"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"
)

// newClients makes clients of a server that has one pod, and whose first write meets
// a conflict because somebody else has just written. As the API server does, it
// refuses every write with another version than the stored one. The lister's cache
// does not move.
func newClients(t *testing.T, elsewhere bool) (Clients, func() *corev1.Pod) {
	t.Helper()
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "web", ResourceVersion: "1"}}
	kube := fake.NewClientset(pod)
	pods := corev1.SchemeGroupVersion.WithResource("pods")
	stored := func() *corev1.Pod {
		obj, err := kube.Tracker().Get(pods, "default", "web")
		if err != nil {
			t.Fatal(err)
		}
		return obj.(*corev1.Pod)
	}
	version := 1
	kube.PrependReactor("update", "pods", func(action clienttesting.Action) (bool, runtime.Object, error) {
		sent := action.(clienttesting.UpdateAction).GetObject().(*corev1.Pod).DeepCopy()
		if elsewhere {
			elsewhere = false
			version++
			other := stored().DeepCopy()
			other.Annotations = map[string]string{"elsewhere": "true"}
			other.ResourceVersion = strconv.Itoa(version)
			if err := kube.Tracker().Update(pods, other, "default"); err != nil {
				t.Fatal(err)
			}
		}
		if sent.Name != "web" {
			return true, nil, apierrors.NewNotFound(pods.GroupResource(), sent.Name)
		}
		if sent.ResourceVersion != strconv.Itoa(version) {
			return true, nil, apierrors.NewConflict(pods.GroupResource(), "web", nil)
		}
		version++
		sent.ResourceVersion = strconv.Itoa(version)
		if err := kube.Tracker().Update(pods, sent, "default"); err != nil {
			return true, nil, err
		}
		return true, sent.DeepCopy(), nil
	})
	indexer := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{})
	if err := indexer.Add(pod.DeepCopy()); err != nil {
		t.Fatal(err)
	}
	return Clients{Kube: kube, Pods: corelisters.NewPodLister(indexer)}, stored
}

type shape func(context.Context, Clients) error

// TestConflict: the flagged shapes fail, or tell success and the change is not
// there; the twins make it.
func TestConflict(t *testing.T) {
	for _, test := range []struct {
		name           string
		flagged, fixed shape
		// silent: the flagged shape tells success.
		silent bool
		// quiet: nobody else writes; the shape makes its own conflict.
		quiet bool
	}{
		{name: "never-reread", flagged: NeverReread, fixed: Reread},
		{name: "never-reread, empty result", flagged: EmptyResult, fixed: Reread},
		{name: "lost-error", flagged: LostError, fixed: KeptError, silent: true},
		{name: "lost-change", flagged: LostChange, fixed: KeptError, silent: true},
		{name: "shadowed", flagged: Shadowed, fixed: Assigned},
		{name: "flattened", flagged: Flattened, fixed: Wrapped},
		{name: "flattened, aggregate", flagged: Aggregated, fixed: Joined},
		{name: "flattened, converted", flagged: Converted, fixed: ConvertedBehind},
		{name: "second-write", flagged: SecondWrite, fixed: SecondOfResult, quiet: true},
		{name: "from-cache", flagged: FromCache, fixed: Reread},
		{name: "from-cache, in place", flagged: InPlace, fixed: Reread, silent: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			clients, stored := newClients(t, !test.quiet)
			err := test.flagged(t.Context(), clients)
			if (err == nil) != test.silent {
				t.Errorf("flagged: error %v", err)
			}
			if stored().Labels["seen"] != "" {
				t.Error("flagged: the change was made")
			}
			clients, stored = newClients(t, !test.quiet)
			if err := test.fixed(t.Context(), clients); err != nil {
				t.Errorf("fixed: %v", err)
			}
			if stored().Labels["seen"] != "true" {
				t.Error("fixed: the change was not made")
			}
		})
	}
}
