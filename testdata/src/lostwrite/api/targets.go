package api

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// EnsureTargets adds the targets that each Backup has, if they are missing.
func EnsureTargets(b *Backup) {
	for _, target := range []string{"config", "data"} {
		if !slices.Contains(b.Spec.Targets, target) {
			b.Spec.Targets = append(b.Spec.Targets, target)
		}
	}
}

// AddTarget adds a target, if it is not there.
func AddTarget(b *Backup, target string) {
	if !slices.Contains(b.Spec.Targets, target) {
		b.Spec.Targets = append(b.Spec.Targets, target)
	}
}

// SetSchedule sets the schedule that is wanted, and says whether it was another.
func SetSchedule(b *Backup, schedule string) bool {
	before := b.Spec.Schedule
	b.Spec.Schedule = schedule
	return before != schedule
}

// SetConditions sets the conditions.
func (b *Backup) SetConditions(conditions []metav1.Condition) { b.Status.Conditions = conditions }

// Volumes are those that b saves. It gets a copy of b.
func (b Backup) Volumes() []string { return append([]string{b.Name}, b.Spec.Targets...) }
