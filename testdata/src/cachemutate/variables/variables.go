// Package variables: objects that are kept in variables of the package.
package variables

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// current is what the handler saw last.
var current *corev1.ConfigMap

func remember(obj interface{}) { // want remember:`^\Qfield "var k8slint.test/cachemutate/variables.current"=$0/:(k8s.io/api/core/v1.ConfigMap)\E$`
	if cm, ok := obj.(*corev1.ConfigMap); ok {
		current = cm
	}
}

func register(informer cache.SharedIndexInformer) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: remember})
	return err
}

func setMode(mode string) {
	current.Data["mode"] = mode // want `current.Data\["mode"\] = … mutates a cached object, passed by the informer to .*\(through the variable variables.current.*\)`
}

// copied is the safe twin: only copies are put there.
var copied *corev1.ConfigMap

func rememberCopy(l corelisters.ConfigMapLister) {
	cm, err := l.ConfigMaps("ns").Get("config")
	if err != nil {
		return
	}
	copied = cm.DeepCopy()
}

func setModeOfCopy(mode string) {
	copied.Data["mode"] = mode
}

// defaults begins as an object of the package's own: which of the two is
// written is not known.
var defaults = &corev1.ConfigMap{Data: map[string]string{}}

func rememberDefaults(l corelisters.ConfigMapLister) {
	cm, err := l.ConfigMaps("ns").Get("defaults")
	if err != nil {
		return
	}
	defaults = cm
}

func setDefault(mode string) {
	defaults.Data["mode"] = mode
}

// byName is a map of the package's own that holds the cache's objects.
var byName = map[string]*corev1.Pod{}

func index(l corelisters.PodLister) error {
	pods, err := l.List(labels.Everything())
	if err != nil {
		return err
	}
	for _, pod := range pods {
		byName[pod.Name] = pod
	}
	return nil
}

func mark(name string) {
	if pod, ok := byName[name]; ok {
		pod.Labels["marked"] = "true" // want `pod.Labels\["marked"\] = … mutates a cached object`
	}
}

func forget(name string) {
	delete(byName, name)
}

// copiesByName holds copies.
var copiesByName = map[string]*corev1.Pod{}

func indexCopies(l corelisters.PodLister) error {
	pods, err := l.List(labels.Everything())
	if err != nil {
		return err
	}
	for _, pod := range pods {
		copiesByName[pod.Name] = pod.DeepCopy()
	}
	return nil
}

func markCopy(name string) {
	if pod, ok := copiesByName[name]; ok {
		pod.Labels["marked"] = "true"
	}
}

// seen is safe for several goroutines, what is in it is not.
var seen sync.Map

func see(l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("pod")
	if err != nil {
		return
	}
	seen.Store(pod.Name, pod)
}

func markSeen(name string) {
	v, ok := seen.Load(name)
	if !ok {
		return
	}
	v.(*corev1.Pod).Labels["seen"] = "true" // want `mutates a cached object`
}

// own is an index that the package fills with what it makes.
var own = cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{})

func fill(name string) error {
	pod := &corev1.Pod{}
	pod.Name = name
	return own.Add(pod)
}

func markOwn(key string) {
	if v, ok, err := own.GetByKey(key); err == nil && ok {
		v.(*corev1.Pod).Labels["own"] = "true"
	}
}

// queue carries objects from the lister to the worker.
var queue = make(chan *corev1.Secret)

func enqueue(l corelisters.SecretLister) {
	secret, err := l.Secrets("ns").Get("secret")
	if err == nil {
		queue <- secret
	}
}

func work() {
	for secret := range queue {
		secret.Data["done"] = nil // want `secret.Data\["done"\] = … mutates a cached object`
	}
}

// mutate can be replaced in tests.
var mutate = addLabel

func addLabel(pod *corev1.Pod) { // want addLabel:`^\Qwrite $0/ObjectMeta/Labels/*/[] pod.Labels["mutated"]\E$`
	pod.Labels["mutated"] = "true" // want `pod.Labels\["mutated"\] = … mutates a cached object`
}

var mutateCopy = addLabelToCopy

func addLabelToCopy(pod *corev1.Pod) {
	pod = pod.DeepCopy()
	pod.Labels["mutated"] = "true"
}

func callVariables(l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("pod")
	if err != nil {
		return
	}
	mutateCopy(pod)
	mutate(pod)
}

// latest is written and read in one breath.
var latest *corev1.Service

func keepLatest(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("one")
	if err != nil {
		return
	}
	latest = svc
	same := latest
	delete(same.GetLabels(), "app") // want `delete\(same.GetLabels\(\), "app"\) mutates a cached object`
}

// any is what a store without a type handed out.
var stored *corev1.Service

func keepStored(s cache.Store) error {
	obj, ok, err := s.GetByKey("ns/one")
	if err != nil || !ok {
		return err
	}
	stored = obj.(*corev1.Service)
	return nil
}

func annotateStored() error {
	accessor, err := meta.Accessor(stored)
	if err != nil {
		return err
	}
	accessor.GetAnnotations()["a"] = "b" // want `mutates a cached object`
	return nil
}
