// Package v1alpha1 declares kinds without markers: their manifests are written by hand.
package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

const group = "home.example.com"

// GroupVersion is that of the kinds. The package's name is that of the first version.
var GroupVersion = schema.GroupVersion{Group: group, Version: "v1alpha2"}

type Status struct {
	Ready bool `json:"ready,omitempty"`
}

// Lamp's status is written by a function of another package.
type Lamp struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Status Status `json:"status,omitempty"`
}

// Desk's status is written as well as can be.
type Desk struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Status Status `json:"status,omitempty"`
}

// Chair has a manifest with the subresource.
type Chair struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Status Status `json:"status,omitempty"`
}

// Table has one without.
type Table struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Status Status `json:"status,omitempty"`
}

// Shelf has none.
type Shelf struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Status Status `json:"status,omitempty"`
}

// Bench is like Lamp.
type Bench struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Status Status `json:"status,omitempty"`
}

func (s *Bench) DeepCopyObject() runtime.Object { c := *s; return &c }
func (s *Lamp) DeepCopyObject() runtime.Object  { c := *s; return &c }
func (s *Desk) DeepCopyObject() runtime.Object  { c := *s; return &c }
func (s *Chair) DeepCopyObject() runtime.Object { c := *s; return &c }
func (s *Table) DeepCopyObject() runtime.Object { c := *s; return &c }
func (s *Shelf) DeepCopyObject() runtime.Object { c := *s; return &c }
