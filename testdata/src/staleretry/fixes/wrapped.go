package fixes

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/retry"
)

func taint(ctx context.Context, kube kubernetes.Interface, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node, err := kube.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return fmt.Errorf("100%% sure that %q is there: %v", name, err)
		}
		node.Spec.Unschedulable = true
		return send(ctx, kube, node) // want `the error made at line \d+ hides the conflict of the Update in send`
	})
}

// A function of the package makes the error, for others too.
func send(ctx context.Context, kube kubernetes.Interface, node *corev1.Node) error {
	if _, err := kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil {
		return fmt.Errorf("100%% of the updates of %-10q failed: %v", node.Name, err) // of one
	}
	return nil
}

func asText(ctx context.Context, kube kubernetes.Interface, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node, err := kube.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		node.Spec.Unschedulable = true
		if _, err := kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil { // want `the error made at line \d+ hides the conflict of this Update`
			return fmt.Errorf("update: %s", err.Error())
		}
		return nil
	})
}

// What a quoted error would become is for the author to say.
func quoted(ctx context.Context, kube kubernetes.Interface, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node, err := kube.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		node.Spec.Unschedulable = true
		if _, err := kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil { // want `the error made at line \d+ hides the conflict of this Update`
			return fmt.Errorf("update: %q", err)
		}
		return nil
	})
}
