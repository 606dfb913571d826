// Package fetch reads objects of any type.
package fetch

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func Object(ctx context.Context, c client.Client, key client.ObjectKey, obj client.Object) error {
	if err := c.Get(ctx, key, obj); err != nil {
		return fmt.Errorf("%T %s: %w", obj, key, err)
	}
	return nil
}

func Node(ctx context.Context, c client.Client, key client.ObjectKey) (*corev1.Node, error) {
	node := &corev1.Node{}
	err := c.Get(ctx, key, node)
	return node, err
}
