package second

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// taints reports whether the node has changed by that: the next round goes on then.
func taints(ctx context.Context, client kubernetes.Interface, node *corev1.Node) (bool, error) {
	node.Spec.Taints = nil
	updated, err := client.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
	if err != nil {
		return false, err
	}
	return updated.ResourceVersion != node.ResourceVersion, nil
}

// labelsUnlessTainted writes the node only where the first write has changed nothing, so that its version is the same.
func labelsUnlessTainted(ctx context.Context, client kubernetes.Interface, name string) error {
	node, err := client.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	if changed, err := taints(ctx, client, node); err != nil || changed {
		return err
	}
	node.Labels["ready"] = "true"
	_, err = client.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
	return err
}

func labelsToo(ctx context.Context, client kubernetes.Interface, name string) error {
	node, err := client.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	node.Spec.Taints = nil
	updated, err := client.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	node.Labels["generation"] = updated.Name
	_, err = client.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}) // want `node still has the resourceVersion from before the Update at line 41`
	return err
}

// labelsAndLog compares the new resourceVersion with that of something else.
func labelsAndLog(ctx context.Context, client kubernetes.Interface, name, seen string) error {
	node, err := client.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	node.Spec.Taints = nil
	updated, err := client.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	if updated.ResourceVersion == seen {
		return nil
	}
	node.Labels["ready"] = "true"
	_, err = client.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}) // want `node still has the resourceVersion from before the Update at line 57`
	return err
}
