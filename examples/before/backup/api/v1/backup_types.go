// Package v1 has the kinds of the group backup.example.com.
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// BackupSpec says what to back up, and when.
type BackupSpec struct {
	// Schedule is a cron expression.
	Schedule string `json:"schedule,omitempty"`
	// Suspend stops new runs.
	Suspend bool `json:"suspend,omitempty"`
}

// BackupStatus says how far it is.
type BackupStatus struct {
	// Phase is Pending, Running or Failed.
	Phase string `json:"phase,omitempty"`
	// Conditions are Ready and Scheduled.
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status

// Backup is a database that is dumped again and again.
type Backup struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   BackupSpec   `json:"spec,omitempty"`
	Status BackupStatus `json:"status,omitempty"`
}

// +kubebuilder:object:root=true

// BackupList is a list of Backups.
type BackupList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Backup `json:"items"`
}
