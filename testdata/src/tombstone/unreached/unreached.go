// Package unreached has delete handlers that a tombstone leaves, or makes panic, before
// it gets to an assertion.
package unreached

import (
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

// Zone keeps the pods of one zone.
type Zone struct {
	name  string
	queue workqueue.TypedInterface[string]
	pods  map[string]int
	stale bool
}

// Watch registers a handler for each of the ways.
func (z *Zone) Watch(informer cache.SharedIndexInformer) error {
	for _, h := range []cache.ResourceEventHandlerFuncs{
		{DeleteFunc: z.keyed},
		{DeleteFunc: z.keyedOrStale},
		{DeleteFunc: z.keyedAndHanded},
		{DeleteFunc: z.unchecked},
		{DeleteFunc: z.elsewhere},
		{DeleteFunc: z.elsewhereForSome},
		{DeleteFunc: z.elsewhereRecovered},
		{DeleteFunc: z.named},
		{DeleteFunc: z.converted},
		{DeleteFunc: z.convertedOrStale},
		{DeleteFunc: z.isPod},
		{DeleteFunc: z.eitherWay},
		{DeleteFunc: z.told},
		{DeleteFunc: z.onlyTold},
		{DeleteFunc: z.loggedByOwn},
		{DeleteFunc: z.loggedAndKept},
	} {
		if _, err := informer.AddEventHandler(h); err != nil {
			return err
		}
	}
	return nil
}

// keyed loses the deletion where it makes the key, before it can panic.
func (z *Zone) keyed(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj) // want `the delete handler misses a deletion that comes as .*: cache.MetaNamespaceKeyFunc returns an error for it; use cache.DeletionHandlingMetaNamespaceKeyFunc`
	if err != nil {
		utilruntime.HandleError(fmt.Errorf("no key for %v: %w", obj, err))
		return
	}
	pod := obj.(*corev1.Pod)
	if pod.Labels["zone"] == z.name {
		z.queue.Add(key)
	}
}

// keyedOrStale knows what to do then.
func (z *Zone) keyedOrStale(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		z.stale = true
		return
	}
	if obj.(*corev1.Pod).Labels["zone"] == z.name {
		z.queue.Add(key)
	}
}

// keyedAndHanded hands on what has a key.
func (z *Zone) keyedAndHanded(obj any) {
	if _, err := cache.MetaNamespaceKeyFunc(obj); err != nil { // want `misses a deletion`
		return
	}
	z.forget(obj, "gone")
}

func (z *Zone) forget(obj any, why string) {
	pod := obj.(*corev1.Pod)
	klog.InfoS("forgotten", "pod", pod.Name, "reason", why)
	delete(z.pods, pod.Name)
}

// unchecked goes on with an empty key.
func (z *Zone) unchecked(obj any) {
	key, _ := cache.MetaNamespaceKeyFunc(obj)
	if obj.(*corev1.Pod).Labels["zone"] == z.name { // want `the delete handler panics on a tombstone`
		z.queue.Add(key)
	}
}

// elsewhere panics in the first function that it calls.
func (z *Zone) elsewhere(obj any) {
	if z.isElsewhere(obj) {
		return
	}
	z.drop(obj)
}

func (z *Zone) isElsewhere(obj any) bool {
	if zone, ok := obj.(metav1.Object).GetLabels()["zone"]; ok { // want `the delete handler panics on a tombstone: .* not a \w*v1.Object`
		return zone != z.name
	}
	return false
}

func (z *Zone) drop(obj any) {
	if ref, err := keyOf(obj.(runtime.Object)); err == nil {
		z.queue.Add(ref)
	}
}

func keyOf(obj runtime.Object) (string, error) { return cache.MetaNamespaceKeyFunc(obj) }

// elsewhereForSome may not panic there.
func (z *Zone) elsewhereForSome(obj any) {
	if z.isElsewhereNow(obj) {
		return
	}
	pod := obj.(*corev1.Pod) // want `panics on a tombstone: .* not a \*\w*v1.Pod`
	delete(z.pods, pod.Name)
}

func (z *Zone) isElsewhereNow(obj any) bool {
	return z.stale && obj.(*corev1.Pod).Spec.NodeName != "" // want `panics on a tombstone`
}

// elsewhereRecovered goes on after the panic.
func (z *Zone) elsewhereRecovered(obj any) {
	if z.isElsewhereOrPanics(obj) {
		return
	}
	pod := obj.(*corev1.Pod) // want `panics on a tombstone`
	delete(z.pods, pod.Name)
}

func (z *Zone) isElsewhereOrPanics(obj any) (elsewhere bool) {
	defer func() {
		if recover() != nil {
			elsewhere = false
		}
	}()
	return obj.(*corev1.ConfigMap).Labels["zone"] != z.name // want `panics on a tombstone`
}

// named gets no name for a tombstone, and returns before the assertion.
func (z *Zone) named(obj any) {
	name, err := nameOf(obj)
	if err != nil {
		klog.Error(err)
		return
	}
	z.pods[name] = len(obj.(*corev1.Pod).Spec.Containers)
}

func nameOf(obj any) (string, error) {
	o, ok := obj.(metav1.Object) // want `misses a deletion`
	if !ok {
		return "", fmt.Errorf("no object: %T", obj)
	}
	return o.GetName(), nil
}

// converted returns as well.
func (z *Zone) converted(obj any) {
	if _, err := podOf(obj); err != nil {
		return
	}
	pod := obj.(*corev1.Pod)
	delete(z.pods, pod.Name)
}

var errNoPod = errors.New("no pod")

func podOf(obj any) (*corev1.Pod, error) {
	switch obj := obj.(type) {
	case *corev1.Pod: // want `misses a deletion`
		return obj, nil
	case *corev1.PodTemplate:
		return nil, errors.New("only a template")
	}
	return nil, errors.New("no pod")
}

// convertedOrStale does not always.
func (z *Zone) convertedOrStale(obj any) {
	if err := z.checked(obj); err != nil {
		return
	}
	delete(z.pods, obj.(*corev1.Pod).Name) // want `panics on a tombstone`
}

func (z *Zone) checked(obj any) error {
	if z.stale {
		return nil
	}
	if _, ok := obj.(*corev1.Pod); !ok {
		return errNoPod
	}
	return nil
}

// isPod asks a helper what it has.
func (z *Zone) isPod(obj any) {
	if !isPod(obj) {
		return
	}
	delete(z.pods, obj.(*corev1.Pod).Name)
}

func isPod(obj any) bool {
	_, ok := obj.(*corev1.Pod) // want `misses a deletion`
	return ok
}

// eitherWay asserts on both ways to the assertion behind.
func (z *Zone) eitherWay(obj any) {
	if z.stale {
		klog.InfoS("stale", "pod", obj.(*corev1.Pod).Name) // want `panics on a tombstone`
	} else {
		delete(z.pods, obj.(*corev1.Pod).Name) // want `panics on a tombstone`
	}
	z.queue.Add(obj.(*corev1.Pod).Namespace)
}

// told gives its caller the error, which forgets the deletion.
func (z *Zone) told(obj any) {
	if err := z.add(obj); err != nil {
		klog.Error(err)
	}
}

func (z *Zone) add(obj any) error {
	key, err := cache.MetaNamespaceKeyFunc(obj) // want `misses a deletion`
	if err != nil {
		return err
	}
	z.queue.Add(key)
	return nil
}

// onlyTold tells the user in any case.
func (z *Zone) onlyTold(obj any) {
	key, err := keyOrError(obj)
	if err != nil {
		klog.Error(err)
	} else {
		klog.InfoS("deleted", "pod", key)
	}
}

func keyOrError(obj any) (string, error) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		return "", err
	}
	return key, nil
}

// loggedByOwn has a logger of its own.
func (z *Zone) loggedByOwn(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj) // want `misses a deletion`
	if err != nil {
		z.logFor("pods").WithName("delete").Error(err, "no key")
		return
	}
	if obj.(*corev1.Pod).Labels["zone"] == z.name {
		z.queue.Add(key)
	}
}

func (z *Zone) logFor(kind string) klog.Logger {
	return klog.Background().WithName(z.name + "/" + kind)
}

// loggedAndKept keeps what it is told for later.
func (z *Zone) loggedAndKept(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		z.logbook(obj).add(err)
		return
	}
	z.queue.Add(key)
}

type book struct{ errs []error }

func (b *book) add(err error) { b.errs = append(b.errs, err) }

func (z *Zone) logbook(any) *book { return &book{} }
