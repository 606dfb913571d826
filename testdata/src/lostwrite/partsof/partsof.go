// Package partsof has kinds whose methods lead to their parts.
package partsof

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

type Target struct{ URL string }

type Health struct{ Phase, Message string }

// Endpoint belongs to a namespace.
//
// +kubebuilder:subresource:status
type Endpoint struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   Target `json:"spec,omitempty"`
	Status Health `json:"status,omitempty"`
}

func (e *Endpoint) DeepCopyObject() runtime.Object { c := *e; return &c }
func (e *Endpoint) Target() *Target                { return &e.Spec }
func (e *Endpoint) Health() *Health                { return &e.Status }

// Checked is a copy.
func (e *Endpoint) Checked() *Health { c := e.Status; return &c }

// ClusterEndpoint belongs to none.
//
// +kubebuilder:subresource:status
type ClusterEndpoint struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   Target `json:"spec,omitempty"`
	Status Health `json:"status,omitempty"`
}

func (e *ClusterEndpoint) DeepCopyObject() runtime.Object { c := *e; return &c }
func (e *ClusterEndpoint) Target() *Target                { return &e.Spec }
func (e *ClusterEndpoint) Health() *Health                { return &e.Status }
func (e *ClusterEndpoint) Checked() *Health               { return &e.Status }
