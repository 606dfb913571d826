package second

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// cordonsAndTaints sends a copy by a helper, and then the object that it was made of.
func cordonsAndTaints(ctx context.Context, nodes typedcorev1.NodeInterface, name string) error {
	node, err := nodes.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	cordoned := node.DeepCopy()
	cordoned.Spec.Unschedulable = true
	if _, err := stored(ctx, nodes, cordoned); err != nil {
		return err
	}
	node.Spec.Taints = append(node.Spec.Taints, corev1.Taint{Key: "cordoned", Effect: corev1.TaintEffectNoSchedule})
	_, err = stored(ctx, nodes, node) // want `node still has the resourceVersion from before stored\(…\) of its copy at line 19`
	return err
}

// cordonsAndTaintsSaved goes on with what the helper returns.
func cordonsAndTaintsSaved(ctx context.Context, nodes typedcorev1.NodeInterface, node *corev1.Node) error {
	cordoned := node.DeepCopy()
	cordoned.Spec.Unschedulable = true
	node, err := stored(ctx, nodes, cordoned)
	if err != nil {
		return err
	}
	node.Spec.Taints = append(node.Spec.Taints, corev1.Taint{Key: "cordoned", Effect: corev1.TaintEffectNoSchedule})
	_, err = stored(ctx, nodes, node)
	return err
}

func stored(ctx context.Context, nodes typedcorev1.NodeInterface, node *corev1.Node) (*corev1.Node, error) {
	return nodes.Update(ctx, node, metav1.UpdateOptions{})
}
