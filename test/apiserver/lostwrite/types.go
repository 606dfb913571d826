// Package lostwrite has reconcilers' steps that change an API object, and lose the
// change without an error; beside each is its twin, which keeps it. The tests of the
// folder above run both against a real API server.
package lostwrite

import (
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// GroupVersion is that of the kinds of this package.
var GroupVersion = schema.GroupVersion{Group: "backup.example.com", Version: "v1"}

// AddToScheme registers the kinds.
func AddToScheme(s *runtime.Scheme) {
	s.AddKnownTypes(GroupVersion, &Backup{}, &BackupList{}, &Snapshot{}, &SnapshotList{})
	metav1.AddToGroupVersion(s, GroupVersion)
}

// Spec is what the user wants.
type Spec struct {
	Schedule   string      `json:"schedule,omitempty"`
	Containers []Container `json:"containers,omitempty"`
}

// A Container does a part of the work.
type Container struct {
	Name  string `json:"name"`
	Image string `json:"image"`
}

// Status is what there is.
type Status struct {
	Phase      string             `json:"phase,omitempty"`
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// A Backup is a kind with the status subresource.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type Backup struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   Spec   `json:"spec,omitempty"`
	Status Status `json:"status,omitempty"`
}

// A BackupList is a list of Backups.
//
// +kubebuilder:object:root=true
type BackupList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []Backup `json:"items"`
}

// A Snapshot is a kind without the status subresource.
//
// +kubebuilder:object:root=true
type Snapshot struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   Spec   `json:"spec,omitempty"`
	Status Status `json:"status,omitempty"`
}

// A SnapshotList is a list of Snapshots.
//
// +kubebuilder:object:root=true
type SnapshotList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []Snapshot `json:"items"`
}

// DeepCopy returns a copy.
func (s *Spec) DeepCopy() *Spec {
	return &Spec{Schedule: s.Schedule, Containers: slices.Clone(s.Containers)}
}

// DeepCopy returns a copy.
func (s *Status) DeepCopy() *Status {
	return &Status{Phase: s.Phase, Conditions: slices.Clone(s.Conditions)}
}

// DeepCopy returns a copy.
func (b *Backup) DeepCopy() *Backup {
	return &Backup{TypeMeta: b.TypeMeta, ObjectMeta: *b.ObjectMeta.DeepCopy(), Spec: *b.Spec.DeepCopy(), Status: *b.Status.DeepCopy()}
}

// DeepCopyObject returns a copy.
func (b *Backup) DeepCopyObject() runtime.Object { return b.DeepCopy() }

// DeepCopyObject returns a copy.
func (l *BackupList) DeepCopyObject() runtime.Object {
	list := &BackupList{TypeMeta: l.TypeMeta, ListMeta: *l.ListMeta.DeepCopy()}
	for i := range l.Items {
		list.Items = append(list.Items, *l.Items[i].DeepCopy())
	}
	return list
}

// DeepCopy returns a copy.
func (s *Snapshot) DeepCopy() *Snapshot {
	return &Snapshot{TypeMeta: s.TypeMeta, ObjectMeta: *s.ObjectMeta.DeepCopy(), Spec: *s.Spec.DeepCopy(), Status: *s.Status.DeepCopy()}
}

// DeepCopyObject returns a copy.
func (s *Snapshot) DeepCopyObject() runtime.Object { return s.DeepCopy() }

// DeepCopyObject returns a copy.
func (l *SnapshotList) DeepCopyObject() runtime.Object {
	list := &SnapshotList{TypeMeta: l.TypeMeta, ListMeta: *l.ListMeta.DeepCopy()}
	for i := range l.Items {
		list.Items = append(list.Items, *l.Items[i].DeepCopy())
	}
	return list
}

// labelled returns labels with one more.
func labelled(labels map[string]string, key, value string) map[string]string {
	labels = maps.Clone(labels)
	if labels == nil {
		labels = map[string]string{}
	}
	labels[key] = value
	return labels
}
