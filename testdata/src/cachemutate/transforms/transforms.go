// Package transforms: informers whose transform gives pods their kind before they
// come into the cache.
package transforms

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"

	"k8slint.test/cachemutate/transforms/kinds"
)

var podKind = corev1.SchemeGroupVersion.WithKind("Pod")

func register(inf cache.SharedInformer) error {
	return inf.SetTransform(func(obj any) (any, error) {
		if pod, ok := obj.(*corev1.Pod); ok {
			pod.Kind = "Pod"
			pod.APIVersion = "v1"
		}
		return obj, nil
	})
}

// Transforms are also given to a helper, or to controller-runtime.
func mustTransform(inf cache.SharedInformer, f func(any) (any, error)) { // want mustTransform:`^\Qfield "k8s.io/client-go/tools/cache.TransformFunc"/"()"=$1\E$`
	if err := inf.SetTransform(f); err != nil {
		panic(err)
	}
}

func setNodeKind(obj any) (any, error) { // want setNodeKind:`^\Qret0=$0; write $0/:(k8s.io/api/core/v1.Node)/TypeMeta n.SetGroupVersionKind(...)\E$`
	if n, ok := obj.(*corev1.Node); ok {
		n.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Node"))
	}
	return obj, nil
}

func registerNodes(inf cache.SharedInformer) { mustTransform(inf, setNodeKind) }

type configMaps struct{ kind string }

func (c *configMaps) setKind(obj any) (any, error) { // want setKind:`^\Qret0=$1; write $1/:(k8s.io/api/core/v1.ConfigMap)/TypeMeta m.TypeMeta\E$`
	if m, ok := obj.(*corev1.ConfigMap); ok {
		m.TypeMeta = metav1.TypeMeta{Kind: c.kind, APIVersion: "v1"}
	}
	return obj, nil
}

func (c *configMaps) options() ctrlcache.Options {
	return ctrlcache.Options{DefaultTransform: c.setKind}
}

func pod(ix cache.Indexer) *corev1.Pod { // want pod:`^\Qret0=cache0; cache0=ix.GetByKey type k8s.io/api/core/v1.Pod of $0\E$`
	obj, ok, err := ix.GetByKey("a/b")
	if err != nil || !ok {
		return nil
	}
	return obj.(*corev1.Pod)
}

func withKind(ix cache.Indexer) {
	p := pod(ix)
	if p.Kind == "" {
		p.Kind = "Pod"
		p.APIVersion = "v1"
	}
	if p.GroupVersionKind().Empty() {
		p.SetGroupVersionKind(podKind)
	}
	kinds.Ensure(p, podKind)
}

func withKinds(ix cache.Indexer) {
	for _, obj := range ix.List() {
		if n, ok := obj.(*corev1.Node); ok && n.Kind == "" {
			n.Kind = "Node"
		}
		if m, ok := obj.(*corev1.ConfigMap); ok && m.Kind == "" {
			m.TypeMeta = metav1.TypeMeta{Kind: "ConfigMap", APIVersion: "v1"}
		}
	}
}

// A kind that is there is replaced, or another field is written.
func withOther(ix cache.Indexer) {
	p := pod(ix)
	if p.Kind != "" {
		p.Kind = "Pod" // want `p.Kind = … mutates a cached object`
	}
	q := pod(ix)
	if q.Kind == "" {
		q.Name = "c" // want `q.Name = … mutates a cached object`
	}
	kinds.Replace(pod(ix), podKind) // want `Replace mutates a cached object`
}

// The owner's kind is none of the pod.
func byOwner(ix cache.Indexer) {
	p := pod(ix)
	for _, o := range p.OwnerReferences {
		if o.Kind == "" {
			p.Kind = "Pod" // want `p.Kind = … mutates a cached object`
		}
	}
}

// The kind of another object is none of this one.
func byOther(ix cache.Indexer, other *corev1.Pod) {
	p := pod(ix)
	if other.Kind == "" {
		p.Kind = "Pod" // want `p.Kind = … mutates a cached object`
	}
}

// Nobody gives services a kind.
func service(ix cache.Indexer) {
	obj, ok, err := ix.GetByKey("a/b")
	if err != nil || !ok {
		return
	}
	if s := obj.(*corev1.Service); s.Kind == "" {
		s.Kind = "Service" // want `s.Kind = … mutates a cached object`
	}
}
