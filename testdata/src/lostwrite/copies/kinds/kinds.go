// Package kinds has a kind whose methods change it, or mean to.
package kinds

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// A Job runs once.
type Job struct {
	metav1.TypeMeta
	metav1.ObjectMeta

	Status JobStatus
}

// JobStatus is how far it is.
type JobStatus struct {
	Phase  string
	Counts map[string]int
}

// SetPhase has a copy of the status.
func (s JobStatus) SetPhase(phase string) {
	s.Phase = phase // want `^s is a copy of the receiver, so s\.Phase = … is lost; make the receiver a pointer$`
}

// StorePhase has the status.
func (s *JobStatus) StorePhase(phase string) { s.Phase = phase }

// WithPhase returns the copy.
func (s JobStatus) WithPhase(phase string) JobStatus {
	s.Phase = phase
	return s
}

// Count changes what the copy refers to.
func (s JobStatus) Count(what string) { s.Counts[what]++ }

// finish calls a method of the copy, which could change it.
func finish(jobs []Job) {
	for _, j := range jobs {
		j.Status.Phase = "Done"
		j.Status.StorePhase("Failed")
	}
}

// finished gives the copy to a function that is called later.
func finished(jobs []Job, later func(func())) {
	for _, j := range jobs {
		later(func() { j.Status.Phase = "Done" })
	}
}

// jump has a goto, whose order nobody follows.
func jump(jobs []Job) string {
	for _, j := range jobs {
	again:
		if j.Status.Phase == "Done" {
			return j.Name
		}
		j.Status.Phase = "Done"
		goto again
	}
	return ""
}

// chosen takes the elements of a part of a slice.
func chosen(jobs []Job) {
	for _, j := range jobs[1:] {
		j.Status.Phase = "Done"
	}
	for i := range jobs {
		j := &jobs[i]
		j.Status.Phase = "Done"
	}
}
