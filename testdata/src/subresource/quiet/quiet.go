// Package quiet uses no client.
package quiet

import (
	corev1 "k8s.io/api/core/v1"

	apiv1 "k8slint.test/subresource/api/v1"
)

func probe(any) {}

func probes() {
	probe(&apiv1.Site{}) // want `^nothing is known$`
	probe(&corev1.Pod{}) // want `^has the status, the API server says`
}
