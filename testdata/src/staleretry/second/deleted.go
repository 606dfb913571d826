package second

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
)

// An object that gets a finalizer is not being deleted, so the write of the deletion is
// another round's.
func finalizes(ctx context.Context, pods corev1client.PodInterface, name string) error {
	pod, err := pods.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	if pod.DeletionTimestamp.IsZero() && len(pod.Finalizers) == 0 {
		pod.Finalizers = append(pod.Finalizers, "example.com/first")
		if _, err := pods.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	if !pod.DeletionTimestamp.IsZero() {
		pod.Finalizers = nil
		_, err := pods.Update(ctx, pod, metav1.UpdateOptions{})
		return err
	}
	return nil
}

func finalizesAndGoesOn(ctx context.Context, pods corev1client.PodInterface, name string) error {
	pod, err := pods.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	if pod.GetDeletionTimestamp() == nil && len(pod.Finalizers) == 0 {
		pod.Finalizers = append(pod.Finalizers, "example.com/first")
		if _, err := pods.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	if pod.DeletionTimestamp != nil {
		return nil
	}
	pod.Annotations["example.com/seen"] = "true"
	_, err = pods.Update(ctx, pod, metav1.UpdateOptions{}) // want `pod still has the resourceVersion from before the Update`
	return err
}

// A helper in between that reads another copy makes no difference.
func waits(ctx context.Context, pods corev1client.PodInterface, name string) error {
	pod, err := pods.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	pod.Labels["example.com/step"] = "one"
	if _, err := pods.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
		return err
	}
	if err := settled(ctx, pods, pod); err != nil {
		return err
	}
	pod.Labels["example.com/step"] = "two"
	_, err = pods.Update(ctx, pod, metav1.UpdateOptions{}) // want `pod still has the resourceVersion from before the Update`
	return err
}

func settled(ctx context.Context, pods corev1client.PodInterface, pod *corev1.Pod) error {
	for range 10 {
		got, err := pods.Get(ctx, pod.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		if got.Status.Phase == corev1.PodRunning {
			return nil
		}
		time.Sleep(time.Second)
	}
	return nil
}
