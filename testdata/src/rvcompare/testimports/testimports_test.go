package testimports

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func TestNewer(t *testing.T) {
	a := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{ResourceVersion: "10"}}
	b := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{ResourceVersion: "9"}}
	if !Newer(a, b) || a.ResourceVersion > b.ResourceVersion {
		t.Error("10 comes after 9")
	}
}
