package second

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

type copier struct {
	client.Client
	kube kubernetes.Interface
}

// labelled sends a copy, and then the object with the version that the copy had.
func (c *copier) labelled(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := c.Get(ctx, key, node); err != nil {
		return err
	}
	labelled := node.DeepCopy()
	labelled.Labels["seen"] = "true"
	if err := c.Update(ctx, labelled); err != nil {
		return err
	}
	node.Status.Phase = corev1.NodeRunning
	return c.Status().Update(ctx, node) // want `^node still has the resourceVersion from before the Update of its copy at line 26, so the server refuses this write; write one of them, or set the new resourceVersion$`
}

// labelledFirst goes on with the copy.
func (c *copier) labelledFirst(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := c.Get(ctx, key, node); err != nil {
		return err
	}
	labelled := node.DeepCopy()
	labelled.Labels["seen"] = "true"
	if err := c.Update(ctx, labelled); err != nil {
		return err
	}
	labelled.Status.Phase = corev1.NodeRunning
	return c.Status().Update(ctx, labelled)
}

// labelledVersion takes over the version.
func (c *copier) labelledVersion(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := c.Get(ctx, key, node); err != nil {
		return err
	}
	labelled := node.DeepCopy()
	labelled.Labels["seen"] = "true"
	if err := c.Update(ctx, labelled); err != nil {
		return err
	}
	node.ResourceVersion = labelled.ResourceVersion
	node.Status.Phase = corev1.NodeRunning
	return c.Status().Update(ctx, node)
}

// labelledOrNot changes the copy on one path, and sends it only then.
func (c *copier) labelledOrNot(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := c.Get(ctx, key, node); err != nil {
		return err
	}
	labelled := node.DeepCopy()
	if controllerutil.AddFinalizer(labelled, "nodes.example.org") {
		return c.Update(ctx, labelled)
	}
	node.Status.Phase = corev1.NodeRunning
	return c.Status().Update(ctx, node)
}

// unchanged sends a copy as it is: the server keeps its version.
func (c *copier) unchanged(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := c.Get(ctx, key, node); err != nil {
		return err
	}
	if err := c.Update(ctx, node.DeepCopy()); err != nil {
		return err
	}
	node.Status.Phase = corev1.NodeRunning
	return c.Status().Update(ctx, node)
}

// patched patches a copy.
func (c *copier) patched(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := c.Get(ctx, key, node); err != nil {
		return err
	}
	labelled := node.DeepCopy()
	labelled.Labels["seen"] = "true"
	if err := c.Patch(ctx, labelled, client.MergeFrom(node)); err != nil {
		return err
	}
	node.Spec.Unschedulable = true
	return c.Update(ctx, node) // want `^node still has the resourceVersion from before the Patch of its copy at line 99, so the server refuses this write`
}

// patchedTwice sends no version.
func (c *copier) patchedTwice(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := c.Get(ctx, key, node); err != nil {
		return err
	}
	before := node.DeepCopy()
	node.Labels["seen"] = "true"
	if err := c.Patch(ctx, node, client.MergeFrom(before)); err != nil {
		return err
	}
	node.Spec.Unschedulable = true
	return c.Patch(ctx, node, client.MergeFrom(before))
}

// typed drops what the server returns for the copy.
func (c *copier) typed(ctx context.Context, name string) error {
	node, err := c.kube.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	labelled := node.DeepCopy()
	labelled.Labels["seen"] = "true"
	if _, err := c.kube.CoreV1().Nodes().Update(ctx, labelled, metav1.UpdateOptions{}); err != nil {
		return err
	}
	node.Status.Phase = corev1.NodeRunning
	_, err = c.kube.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{}) // want `^node still has the resourceVersion from before the Update of its copy at line 129`
	return err
}

// others sends copies of one object with names of their own.
func (c *copier) others(ctx context.Context, key client.ObjectKey, names []string) error {
	template := &corev1.ConfigMap{}
	if err := c.Get(ctx, key, template); err != nil {
		return err
	}
	for _, name := range names {
		made := template.DeepCopy()
		made.Name, made.ResourceVersion = name, ""
		if err := c.Update(ctx, made); err != nil {
			return err
		}
	}
	template.Labels["copied"] = "true"
	return c.Update(ctx, template)
}

// restored writes the old object again after a failure, with its own version.
func (c *copier) restored(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := c.Get(ctx, key, node); err != nil {
		return err
	}
	labelled := node.DeepCopy()
	labelled.Labels["seen"] = "true"
	if err := c.Update(ctx, labelled); err != nil {
		node.Status.Phase = corev1.NodePending
		return c.Status().Update(ctx, node)
	}
	return nil
}
