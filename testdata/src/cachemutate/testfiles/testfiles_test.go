package testfiles

import (
	"testing"

	corelisters "k8s.io/client-go/listers/core/v1"
)

var lister corelisters.PodLister

func TestLabel(t *testing.T) {
	pod, err := lister.Pods("ns").Get("p")
	if err != nil {
		t.Skip(err)
	}
	label(pod)
	pod.Annotations["a"] = "b"
}
