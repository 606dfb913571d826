// Package v1 declares kinds as kubebuilder scaffolds them. Not all have markers.
// +groupName=build.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

type Status struct {
	Ready bool `json:"ready,omitempty"`
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Ready",type=boolean,JSONPath=`.status.ready`

// Site has its markers in a group of their own.
type Site struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Status Status `json:"status,omitempty"`
}

// Wall has them in its documentation.
// +genclient
// +genclient:noStatus
// +kubebuilder:subresource:status
type Wall struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Status Status `json:"status,omitempty"`
}

// Gate has none, although the others have, and somebody writes its status.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:statuses
type Gate struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Status Status `json:"status,omitempty"`
}

type (
	// +genclient:noStatus

	// Tower says that it has none.
	Tower struct {
		metav1.TypeMeta   `json:",inline"`
		metav1.ObjectMeta `json:"metadata,omitempty"`

		Status Status `json:"status,omitempty"`
	}

	// +kubebuilder:subresource:status

	// Tunnel is in a declaration with others.
	Tunnel struct {
		metav1.TypeMeta   `json:",inline"`
		metav1.ObjectMeta `json:"metadata,omitempty"`

		Status Status `json:"status,omitempty"`
	}
)

// Moat has none either.
// +kubebuilder:object:root=true
type Moat struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Status Status `json:"status,omitempty"`
}

// SiteList is not a kind with a status.
type SiteList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []Site `json:"items"`
}

func (s *Site) DeepCopyObject() runtime.Object   { c := *s; return &c }
func (s *Wall) DeepCopyObject() runtime.Object   { c := *s; return &c }
func (s *Gate) DeepCopyObject() runtime.Object   { c := *s; return &c }
func (s *Tower) DeepCopyObject() runtime.Object  { c := *s; return &c }
func (s *Moat) DeepCopyObject() runtime.Object   { c := *s; return &c }
func (s *Tunnel) DeepCopyObject() runtime.Object { c := *s; return &c }
