// Package typed writes with generated clients, which leave their argument alone.
package typed

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
)

type controller struct {
	nodes corev1client.NodeInterface
}

func (c *controller) phase(ctx context.Context, name string) error {
	node, err := c.nodes.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	node.Status.Phase = corev1.NodeRunning
	_, err = c.nodes.Update(ctx, node, metav1.UpdateOptions{}) // want `Update does not store the status of node \(Node has the status subresource\): the change at line 21 is dropped`
	return err
}

func (c *controller) phaseRight(ctx context.Context, name string) error {
	node, err := c.nodes.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	node.Status.Phase = corev1.NodeRunning
	_, err = c.nodes.UpdateStatus(ctx, node, metav1.UpdateOptions{})
	return err
}

func (c *controller) both(ctx context.Context, node *corev1.Node) error {
	node = node.DeepCopy()
	node.Status.Phase = corev1.NodeRunning
	node.Labels["a"] = "b"
	updated, err := c.nodes.Update(ctx, node, metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	updated.Status = node.Status
	_, err = c.nodes.UpdateStatus(ctx, updated, metav1.UpdateOptions{})
	return err
}

func (c *controller) argumentAgain(ctx context.Context, node *corev1.Node) error {
	node = node.DeepCopy()
	node.Status.Phase = corev1.NodeRunning
	if _, err := c.nodes.Update(ctx, node, metav1.UpdateOptions{}); err != nil {
		return err
	}
	_, err := c.nodes.UpdateStatus(ctx, node, metav1.UpdateOptions{})
	return err
}

// callersSend leaves the status to its caller.
func (c *controller) callersSend(ctx context.Context, node *corev1.Node) (*corev1.Node, error) {
	node.Status.Phase = corev1.NodeRunning
	_, err := c.nodes.Update(ctx, node, metav1.UpdateOptions{})
	return node, err
}

// onlyStatus clears the spec, so that it is not sent.
func (c *controller) onlyStatus(ctx context.Context, node *corev1.Node) error {
	node = node.DeepCopy()
	node.Spec = corev1.NodeSpec{}
	node.Status.Phase = corev1.NodeRunning
	_, err := c.nodes.UpdateStatus(ctx, node, metav1.UpdateOptions{})
	return err
}

// A Builder makes Nodes.
type Builder interface{ Build() *corev1.Node }

// Replace keeps the status that the API server has, which it would keep anyway.
func (c *controller) Replace(ctx context.Context, b Builder) (*corev1.Node, error) {
	node := b.Build()
	stored, err := c.nodes.Get(ctx, node.GetName(), metav1.GetOptions{})
	if err != nil {
		return nil, err
	}
	node.Status = stored.Status
	node, err = c.nodes.Update(ctx, node, metav1.UpdateOptions{})
	if err != nil {
		return nil, err
	}
	return node, nil
}

// ReplaceAnew changes it.
func (c *controller) ReplaceAnew(ctx context.Context, b Builder) (*corev1.Node, error) {
	node := b.Build()
	stored, err := c.nodes.Get(ctx, node.GetName(), metav1.GetOptions{})
	if err != nil {
		return nil, err
	}
	stored.Status.Phase = corev1.NodeRunning
	node.Status = stored.Status
	node, err = c.nodes.Update(ctx, node, metav1.UpdateOptions{}) // want `Update does not store the status of node`
	if err != nil {
		return nil, err
	}
	return node, nil
}

// nameBefore stores the labels by a copy, and leaves the status to its caller.
func (c *controller) nameBefore(ctx context.Context, node *corev1.Node) (bool, error) {
	node.Status.Phase = corev1.NodeRunning
	node.Labels["a"] = "b"
	if _, err := c.nodes.Update(ctx, node.DeepCopy(), metav1.UpdateOptions{}); err != nil {
		return false, err
	}
	return true, nil
}

// nameCopy sets the status of the copy, which nobody else has.
func (c *controller) nameCopy(ctx context.Context, node *corev1.Node) (bool, error) {
	node = node.DeepCopy()
	node.Status.Phase = corev1.NodeRunning
	node.Labels["a"] = "b"
	if _, err := c.nodes.Update(ctx, node.DeepCopy(), metav1.UpdateOptions{}); err != nil { // want `Update does not store the status of`
		return false, err
	}
	return true, nil
}
