package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// An Archive is made once.
type Archive struct {
	metav1.TypeMeta
	metav1.ObjectMeta

	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="the spec of an Archive is fixed"

	Spec BackupSpec
}

// DeepCopyObject implements runtime.Object.
func (a *Archive) DeepCopyObject() runtime.Object {
	out := *a
	return &out
}

// A Shelf has a rule that says something else.
type Shelf struct {
	metav1.TypeMeta
	metav1.ObjectMeta

	// +kubebuilder:validation:XValidation:rule="self.schedule == oldSelf.schedule",message="the schedule is fixed"
	Spec BackupSpec
}

// DeepCopyObject implements runtime.Object.
func (s *Shelf) DeepCopyObject() runtime.Object {
	out := *s
	return &out
}
