// Package unstruct: unstructured objects, whose getters copy, and the dynamic
// and generic listers that hand them out.
package unstruct

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/dynamic/dynamiclister"
	"k8s.io/client-go/tools/cache"
)

func getterCopies(l dynamiclister.Lister) {
	u, err := l.Get("x")
	if err != nil {
		return
	}
	labels := u.GetLabels()
	delete(labels, "a")
	u.SetLabels(labels) // want `u.SetLabels\(labels\) mutates an object of the informer cache`
}

func nested(l dynamiclister.Lister) error {
	u, err := l.Get("x")
	if err != nil {
		return err
	}
	return unstructured.SetNestedField(u.Object, "v", "spec", "x") // want `unstructured.SetNestedField\(.*\) mutates an object of the informer cache`
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
	u.SetAnnotations(nil) // want `u.SetAnnotations\(nil\) mutates an object of the informer cache`
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
	remote.SetResourceVersion("") // want `remote.SetResourceVersion\(""\) mutates an object of the informer cache`
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
