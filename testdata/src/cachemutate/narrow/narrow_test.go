package narrow

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type onePod struct{ pod *corev1.Pod }

func (p onePod) Get(string) (*corev1.Pod, error) { return p.pod, nil }

func TestLabel(t *testing.T) {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{}}}
	c := &Controller{pods: onePod{pod}}
	if err := c.Label("a"); err != nil || pod.Labels["seen"] != "true" {
		t.Fatal(err)
	}
}
