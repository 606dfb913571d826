package variables

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
)

// Each informer is made for objects of one type, which no assertion makes another.
var (
	podStore, nodeStore cache.Store
	claimIndexer        cache.Indexer
	services            cache.SharedIndexInformer
	anyStore            cache.Store
	mixedStore          cache.Store
	slimStore           cache.Store
)

func startInformers(lw cache.ListerWatcher, some runtime.Object, old bool) {
	none := cache.ResourceEventHandlerFuncs{}
	podStore, _ = cache.NewInformer(lw, &corev1.Pod{}, 0, none)
	nodeStore, _ = cache.NewInformer(lw, &corev1.Node{}, 0, none)
	claimIndexer, _ = cache.NewIndexerInformer(lw, &corev1.PersistentVolumeClaim{}, 0, none, cache.Indexers{})
	services = cache.NewSharedIndexInformer(lw, &corev1.Service{}, 0, cache.Indexers{})
	anyStore, _ = cache.NewInformer(lw, some, 0, none)
	mixedStore, _ = cache.NewInformer(lw, &corev1.Pod{}, 0, none)
	if old {
		mixedStore, _ = cache.NewInformer(lw, &corev1.Node{}, 0, none)
	}
	slimStore, _ = cache.NewTransformingInformer(lw, &corev1.Pod{}, 0, none, nodeOf)
}

func nodeOf(obj any) (any, error) { return &corev1.Node{}, nil }

func podOrNode(name string) *corev1.Node {
	obj, exists, _ := podStore.GetByKey("ns/" + name)
	if !exists {
		obj, exists, _ = nodeStore.GetByKey(name)
		if !exists {
			return nil
		}
	}
	return obj.(*corev1.Node)
}

func labelNode(name string) {
	if n := podOrNode(name); n != nil {
		n.Labels["a"] = "b" // want `read by nodeStore.GetByKey`
	}
}

func podOrCopy(name string) *corev1.Node {
	for _, obj := range podStore.List() {
		if n, ok := obj.(*corev1.Node); ok {
			return n
		}
	}
	obj, exists, _ := nodeStore.GetByKey(name)
	if !exists {
		return nil
	}
	return obj.(*corev1.Node).DeepCopy()
}

func labelCopy(name string) {
	if n := podOrCopy(name); n != nil {
		n.Labels["a"] = "b"
	}
}

func labelPods() {
	for _, obj := range podStore.List() {
		obj.(*corev1.Pod).Labels["a"] = "b" // want `read by podStore.List`
	}
}

func labelClaims(namespace string) {
	objs, err := claimIndexer.ByIndex(cache.NamespaceIndex, namespace)
	if err != nil {
		return
	}
	for _, obj := range objs {
		if service, ok := obj.(*corev1.Service); ok {
			service.Labels["a"] = "b"
		}
		obj.(*corev1.PersistentVolumeClaim).Labels["a"] = "b" // want `read by claimIndexer.ByIndex`
	}
}

func labelServices() {
	for _, obj := range services.GetStore().List() {
		if pod, ok := obj.(*corev1.Pod); ok {
			pod.Labels["a"] = "b"
		}
		if service, ok := obj.(*corev1.Service); ok {
			service.Labels["a"] = "b" // want `mutates a cached object`
		}
	}
}

func labelAny() {
	for _, obj := range anyStore.List() {
		obj.(*corev1.Pod).Labels["a"] = "b" // want `read by anyStore.List`
	}
	for _, obj := range mixedStore.List() {
		obj.(*corev1.Node).Labels["a"] = "b" // want `read by mixedStore.List`
	}
	for _, obj := range slimStore.List() {
		obj.(*corev1.Node).Labels["a"] = "b" // want `read by slimStore.List`
	}
}
