package second

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/staleretry/second/state"
)

// A node that gets the finalizer is not being deleted, so it does not lose it in the same round.
func finalizeBoth(ctx context.Context, nodes corev1client.NodeInterface, name string) error {
	node, err := nodes.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	if state.NeedsFinalizer(node) {
		controllerutil.AddFinalizer(node, "state")
		if _, err := nodes.Update(ctx, node, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	if state.LosesFinalizer(node) {
		controllerutil.RemoveFinalizer(node, "state")
		if _, err := nodes.Update(ctx, node, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// A node that needs no finalizer may be any, and so may one that has it.
func finalizeAny(ctx context.Context, nodes corev1client.NodeInterface, name string) error {
	node, err := nodes.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	if !state.NeedsFinalizer(node) {
		node.Labels["finalized"] = "true"
		if _, err := nodes.Update(ctx, node, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	if state.HasFinalizer(node) {
		node.Labels["has"] = "true"
		if _, err := nodes.Update(ctx, node, metav1.UpdateOptions{}); err != nil { // want `node still has the resourceVersion from before the Update at line 42`
			return err
		}
	}
	if state.LosesFinalizer(node) {
		controllerutil.RemoveFinalizer(node, "state")
		if _, err := nodes.Update(ctx, node, metav1.UpdateOptions{}); err != nil { // want `node still has the resourceVersion from before the Update at line 42`
			return err
		}
	}
	return nil
}
