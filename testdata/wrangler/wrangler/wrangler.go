// Package wrangler: controllers on rancher's wrangler.
package wrangler

import (
	"context"
	"slices"

	"github.com/rancher/wrangler/v3/pkg/condition"
	"github.com/rancher/wrangler/v3/pkg/generated/controllers/core"
	corecontrollers "github.com/rancher/wrangler/v3/pkg/generated/controllers/core/v1"
	"github.com/rancher/wrangler/v3/pkg/generic"
	"github.com/rancher/wrangler/v3/pkg/relatedresource"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
)

type handler struct {
	pods       corecontrollers.PodController
	podCache   corecontrollers.PodCache
	podClient  corecontrollers.PodClient
	nodeCache  corecontrollers.NodeCache
	configMaps generic.CacheInterface[*corev1.ConfigMap]
}

func register(ctx context.Context, factory *core.Factory) {
	pods := factory.Core().V1().Pod()
	nodes := factory.Core().V1().Node()
	h := &handler{pods: pods, podCache: pods.Cache(), podClient: pods, nodeCache: nodes.Cache()}
	pods.OnChange(ctx, "change", h.onChange)
	pods.OnChange(ctx, "copy", h.onChangeCopy)
	pods.OnRemove(ctx, "remove", h.onRemove)
	nodes.OnChange(ctx, "node", func(key string, node *corev1.Node) (*corev1.Node, error) {
		if node == nil {
			return nil, nil
		}
		node.Labels["seen"] = "true" // want `node.Labels\["seen"\] = … mutates a cached object`
		return nodes.Update(node)
	})
	pods.AddGenericHandler(ctx, "generic", h.onAny)
	h.podCache.AddIndexer("by-node", byNode)
	corecontrollers.RegisterPodStatusHandler(ctx, pods, condition.Cond("Ready"), "status", h.status)
	relatedresource.Watch(ctx, "related", h.related, pods, nodes)
}

func (h *handler) onChange(key string, pod *corev1.Pod) (*corev1.Pod, error) {
	if pod == nil || pod.DeletionTimestamp != nil {
		return nil, nil
	}
	pod.Annotations["seen"] = "true" // want `pod.Annotations\["seen"\] = … mutates a cached object, passed to the callback of pods.OnChange at line \d+;`
	return h.podClient.Update(pod)
}

func (h *handler) onChangeCopy(key string, pod *corev1.Pod) (*corev1.Pod, error) {
	pod = pod.DeepCopy()
	pod.Annotations["seen"] = "true"
	return h.podClient.Update(pod)
}

func (h *handler) onRemove(key string, pod *corev1.Pod) (*corev1.Pod, error) {
	pod.Status.Conditions = nil // want `pod.Status.Conditions = … mutates a cached object`
	return pod, nil
}

func (h *handler) onAny(key string, obj runtime.Object) (runtime.Object, error) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return obj, nil
	}
	pod.Labels["any"] = "true" // want `pod.Labels\["any"\] = … mutates a cached object`
	return pod, nil
}

func byNode(pod *corev1.Pod) ([]string, error) {
	slices.Sort(pod.Finalizers) // want `slices.Sort\(pod.Finalizers\) mutates a cached object`
	return []string{pod.Spec.NodeName}, nil
}

// status gets a copy.
func (h *handler) status(pod *corev1.Pod, status corev1.PodStatus) (corev1.PodStatus, error) {
	pod.Labels["status"] = "true"
	status.Conditions[0].Message = ""
	return status, nil
}

func (h *handler) related(namespace, name string, obj runtime.Object) ([]relatedresource.Key, error) {
	node, ok := obj.(*corev1.Node)
	if !ok {
		return nil, nil
	}
	delete(node.Annotations, "seen") // want `delete\(node.Annotations, "seen"\) mutates a cached object`
	return nil, nil
}

func (h *handler) caches(namespace string) error {
	pod, err := h.podCache.Get(namespace, "a")
	if err != nil {
		return err
	}
	pod.Labels["a"] = "b" // want `read by h.podCache.Get`
	pods, err := h.pods.Cache().List(namespace, labels.Everything())
	if err != nil {
		return err
	}
	for _, pod := range pods {
		pod.Labels["a"] = "b" // want `read by h.pods.Cache\(\).List`
	}
	indexed, err := h.podCache.GetByIndex("by-node", "n")
	if err != nil {
		return err
	}
	indexed[0].Spec.NodeName = "" // want `read by h.podCache.GetByIndex`
	node, err := h.nodeCache.Get("n")
	if err != nil {
		return err
	}
	condition.Cond("Ready").True(node) // want `read by h.nodeCache.Get`
	cm, err := h.configMaps.Get(namespace, "a")
	if err != nil {
		return err
	}
	cm.Data["a"] = "b" // want `read by h.configMaps.Get`
	return nil
}

// clients ask the API server.
func (h *handler) clients(namespace string) error {
	pod, err := h.podClient.Get(namespace, "a", metav1.GetOptions{})
	if err != nil {
		return err
	}
	pod.Labels["a"] = "b"
	list, err := h.pods.List(namespace, metav1.ListOptions{})
	if err != nil {
		return err
	}
	list.Items[0].Labels["a"] = "b"
	fresh, err := h.podCache.Get(namespace, "a")
	if err != nil {
		return err
	}
	fresh, err = h.podClient.Update(fresh.DeepCopy())
	if err != nil {
		return err
	}
	fresh.Labels["a"] = "b"
	return nil
}
