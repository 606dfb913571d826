package fixes

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

func inIf(ctx context.Context, kube kubernetes.Interface, name string) error {
	node, err := kube.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	node.Spec.Unschedulable = true
	if _, err := kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil {
		return err
	} // the spec
	node.Status.Phase = corev1.NodeTerminated
	_, err = kube.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{}) // want `node still has the resourceVersion from before the Update at line \d+, whose result is dropped`
	return err
}

func assignedInIf(ctx context.Context, kube kubernetes.Interface, name string) (err error) {
	node, err := kube.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	node.Spec.Unschedulable = true
	if _, err = kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil {
		return
	}
	node.Status.Phase = corev1.NodeTerminated
	_, err = kube.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{}) // want `node still has the resourceVersion from before the Update at line \d+, whose result is dropped`
	return
}

func inBlock(ctx context.Context, kube kubernetes.Interface, name string, cordon bool) error {
	node, err := kube.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	if cordon {
		node.Spec.Unschedulable = true
		_, err = kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
		if err != nil {
			return err
		}
	}
	node.Status.Phase = corev1.NodeTerminated
	_, err = kube.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{}) // want `node still has the resourceVersion from before the Update at line \d+, whose result is dropped`
	return err
}

func goesOn(ctx context.Context, kube kubernetes.Interface, name string) error {
	node, err := kube.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	node.Spec.Unschedulable = true
	_, err = kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
	if err != nil {
		time.Sleep(time.Second)
	}
	node.Status.Phase = corev1.NodeTerminated
	_, err = kube.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{}) // want `node still has the resourceVersion from before the Update at line \d+, whose result is dropped`
	return err
}

type cordoner struct {
	kube  kubernetes.Interface
	nodes corelisters.NodeLister
}

// A method writes the copy first.
func (c *cordoner) sync(ctx context.Context, name string) error {
	cached, err := c.nodes.Get(name)
	if err != nil {
		return err
	}
	node := cached.DeepCopy()
	if err := c.cordon(ctx, node); err != nil {
		return err
	}
	node.Status.Phase = corev1.NodeTerminated
	_, err = c.kube.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{}) // want `node still has the resourceVersion from before cordon\(…\) at line \d+, which does not return the new object`
	return err
}

func (c *cordoner) cordon(ctx context.Context, node *corev1.Node) error {
	node.Spec.Unschedulable = true
	_, err := c.kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
	return err
}

// Who else calls Cordon is not known: it may be with an object of the cache.
func (c *cordoner) exported(ctx context.Context, name string) error {
	cached, err := c.nodes.Get(name)
	if err != nil {
		return err
	}
	node := cached.DeepCopy()
	if err := c.Cordon(ctx, node); err != nil {
		return err
	}
	node.Status.Phase = corev1.NodeTerminated
	_, err = c.kube.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{}) // want `node still has the resourceVersion from before Cordon\(…\) at line \d+, which does not return the new object`
	return err
}

// Cordon is c.cordon for other packages.
func (c *cordoner) Cordon(ctx context.Context, node *corev1.Node) error {
	node.Spec.Unschedulable = true
	_, err := c.kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
	return err
}
