// Package kinds sets the kinds of objects.
package kinds

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Ensure gives obj a kind, if it has none.
func Ensure(obj runtime.Object, kind schema.GroupVersionKind) { // want Ensure:`^\Qwrite $0 obj.GetObjectKind().SetGroupVersionKind(gvk):kindless; write $0/?U/[] obj.GetObjectKind().SetGroupVersionKind(gvk):kindless\E$`
	gvk := obj.GetObjectKind().GroupVersionKind()
	if gvk.Kind == "" {
		gvk.Kind = kind.Kind
		gvk.Version = kind.Version
		obj.GetObjectKind().SetGroupVersionKind(gvk)
	}
}

// Replace gives obj another kind.
func Replace(obj runtime.Object, kind schema.GroupVersionKind) { // want Replace:`^\Qwrite $0 obj.GetObjectKind().SetGroupVersionKind(kind); write $0/?U/[] obj.GetObjectKind().SetGroupVersionKind(kind)\E$`
	obj.GetObjectKind().SetGroupVersionKind(kind)
}
