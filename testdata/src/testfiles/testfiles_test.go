package testfiles

import "testing"

func TestLabel(t *testing.T) {
	pod, err := pod()
	if err != nil {
		t.Skip(err)
	}
	pod.Annotations["a"] = "b" // want `mutates a cached object`
}
