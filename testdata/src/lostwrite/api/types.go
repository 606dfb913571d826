// Package api has the kinds of the operator.
package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// BackupSpec is what the user wants.
type BackupSpec struct {
	Schedule string
	Paused   *bool
	Targets  []string
}

// BackupStatus is how far it is.
type BackupStatus struct {
	Phase      string
	Failures   int
	Conditions []metav1.Condition
	Sizes      map[string]int
}

// DeepCopy returns a copy.
func (s *BackupStatus) DeepCopy() *BackupStatus {
	out := *s
	return &out
}

// DeepCopyInto copies s.
func (s *BackupStatus) DeepCopyInto(out *BackupStatus) { *out = *s }

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status

// A Backup is made again and again.
type Backup struct {
	metav1.TypeMeta
	metav1.ObjectMeta

	Spec   BackupSpec
	Status BackupStatus
}

// DeepCopyObject implements runtime.Object.
func (b *Backup) DeepCopyObject() runtime.Object { return b.DeepCopy() }

// DeepCopy returns a copy.
func (b *Backup) DeepCopy() *Backup {
	out := *b
	return &out
}

// SetPhase sets the phase.
func (b *Backup) SetPhase(phase string) { b.Status.Phase = phase }

// +kubebuilder:object:root=true

// A Snapshot has no status subresource: its main endpoint takes the status.
type Snapshot struct {
	metav1.TypeMeta
	metav1.ObjectMeta

	Status BackupStatus
}

// DeepCopyObject implements runtime.Object.
func (s *Snapshot) DeepCopyObject() runtime.Object {
	out := *s
	return &out
}

// A BackupList is a list of Backups.
type BackupList struct {
	metav1.TypeMeta
	metav1.ListMeta

	Items []Backup
}

// DeepCopyObject implements runtime.Object.
func (l *BackupList) DeepCopyObject() runtime.Object {
	out := *l
	out.Items = append([]Backup(nil), l.Items...)
	return &out
}

// Default gives b the team that it has where the user names none, as a webhook does.
func (b *Backup) Default() {
	if b.Labels == nil {
		b.Labels = map[string]string{}
	}
	b.Labels["team"] = "storage"
}

// Label gives b the team that it always has.
func (b *Backup) Label() {
	if b.Labels == nil {
		b.Labels = map[string]string{}
	}
	b.Labels["team"] = "storage"
}
