// Package old has an older version of Site.
package old

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Site is a Site.
type Site struct {
	metav1.TypeMeta
	metav1.ObjectMeta
}

// DeepCopyObject copies.
func (s *Site) DeepCopyObject() runtime.Object { c := *s; return &c }
