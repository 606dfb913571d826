// Package narrow reads the cache through interfaces of its own, which ask for no more
// than it needs.
package narrow

import (
	"context"
	"maps"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type podGetter interface {
	Get(name string) (*corev1.Pod, error)
}

type keyGetter interface {
	GetByKey(key string) (obj any, exists bool, err error)
}

// A Controller labels pods.
type Controller struct {
	pods  podGetter
	nodes keyGetter
}

// New makes a controller that reads from informers.
func New(pods listers.PodLister, nodes cache.SharedIndexInformer) *Controller {
	return &Controller{pods: pods.Pods("default"), nodes: nodes.GetIndexer()}
}

// Label labels the pod.
func (c *Controller) Label(name string) error {
	pod, err := c.pods.Get(name)
	if err != nil {
		return err
	}
	pod.Labels["seen"] = "true" // want `pod.Labels\["seen"\] = … mutates a cached object, read by c.pods.Get`
	return nil
}

// LabelCopy labels a copy.
func (c *Controller) LabelCopy(name string) (*corev1.Pod, error) {
	pod, err := c.pods.Get(name)
	if err != nil {
		return nil, err
	}
	pod = pod.DeepCopy()
	pod.Labels["seen"] = "true"
	return pod, nil
}

// Cordon cordons the node.
func (c *Controller) Cordon(name string) {
	obj, ok, _ := c.nodes.GetByKey(name)
	if node, is := obj.(*corev1.Node); ok && is {
		node.Spec.Unschedulable = true // want `node.Spec.Unschedulable = … mutates a cached object, read by c.nodes.GetByKey`
	}
}

// A source is a lister in one place and the API server in another: whose object it
// hands out is not known.
type source interface {
	Get(name string) (*corev1.ConfigMap, error)
}

type live struct{ client kubernetes.Interface }

func (l live) Get(name string) (*corev1.ConfigMap, error) {
	return l.client.CoreV1().ConfigMaps("default").Get(context.TODO(), name, metav1.GetOptions{})
}

func fromCache(l listers.ConfigMapLister) source    { return l.ConfigMaps("default") }
func fromServer(client kubernetes.Interface) source { return live{client} }

func fill(s source) {
	cm, err := s.Get("settings")
	if err == nil {
		cm.Data["filled"] = "true"
	}
}

// A jobStore is filled by this package, with objects of its own.
type jobStore interface {
	GetByKey(key string) (obj any, exists bool, err error)
}

// Jobs counts the runs of jobs that only it knows.
func Jobs(key string) {
	store := cache.NewStore(cache.MetaNamespaceKeyFunc)
	_ = store.Add(&corev1.Pod{})
	var jobs jobStore = store
	obj, ok, _ := jobs.GetByKey(key)
	if pod, is := obj.(*corev1.Pod); ok && is {
		pod.Name = "x"
	}
}

// load reads nodes from the cache if there is one, and from the server otherwise.
func load(client kubernetes.Interface, lister listers.NodeLister) ([]*corev1.Node, error) {
	if lister != nil {
		return lister.List(labels.Everything())
	}
	list, err := client.CoreV1().Nodes().List(context.TODO(), metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	var nodes []*corev1.Node
	for i := range list.Items {
		nodes = append(nodes, &list.Items[i])
	}
	return nodes, nil
}

func loadAny(client kubernetes.Interface, lister listers.NodeLister) ([]*corev1.Node, error) {
	return load(client, lister)
}

// Taint taints nodes that it reads from the server.
func Taint(client kubernetes.Interface) error {
	nodes, err := loadAny(client, nil)
	if err != nil {
		return err
	}
	for _, n := range nodes {
		n.Spec.Taints = append(n.Spec.Taints, corev1.Taint{Key: "fake"})
	}
	return nil
}

// TaintCached taints nodes of the cache.
func TaintCached(client kubernetes.Interface, lister listers.NodeLister) error {
	nodes, err := loadAny(client, lister)
	if err != nil {
		return err
	}
	for _, n := range nodes {
		n.Spec.Taints = append(n.Spec.Taints, corev1.Taint{Key: "fake"}) // want `n.Spec.Taints = … mutates a cached object`
	}
	return nil
}

// annotated is a part of every object.
type annotated interface {
	GetAnnotations() map[string]string
	SetAnnotations(map[string]string)
}

// note writes the annotations that it gets, which are the object's.
func note(o annotated) {
	notes := o.GetAnnotations()
	if notes == nil {
		notes = map[string]string{}
		o.SetAnnotations(notes)
	}
	notes["noted"] = "true"
}

// noteCopy writes a copy.
func noteCopy(o annotated) map[string]string {
	notes := maps.Clone(o.GetAnnotations())
	notes["noted"] = "true"
	return notes
}

// Note notes the pod.
func (c *Controller) Note(name string) (map[string]string, error) {
	pod, err := c.pods.Get(name)
	if err != nil {
		return nil, err
	}
	note(pod.DeepCopy())
	note(pod) // want `note mutates a cached object`
	return noteCopy(pod), nil
}

// settings have annotations of their own.
type settings interface{ GetAnnotations() map[string]any }

// Settings are no object.
func (c *Controller) Settings(name string, s settings) error {
	pod, err := c.pods.Get(name)
	if err != nil {
		return err
	}
	s.GetAnnotations()[pod.Name] = pod
	return nil
}
