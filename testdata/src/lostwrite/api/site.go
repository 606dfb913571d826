package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// A Cloud is where a site is.
type Cloud struct {
	Region string
}

// A Place is a part of a site.
type Place struct {
	Name string
}

// +kubebuilder:subresource:status

// A Site is a place in a cloud.
type Site struct {
	metav1.TypeMeta
	metav1.ObjectMeta

	Spec struct {
		Cloud     *Cloud
		PodLabels map[string]string
		Places    []string
	}
	Status struct {
		Phase     string
		PodLabels map[string]string
		Places    []Place
	}
}

// DeepCopyObject implements runtime.Object.
func (s *Site) DeepCopyObject() runtime.Object {
	out := *s
	return &out
}
