// Package shared retries through one helper that many functions use: what it costs to
// follow it depends on the function that it is given.
package shared

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/util/retry"
)

type syncer struct{ pods typedcorev1.PodInterface }

func (s *syncer) retryOnConflict(fn func() error) error {
	return retry.RetryOnConflict(retry.DefaultRetry, fn)
}

// This one has too many states to be followed to its end.
func (s *syncer) annotate(ctx context.Context, name string) error {
	return s.retryOnConflict(func() error {
		pod, err := s.pods.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		var host, node, scheduler, domain, account bool
		if pod.Spec.Hostname == "a" {
			host = true
		}
		if pod.Spec.NodeName == "a" {
			node = true
		}
		if pod.Spec.SchedulerName == "a" {
			scheduler = true
		}
		if pod.Spec.Subdomain == "a" {
			domain = true
		}
		if pod.Spec.ServiceAccountName == "a" {
			account = true
		}
		pod.Annotations["step-00"] = pod.Spec.Hostname
		pod.Annotations["step-01"] = pod.Spec.NodeName
		pod.Annotations["step-02"] = pod.Spec.SchedulerName
		pod.Annotations["step-03"] = pod.Spec.Subdomain
		pod.Annotations["step-04"] = pod.Spec.ServiceAccountName
		pod.Annotations["step-05"] = pod.Spec.PriorityClassName
		pod.Annotations["step-06"] = pod.Spec.Hostname
		pod.Annotations["step-07"] = pod.Spec.NodeName
		pod.Annotations["step-08"] = pod.Spec.SchedulerName
		pod.Annotations["step-09"] = pod.Spec.Subdomain
		pod.Annotations["step-10"] = pod.Spec.ServiceAccountName
		pod.Annotations["step-11"] = pod.Spec.PriorityClassName
		pod.Annotations["step-12"] = pod.Spec.Hostname
		pod.Annotations["step-13"] = pod.Spec.NodeName
		pod.Annotations["step-14"] = pod.Spec.SchedulerName
		pod.Annotations["step-15"] = pod.Spec.Subdomain
		pod.Annotations["step-16"] = pod.Spec.ServiceAccountName
		pod.Annotations["step-17"] = pod.Spec.PriorityClassName
		pod.Annotations["step-18"] = pod.Spec.Hostname
		pod.Annotations["step-19"] = pod.Spec.NodeName
		pod.Annotations["step-20"] = pod.Spec.SchedulerName
		pod.Annotations["step-21"] = pod.Spec.Subdomain
		pod.Annotations["step-22"] = pod.Spec.ServiceAccountName
		pod.Annotations["step-23"] = pod.Spec.PriorityClassName
		pod.Annotations["step-24"] = pod.Spec.Hostname
		pod.Annotations["step-25"] = pod.Spec.NodeName
		pod.Annotations["step-26"] = pod.Spec.SchedulerName
		pod.Annotations["step-27"] = pod.Spec.Subdomain
		pod.Annotations["step-28"] = pod.Spec.ServiceAccountName
		pod.Annotations["step-29"] = pod.Spec.PriorityClassName
		if host && node && scheduler && domain && account {
			return nil
		}
		_, err = s.pods.Update(ctx, pod, metav1.UpdateOptions{})
		return err
	})
}

// These are simple.
func (s *syncer) mark(ctx context.Context, name string) error {
	pod, err := s.pods.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	return s.retryOnConflict(func() error {
		pod.Labels["seen"] = "true"
		_, err := s.pods.Update(ctx, pod, metav1.UpdateOptions{}) // want `pod is written again with the resourceVersion that was refused`
		return err
	})
}

func (s *syncer) markRead(ctx context.Context, name string) error {
	return s.retryOnConflict(func() error {
		pod, err := s.pods.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		pod.Status.Phase = corev1.PodFailed
		_, err = s.pods.UpdateStatus(ctx, pod, metav1.UpdateOptions{})
		return err
	})
}
