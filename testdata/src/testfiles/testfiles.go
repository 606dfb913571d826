// Package testfiles has a test that writes to the cache, and it is asked for.
package testfiles

import (
	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
)

var lister corelisters.PodLister

func pod() (*corev1.Pod, error) {
	return lister.Pods("ns").Get("p")
}
