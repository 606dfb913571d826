package never

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/retry"
)

// reported reads the pod and passes it on by value.
func (c *controller) reported(ctx context.Context, key types.NamespacedName) error {
	pod := corev1.Pod{}
	if err := c.client.Get(ctx, key, &pod); err != nil {
		return err
	}
	if pod.Spec.NodeName == "" {
		return c.reasonRead(ctx, pod)
	}
	return c.reason(ctx, pod)
}

func (c *controller) reason(ctx context.Context, pod corev1.Pod) error {
	changed := pod.DeepCopy()
	changed.Status.Reason = "Reported"
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return c.client.Status().Update(ctx, changed) // want `changed is written again with the resourceVersion that was refused`
	})
}

// reasonRead reads it again.
func (c *controller) reasonRead(ctx context.Context, pod corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := c.client.Get(ctx, types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}, &pod); err != nil {
			return err
		}
		pod.Status.Reason = "Reported"
		return c.client.Status().Update(ctx, &pod)
	})
}

// created makes the pod that it passes on by value: it has no version to be refused.
func (c *controller) created(ctx context.Context, name string) error {
	return c.reasonOfNew(ctx, corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name}})
}

func (c *controller) reasonOfNew(ctx context.Context, pod corev1.Pod) error {
	changed := pod.DeepCopy()
	changed.Status.Reason = "Reported"
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return c.client.Update(ctx, changed)
	})
}
