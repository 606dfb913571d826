// Package results has helpers whose result says whether they have written: their caller ends then.
package results

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type reconciler struct {
	client.Client
}

// labelled writes the label on a copy, and asks for another round.
func (r *reconciler) labelled(ctx context.Context, node *corev1.Node) (ctrl.Result, error) {
	if _, ok := node.Labels["ready"]; ok {
		return ctrl.Result{}, nil
	}
	labelled := node.DeepCopy()
	labelled.Labels["ready"] = "true"
	if err := r.Update(ctx, labelled); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: true, RequeueAfter: time.Second}, nil
}

// ends if labelled has written.
func (r *reconciler) ends(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	node := &corev1.Node{}
	if err := r.Get(ctx, req.NamespacedName, node); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if node.Annotations == nil {
		annotated := node.DeepCopy()
		annotated.Annotations = map[string]string{"seen": "true"}
		return ctrl.Result{}, r.Update(ctx, annotated)
	}
	res, err := r.labelled(ctx, node)
	if res.Requeue || err != nil {
		return res, err
	}
	node.Status.Phase = corev1.NodeRunning
	return ctrl.Result{}, r.Status().Update(ctx, node)
}

// endsByTime asks how long to wait.
func (r *reconciler) endsByTime(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	node := &corev1.Node{}
	if err := r.Get(ctx, req.NamespacedName, node); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if node.Annotations == nil {
		annotated := node.DeepCopy()
		annotated.Annotations = map[string]string{"seen": "true"}
		return ctrl.Result{}, r.Update(ctx, annotated)
	}
	res, err := r.labelled(ctx, node)
	if err != nil || res.RequeueAfter > 0 {
		return res, err
	}
	node.Status.Phase = corev1.NodeRunning
	return ctrl.Result{}, r.Status().Update(ctx, node)
}

// endsByResult compares the result as a whole.
func (r *reconciler) endsByResult(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	node := &corev1.Node{}
	if err := r.Get(ctx, req.NamespacedName, node); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if node.Annotations == nil {
		annotated := node.DeepCopy()
		annotated.Annotations = map[string]string{"seen": "true"}
		return ctrl.Result{}, r.Update(ctx, annotated)
	}
	if res, err := r.labelled(ctx, node); err != nil || res != (ctrl.Result{}) {
		return res, err
	}
	node.Status.Phase = corev1.NodeRunning
	return ctrl.Result{}, r.Status().Update(ctx, node)
}

// endsIfNotZero asks the result itself.
func (r *reconciler) endsIfNotZero(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	node := &corev1.Node{}
	if err := r.Get(ctx, req.NamespacedName, node); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if node.Annotations == nil {
		annotated := node.DeepCopy()
		annotated.Annotations = map[string]string{"seen": "true"}
		return ctrl.Result{}, r.Update(ctx, annotated)
	}
	res, err := r.labelled(ctx, node)
	if err != nil || !res.IsZero() {
		return res, err
	}
	node.Status.Phase = corev1.NodeRunning
	return ctrl.Result{}, r.Status().Update(ctx, node)
}

// goesOn only looks at the error.
func (r *reconciler) goesOn(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	node := &corev1.Node{}
	if err := r.Get(ctx, req.NamespacedName, node); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if node.Annotations == nil {
		annotated := node.DeepCopy()
		annotated.Annotations = map[string]string{"seen": "true"}
		return ctrl.Result{}, r.Update(ctx, annotated)
	}
	res, err := r.labelled(ctx, node)
	if err != nil {
		return res, err
	}
	node.Status.Phase = corev1.NodeRunning
	return res, r.Status().Update(ctx, node) // want `node still has the resourceVersion from before labelled\(…\) of its copy at line 116`
}

// goesOnThen takes the wrong one for an end.
func (r *reconciler) goesOnThen(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	node := &corev1.Node{}
	if err := r.Get(ctx, req.NamespacedName, node); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if node.Annotations == nil {
		annotated := node.DeepCopy()
		annotated.Annotations = map[string]string{"seen": "true"}
		return ctrl.Result{}, r.Update(ctx, annotated)
	}
	res, err := r.labelled(ctx, node)
	if err != nil {
		return res, err
	}
	if !res.Requeue {
		return res, nil
	}
	node.Status.Phase = corev1.NodeRunning
	return res, r.Status().Update(ctx, node) // want `node still has the resourceVersion from before labelled\(…\) of its copy at line 135`
}
