// Package api has custom resources.
package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status

// Site is in a namespace.
type Site struct { // want Site:"inNamespace"
	metav1.TypeMeta
	metav1.ObjectMeta
	Spec SiteSpec
}

// SiteSpec says where the site runs.
type SiteSpec struct{ Namespace string }

// DeepCopyObject copies.
func (s *Site) DeepCopyObject() runtime.Object { c := *s; return &c }

// Farm is in none.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster
type Farm struct {
	metav1.TypeMeta
	metav1.ObjectMeta
}

// DeepCopyObject copies.
func (f *Farm) DeepCopyObject() runtime.Object { c := *f; return &c }

// Unmarked says nothing.
type Unmarked struct {
	metav1.TypeMeta
	metav1.ObjectMeta
}

// DeepCopyObject copies.
func (u *Unmarked) DeepCopyObject() runtime.Object { c := *u; return &c }

// Region has the markers of most kinds, and an aggregated API server that serves it in no namespace.
//
// +kubebuilder:object:root=true
type Region struct {
	metav1.TypeMeta
	metav1.ObjectMeta
}

// DeepCopyObject copies.
func (r *Region) DeepCopyObject() runtime.Object { c := *r; return &c }

// NamespaceScoped says so to the API server.
func (r *Region) NamespaceScoped() bool { return false }
