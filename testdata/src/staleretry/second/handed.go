package second

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// label sends a copy, and leaves the node as it is.
func (c *copier) label(ctx context.Context, node *corev1.Node) error {
	labelled := node.DeepCopy()
	labelled.Labels["seen"] = "true"
	return c.Update(ctx, labelled)
}

func (c *copier) handed(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := c.Get(ctx, key, node); err != nil {
		return err
	}
	if err := c.label(ctx, node); err != nil {
		return err
	}
	node.Status.Phase = corev1.NodeRunning
	return c.Status().Update(ctx, node) // want `^node still has the resourceVersion from before label\(…\) of its copy at line 22, so the server refuses this write; write one of them, or set the new resourceVersion$`
}

// handedAndRead reads it again.
func (c *copier) handedAndRead(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := c.Get(ctx, key, node); err != nil {
		return err
	}
	if err := c.label(ctx, node); err != nil {
		return err
	}
	if err := c.Get(ctx, key, node); err != nil {
		return err
	}
	node.Status.Phase = corev1.NodeRunning
	return c.Status().Update(ctx, node)
}

// handedLast has written the status before.
func (c *copier) handedLast(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := c.Get(ctx, key, node); err != nil {
		return err
	}
	node.Status.Phase = corev1.NodeRunning
	if err := c.Status().Update(ctx, node); err != nil {
		return err
	}
	return c.label(ctx, node)
}

// labelInto gives the node what the server returns for the copy.
func (c *copier) labelInto(ctx context.Context, node *corev1.Node) error {
	labelled := node.DeepCopy()
	labelled.Labels["seen"] = "true"
	if err := c.Update(ctx, labelled); err != nil {
		return err
	}
	labelled.DeepCopyInto(node)
	return nil
}

func (c *copier) handedInto(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := c.Get(ctx, key, node); err != nil {
		return err
	}
	if err := c.labelInto(ctx, node); err != nil {
		return err
	}
	node.Status.Phase = corev1.NodeRunning
	return c.Status().Update(ctx, node)
}
