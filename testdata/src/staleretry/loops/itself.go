package loops

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// These try again by calling themselves.

func release(ctx context.Context, c client.Client, pod *corev1.Pod, left int) error {
	pod.Labels["held"] = ""
	err := c.Update(ctx, pod) // want `pod is written again with the resourceVersion that was refused`
	if apierrors.IsConflict(err) && left > 0 {
		time.Sleep(time.Second)
		return release(ctx, c, pod, left-1)
	}
	return err
}

func releaseRead(ctx context.Context, c client.Client, pod *corev1.Pod, left int) error {
	pod.Labels["held"] = ""
	err := c.Update(ctx, pod)
	if apierrors.IsConflict(err) && left > 0 {
		if err := c.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		return releaseRead(ctx, c, pod, left-1)
	}
	return err
}

// After any error: all callers have read the pod.
func releaseAnyError(ctx context.Context, c client.Client, pod *corev1.Pod, left int) error {
	if err := c.Update(ctx, pod); err != nil { // want `pod is written again with the resourceVersion that was refused`
		if left == 0 {
			return err
		}
		return releaseAnyError(ctx, c, pod, left-1)
	}
	return nil
}

func releaseNamed(ctx context.Context, c client.Client, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := c.Get(ctx, key, pod); err != nil {
		return err
	}
	pod.Labels["held"] = ""
	return releaseAnyError(ctx, c, pod, 3)
}

// Each owner is another object.
func releaseOwners(ctx context.Context, c client.Client, ns *corev1.Namespace, parents map[string]*corev1.Namespace) error {
	ns.Labels["held"] = ""
	if err := c.Update(ctx, ns); err != nil && !apierrors.IsConflict(err) {
		return err
	}
	if parent := parents[ns.Name]; parent != nil {
		return releaseOwners(ctx, c, parent, parents)
	}
	return nil
}
