// Package operator marks the Pods of a node that is about to go away.
package operator

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const (
	// drainAnnotation on a Node asks for its Pods to be marked.
	drainAnnotation = "drain.example.com/requested"

	// drainingLabel marks a Pod of such a Node.
	drainingLabel = "drain.example.com/draining"

	// nodeNameField is the index of Pods by their Node.
	nodeNameField = "spec.nodeName"
)

// NodeReconciler watches Nodes. Its cluster has so many Pods that the manager's
// client is asked not to copy them.
type NodeReconciler struct {
	client.Client
}

// SetupWithManager registers the reconciler and the index that it needs.
func (r *NodeReconciler) SetupWithManager(ctx context.Context, mgr ctrl.Manager) error {
	err := mgr.GetFieldIndexer().IndexField(ctx, &corev1.Pod{}, nodeNameField, func(obj client.Object) []string {
		return []string{obj.(*corev1.Pod).Spec.NodeName}
	})
	if err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).Complete(r)
}

// Reconcile marks the Pods of one Node.
func (r *NodeReconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var node corev1.Node
	if err := r.Get(ctx, req.NamespacedName, &node); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if node.Annotations[drainAnnotation] == "" {
		return ctrl.Result{}, nil
	}
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.MatchingFields{nodeNameField: node.Name}, client.UnsafeDisableDeepCopy); err != nil {
		return ctrl.Result{}, err
	}
	for i := range pods.Items {
		pod := &pods.Items[i]
		if pod.Labels[drainingLabel] != "" {
			continue
		}
		marked := pod.DeepCopy()
		marked.Labels[drainingLabel] = "true"
		if err := r.Patch(ctx, marked, client.MergeFrom(pod)); err != nil && !apierrors.IsNotFound(err) {
			return ctrl.Result{}, fmt.Errorf("marking pod %s: %w", pod.Name, err)
		}
	}
	return ctrl.Result{}, nil
}
