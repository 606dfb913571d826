// Package second holds objects that are written twice.
package second

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
	ctrl "sigs.k8s.io/controller-runtime/pkg/client"
)

func both(ctx context.Context, kube kubernetes.Interface, name string) error {
	node, err := kube.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	node.Spec.Unschedulable = true
	if _, err := kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil {
		return err
	}
	node.Status.Phase = corev1.NodeTerminated
	_, err = kube.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{}) // want `node still has the resourceVersion from before the Update at line \d+, whose result is dropped`
	return err
}

func assigned(ctx context.Context, kube kubernetes.Interface, node *corev1.Node) error {
	node.Spec.Unschedulable = true
	node, err := kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	node.Status.Phase = corev1.NodeTerminated
	_, err = kube.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{})
	return err
}

func version(ctx context.Context, kube kubernetes.Interface, node *corev1.Node) error {
	updated, err := kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	node.ResourceVersion = updated.ResourceVersion
	_, err = kube.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{})
	return err
}

// controller-runtime's client updates the object in place.
func inPlace(ctx context.Context, c ctrl.Client, node *corev1.Node) error {
	if err := c.Update(ctx, node); err != nil {
		return err
	}
	return c.Status().Update(ctx, node)
}

func branches(ctx context.Context, kube kubernetes.Interface, node *corev1.Node, gone bool) error {
	if gone {
		_, err := kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
		return err
	}
	_, err := kube.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{})
	return err
}

// The only caller hands over what it has read.
func callMaybe(ctx context.Context, kube kubernetes.Interface, name string) error {
	node, err := kube.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	return maybe(ctx, kube, node, true, true)
}

func maybe(ctx context.Context, kube kubernetes.Interface, node *corev1.Node, spec, status bool) error {
	if status {
		node.Status.Phase = corev1.NodeTerminated
		if _, err := kube.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	if spec {
		node.Spec.Unschedulable = true
		if _, err := kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil { // want `node still has the resourceVersion from before the UpdateStatus`
			return err
		}
	}
	return nil
}

func each(ctx context.Context, kube kubernetes.Interface, nodes []*corev1.Node) error {
	for _, node := range nodes {
		if _, err := kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

type info struct{ object runtime.Object }

type found struct{ info *info }

func find(name string) (*found, error) {
	infos, err := lookup(name)
	if err != nil {
		return nil, err
	}
	return &found{info: infos[0]}, nil
}

var lookup func(name string) ([]*info, error)

// Each round has a node of its own, which a helper finds.
func eachFound(ctx context.Context, kube kubernetes.Interface, names []string) error {
	for _, name := range names {
		f, err := find(name)
		if err != nil {
			return err
		}
		node := f.info.object.(*corev1.Node)
		if node.Spec.Unschedulable {
			if _, err := kube.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{}); err != nil {
				return err
			}
		} else {
			if _, err := kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil {
				return err
			}
		}
	}
	return nil
}
