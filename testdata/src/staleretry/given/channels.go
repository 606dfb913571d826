package given

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/retry"
)

// Listed is a node, or why there is none.
type Listed struct {
	Node corev1.Node
	Err  error
}

// cordonListed writes each node that comes as it came.
func cordonListed(ctx context.Context, c kubernetes.Interface, listed <-chan Listed) error {
	for l := range listed {
		if l.Err != nil {
			return l.Err
		}
		node := &l.Node
		err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
			node.Spec.Unschedulable = true
			_, err := c.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}) // want `node is written again with the resourceVersion that was refused`
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// cordonRead reads each of them again.
func cordonRead(ctx context.Context, c kubernetes.Interface, listed <-chan Listed) error {
	for l := range listed {
		node := &l.Node
		err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
			latest, err := c.CoreV1().Nodes().Get(ctx, node.Name, metav1.GetOptions{})
			if err != nil {
				return err
			}
			l.Node = *latest
			node.Spec.Unschedulable = true
			_, err = c.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
