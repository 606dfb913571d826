// Package unstruct: unstructured objects, whose getters copy, and the dynamic
// and generic listers that hand them out.
package unstruct

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic/dynamiclister"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

func getterCopies(l dynamiclister.Lister) {
	u, err := l.Get("x")
	if err != nil {
		return
	}
	labels := u.GetLabels()
	delete(labels, "a")
	u.SetLabels(labels) // want `u.SetLabels\(labels\) mutates a cached object`
}

func nested(l dynamiclister.Lister) error {
	u, err := l.Get("x")
	if err != nil {
		return err
	}
	return unstructured.SetNestedField(u.Object, "v", "spec", "x") // want `unstructured.SetNestedField\(.*\) mutates a cached object`
}

func nestedCopy(l dynamiclister.Lister) error {
	u, err := l.Get("x")
	if err != nil {
		return err
	}
	return unstructured.SetNestedField(u.DeepCopy().Object, "v", "spec", "x")
}

// ToUnstructured of an unstructured object returns its own content.
func toUnstructured(o interface{}) (*unstructured.Unstructured, error) { // want toUnstructured:`^\Qret0=new0; new0/Object=$0/?U\E$`
	m, err := runtime.DefaultUnstructuredConverter.ToUnstructured(o)
	if err != nil {
		return nil, err
	}
	return &unstructured.Unstructured{Object: m}, nil
}

func wrapped(l cache.GenericLister) error {
	o, err := l.ByNamespace("ns").Get("x")
	if err != nil {
		return err
	}
	u, err := toUnstructured(o)
	if err != nil {
		return err
	}
	u.SetAnnotations(nil) // want `u.SetAnnotations\(nil\) mutates a cached object`
	return nil
}

func converted(l cache.GenericLister) error {
	o, err := l.Get("x")
	if err != nil {
		return err
	}
	u, err := toUnstructured(o.DeepCopyObject())
	if err != nil {
		return err
	}
	u.SetAnnotations(nil)
	return nil
}

// What is not unstructured was copied by the conversion.
func copiedWhereShared(s cache.Store) error {
	obj, ok, err := s.GetByKey("x")
	if err != nil || !ok {
		return err
	}
	u, err := toUnstructured(obj)
	if err != nil {
		return err
	}
	if _, ok := obj.(*unstructured.Unstructured); ok {
		u = u.DeepCopy()
	}
	u.SetKind("K")
	return nil
}

// A mirror gets its copies through functions that it keeps.
type mirror struct {
	local, remote func(key string) (*unstructured.Unstructured, error)
}

func newMirror(local, remote cache.Store) *mirror {
	return &mirror{
		local: func(key string) (*unstructured.Unstructured, error) {
			obj, ok, err := local.GetByKey(key)
			if err != nil || !ok {
				return nil, err
			}
			u, err := toUnstructured(obj)
			if err != nil {
				return nil, err
			}
			if _, ok := obj.(*unstructured.Unstructured); ok {
				u = u.DeepCopy()
			}
			return u, nil
		},
		remote: func(key string) (*unstructured.Unstructured, error) {
			obj, ok, err := remote.GetByKey(key)
			if err != nil || !ok {
				return nil, err
			}
			u, err := toUnstructured(obj)
			if err != nil {
				return nil, err
			}
			if _, ok := obj.(*unstructured.Unstructured); !ok {
				u = u.DeepCopy()
			}
			return u, nil
		},
	}
}

func (m *mirror) sync(key string) error {
	local, err := m.local(key)
	if err != nil {
		return err
	}
	local.SetResourceVersion("")
	remote, err := m.remote(key)
	if err != nil {
		return err
	}
	remote.SetResourceVersion("") // want `remote.SetResourceVersion\(""\) mutates a cached object`
	return nil
}

// copiedUnless returns its parameter as it is on request only.
func copiedUnless(u *unstructured.Unstructured, shared bool) *unstructured.Unstructured {
	copied := false
	if !shared {
		u = u.DeepCopy()
		copied = true
	}
	if copied {
		return u
	}
	return nil
}

func writesCopiedUnless(l dynamiclister.Lister, shared bool) {
	u, err := l.Get("x")
	if err != nil {
		return
	}
	copiedUnless(u, shared).SetName("a")
}

// An unstructured object in a cache always has its kind: what sets a missing one is dead
// code.
func kindOfVariable(l dynamiclister.Lister, g schema.GroupVersionKind) {
	u, err := l.Get("x")
	if err != nil {
		return
	}
	gvk := u.GetObjectKind().GroupVersionKind()
	if gvk.Kind == "" {
		u.SetGroupVersionKind(g)
	}
}

func kindOfCall(l dynamiclister.Lister, g schema.GroupVersionKind) {
	u, err := l.Get("x")
	if err != nil {
		return
	}
	if u.GroupVersionKind().Kind == "" {
		u.SetGroupVersionKind(g)
	}
}

func kindOfGetter(l dynamiclister.Lister) {
	u, err := l.Get("x")
	if err != nil {
		return
	}
	if u.GetKind() == "" {
		u.SetKind("Widget")
	}
	if u.GetAPIVersion() == "" {
		u.SetAPIVersion("example.com/v1")
	}
}

func kindOfEmpty(l cache.GenericLister, g schema.GroupVersionKind) error {
	o, err := l.Get("x")
	if err != nil {
		return err
	}
	u, ok := o.(*unstructured.Unstructured)
	if !ok {
		return nil
	}
	if u.GroupVersionKind().Empty() {
		u.SetGroupVersionKind(g)
	}
	if gvk := u.GroupVersionKind(); gvk.Empty() {
		u.SetGroupVersionKind(g)
	}
	return nil
}

// It has a kind, and no group if it is a Pod.
func otherTests(l dynamiclister.Lister, g schema.GroupVersionKind) {
	u, err := l.Get("x")
	if err != nil {
		return
	}
	if u.GetKind() != "" {
		u.SetGroupVersionKind(g) // want `u.SetGroupVersionKind\(g\) mutates a cached object`
	}
	if u.GroupVersionKind().Group == "" {
		u.SetGroupVersionKind(g) // want `u.SetGroupVersionKind\(g\) mutates a cached object`
	}
	if u.GetName() == "" {
		u.SetGroupVersionKind(g) // want `u.SetGroupVersionKind\(g\) mutates a cached object`
	}
}

// What is tested is another object, or a kind that the program has emptied.
func otherKind(l dynamiclister.Lister, given *unstructured.Unstructured, g schema.GroupVersionKind, force bool) {
	u, err := l.Get("x")
	if err != nil {
		return
	}
	if given.GetKind() == "" {
		u.SetGroupVersionKind(g) // want `u.SetGroupVersionKind\(g\) mutates a cached object`
	}
	gvk := u.GroupVersionKind()
	if force {
		gvk = schema.GroupVersionKind{}
	}
	if gvk.Kind == "" {
		u.SetGroupVersionKind(g) // want `u.SetGroupVersionKind\(g\) mutates a cached object`
	}
	found := u.GroupVersionKind()
	if force {
		found.Kind = ""
	}
	if found.Kind == "" {
		u.SetGroupVersionKind(g) // want `u.SetGroupVersionKind\(g\) mutates a cached object`
	}
	var late schema.GroupVersionKind
	if force {
		late = u.GroupVersionKind()
	}
	if late.Empty() {
		u.SetGroupVersionKind(g) // want `u.SetGroupVersionKind\(g\) mutates a cached object`
	}
}

// Typed objects lose their kind when they are decoded.
func typedKind(l corelisters.PodLister, g schema.GroupVersionKind) error {
	pod, err := l.Pods("ns").Get("x")
	if err != nil {
		return err
	}
	gvk := pod.GetObjectKind().GroupVersionKind()
	if gvk.Kind == "" {
		pod.SetGroupVersionKind(g) // want `pod.SetGroupVersionKind\(g\) mutates a cached object`
	}
	if pod.GroupVersionKind().Empty() {
		pod.SetGroupVersionKind(g) // want `pod.SetGroupVersionKind\(g\) mutates a cached object`
	}
	if pod.Kind == "" {
		pod.Kind = "Pod" // want `pod.Kind = … mutates a cached object`
	}
	return nil
}

// It may be typed or not.
func anyKind(l cache.GenericLister, g schema.GroupVersionKind) error {
	o, err := l.Get("x")
	if err != nil {
		return err
	}
	if o.GetObjectKind().GroupVersionKind().Kind == "" {
		o.GetObjectKind().SetGroupVersionKind(g) // want `SetGroupVersionKind\(g\) mutates a cached object`
	}
	return nil
}
