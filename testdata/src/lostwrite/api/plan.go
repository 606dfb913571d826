package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// A Plan refers to a Provider.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type Plan struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   PlanSpec   `json:"spec,omitempty"`
	Status PlanStatus `json:"status,omitempty"`

	// Found is what its references refer to. It is in memory only.
	Found `json:"-"`
}

// DeepCopyObject implements runtime.Object.
func (p *Plan) DeepCopyObject() runtime.Object {
	out := *p
	return &out
}

type PlanSpec struct {
	Provider string `json:"provider,omitempty"`
}

type PlanStatus struct {
	Phase string `json:"phase,omitempty"`
}

type Found struct {
	Region string
}
