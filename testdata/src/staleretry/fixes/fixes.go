// Package fixes holds retries whose fix is certain, and some whose fix is not.
package fixes

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func typed(ctx context.Context, kube kubernetes.Interface, ns string) error {
	pod, err := kube.CoreV1().Pods(ns).Get(ctx, "web", metav1.GetOptions{})
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod.Labels = map[string]string{"seen": "true"}
		_, err := kube.CoreV1().Pods(ns).Update(ctx, pod, metav1.UpdateOptions{}) // want `pod is written again`
		return err
	})
}

// The client is not there yet where the read would be.
func named(ctx context.Context, kube kubernetes.Interface, ns string) error {
	pod, err := kube.CoreV1().Pods(ns).Get(ctx, "web", metav1.GetOptions{})
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod.Labels = map[string]string{"seen": "true"}
		pods := kube.CoreV1().Pods(ns)
		_, err := pods.Update(ctx, pod, metav1.UpdateOptions{}) // want `pod is written again`
		return err
	})
}

func inPlace(ctx context.Context, c client.Client, key types.NamespacedName) error {
	pod := &corev1.Pod{}
	if err := c.Get(ctx, key, pod); err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod.Status.Phase = corev1.PodFailed
		return c.Status().Update(ctx, pod) // want `pod is written again`
	})
}

// The read would overwrite the change, so it moves behind the read.
func outside(ctx context.Context, c client.Client, key types.NamespacedName) error {
	pod := &corev1.Pod{}
	if err := c.Get(ctx, key, pod); err != nil {
		return err
	}
	pod.Labels = map[string]string{"seen": "true"}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return c.Update(ctx, pod) // want `pod is written again`
	})
}

// Nobody knows what was changed.
func given(ctx context.Context, c client.Client, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod.Labels = map[string]string{"seen": "true"}
		return c.Update(ctx, pod) // want `pod is written again`
	})
}
