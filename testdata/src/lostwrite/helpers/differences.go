package helpers

import (
	"context"
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/client-go/kubernetes"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/helpers/util"
)

const claimFinalizer = "claims/protection"

// protect copies the claim after it was changed.
func protect(ctx context.Context, c client.Client, claim *corev1.PersistentVolumeClaim) error {
	claim.Finalizers = append(claim.Finalizers, claimFinalizer)
	return send(ctx, c, claim)
}

func send(ctx context.Context, c client.Client, claim *corev1.PersistentVolumeClaim) error {
	original := claim.DeepCopy()
	return util.PatchObject(ctx, c, original, claim) // want `this patch does not have the change at line 21: its base was copied from the PersistentVolumeClaim after it`
}

func protectRight(ctx context.Context, c client.Client, claim *corev1.PersistentVolumeClaim) error {
	original := claim.DeepCopy()
	claim.Finalizers = append(claim.Finalizers, claimFinalizer)
	return sendSince(ctx, c, original, claim)
}

func sendSince(ctx context.Context, c client.Client, original, claim *corev1.PersistentVolumeClaim) error {
	return util.PatchObject(ctx, c, original, claim)
}

// label sends what it has not changed; labelItself compares the claim with itself.
func label(ctx context.Context, c client.Client, claim *corev1.PersistentVolumeClaim) error {
	changed := claim.DeepCopy()
	changed.Labels["checked"] = "true"
	return util.PatchFrom(ctx, c, claim, changed) // want `this patch undoes the change at line 43`
}

func labelItself(ctx context.Context, c client.Client, claim *corev1.PersistentVolumeClaim) error {
	changed := claim
	changed.Labels["checked"] = "true"
	return util.PatchObject(ctx, c, claim, changed) // want `this patch is empty, as its base is the PersistentVolumeClaim itself: the change at line 49 is dropped; pass a copy from before the change to PatchObject`
}

func labelRight(ctx context.Context, c client.Client, claim *corev1.PersistentVolumeClaim) error {
	changed := claim.DeepCopy()
	changed.Labels["checked"] = "true"
	return util.PatchFrom(ctx, c, changed, claim)
}

// patchNode is the helper of this package for a typed client.
func patchNode(ctx context.Context, c kubernetes.Interface, before, after *corev1.Node) error {
	old, err := json.Marshal(before)
	if err != nil {
		return err
	}
	changed, err := json.Marshal(after)
	if err != nil {
		return err
	}
	patch, err := strategicpatch.CreateTwoWayMergePatch(old, changed, corev1.Node{})
	if err != nil {
		return err
	}
	_, err = c.CoreV1().Nodes().Patch(ctx, before.Name, types.StrategicMergePatchType, patch, metav1.PatchOptions{})
	return err
}

func cordon(ctx context.Context, c kubernetes.Interface, node *corev1.Node) error {
	node.Spec.Unschedulable = true
	return patchNode(ctx, c, node.DeepCopy(), node) // want `this patch does not have the change at line 78`
}

func cordonRight(ctx context.Context, c kubernetes.Interface, node *corev1.Node) error {
	before := node.DeepCopy()
	node.Spec.Unschedulable = true
	return patchNode(ctx, c, before, node)
}

// patchInOrder marshals the node before it changes it: the helper compares nothing of two arguments.
func patchInOrder(ctx context.Context, c kubernetes.Interface, node *corev1.Node) error {
	old, err := json.Marshal(node)
	if err != nil {
		return err
	}
	node.Spec.Unschedulable = true
	changed, err := json.Marshal(node)
	if err != nil {
		return err
	}
	patch, err := strategicpatch.CreateTwoWayMergePatch(old, changed, node)
	if err != nil {
		return err
	}
	_, err = c.CoreV1().Nodes().Patch(ctx, node.Name, types.StrategicMergePatchType, patch, metav1.PatchOptions{})
	return err
}
