package helpers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A helper is given several objects: the message names the one that it writes.
func labelled(ctx context.Context, c client.Client, node *corev1.Node, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return label(ctx, c, node, pod) // want `^pod is written again`
	})
}

func label(ctx context.Context, c client.Client, node *corev1.Node, obj client.Object) error {
	obj.SetLabels(node.Labels)
	return c.Update(ctx, obj)
}

func labelledRead(ctx context.Context, c client.Client, node *corev1.Node, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := c.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		return label(ctx, c, node, pod)
	})
}

type labeller struct{ client client.Client }

func (l *labeller) labelled(ctx context.Context, node *corev1.Node, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return l.label(ctx, node, pod) // want `^pod is written again`
	})
}

func (l *labeller) label(ctx context.Context, node *corev1.Node, pod *corev1.Pod) error {
	return label(ctx, l.client, node, pod)
}
