// Package metadata gets at the metadata of any object.
package metadata

import (
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Must is meta.Accessor for objects that have metadata.
func Must(obj runtime.Object) metav1.Object {
	m, err := meta.Accessor(obj)
	if err != nil {
		panic(err)
	}
	return m
}

// Any does the same for what may be no object.
func Any(obj any) metav1.Object {
	m, err := meta.Accessor(obj)
	if err != nil {
		return nil
	}
	return m
}
