package endpoints

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
)

// addTriggerTimeAnnotation records when the change happened that slice
// answers; a zero time removes the record.
func addTriggerTimeAnnotation(slice *discoveryv1.EndpointSlice, trigger time.Time) {
	if trigger.IsZero() {
		delete(slice.Annotations, corev1.EndpointsLastChangeTriggerTime) // want cachemutate
		return
	}
	if slice.Annotations == nil {
		slice.Annotations = make(map[string]string) // want cachemutate
	}
	slice.Annotations[corev1.EndpointsLastChangeTriggerTime] = trigger.UTC().Format(time.RFC3339Nano)
}
