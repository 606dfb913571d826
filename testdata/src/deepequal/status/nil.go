package status

import (
	"reflect"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
)

// unset asks what is not there.
func unset(pod *corev1.Pod) bool {
	return reflect.DeepEqual(pod.Labels, nil) || // want `reflect.DeepEqual is always false here: nil has no type, and pod.Labels has one; write pod.Labels == nil`
		equality.Semantic.DeepEqual(nil, pod.Spec) // want `equality.Semantic.DeepEqual is always false here: nil has no type, and pod.Spec has one; compare with its zero value`
}

func unsetRight(pod *corev1.Pod, object any) bool {
	return pod.Labels == nil || reflect.DeepEqual(object, nil) || reflect.DeepEqual(pod.Labels, map[string]string(nil)) || equality.Semantic.DeepDerivative(nil, pod.Spec)
}
