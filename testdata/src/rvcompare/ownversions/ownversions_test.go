package ownversions

import (
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func TestNewer(t *testing.T) {
	meta := metav1.ObjectMeta{ResourceVersion: "10"}
	if !Newer(&Row{meta.ResourceVersion}, &Row{"9"}) {
		t.Error("10 comes after 9")
	}
}
