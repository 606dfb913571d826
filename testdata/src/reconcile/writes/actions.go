package writes

import (
	"context"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var errNoNode = errors.New("no node")

// An action is a step in the life of a Pod.
type action interface {
	handles(pod *corev1.Pod) bool
	handle(ctx context.Context, pod *corev1.Pod) error
}

type starting struct{ client.Client }

func (a *starting) handles(pod *corev1.Pod) bool { return pod.Status.Phase == corev1.PodPending }

func (a *starting) handle(ctx context.Context, pod *corev1.Pod) error {
	if pod.Spec.NodeName == "" {
		return errNoNode
	}
	if err := a.Update(ctx, pod); err != nil {
		return fmt.Errorf("starting: %w", err)
	}
	return nil
}

type waiting struct{}

func (waiting) handles(*corev1.Pod) bool                  { return true }
func (waiting) handle(context.Context, *corev1.Pod) error { return nil }

type staged struct {
	client.Client
	actions []action
}

// Reconcile drops all errors of an action but conflicts.
func (r *staged) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	for _, a := range r.actions {
		if !a.handles(&pod) {
			continue
		}
		if err := a.handle(ctx, &pod); err != nil { // want `if the update in handle fails, Reconcile returns no error`
			if apierrors.IsConflict(err) {
				return ctrl.Result{Requeue: true}, nil
			}
			return ctrl.Result{}, nil
		}
	}
	return ctrl.Result{}, nil
}

type telling struct{ staged }

// Reconcile drops only the error that another attempt does not help.
func (r *telling) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	for _, a := range r.actions {
		if err := a.handle(ctx, &pod); errors.Is(err, errNoNode) {
			return ctrl.Result{}, nil
		} else if err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

// A viewer only reads.
type viewer interface {
	view(ctx context.Context, pod *corev1.Pod) error
}

type live struct{ client.Client }

func (v *live) view(ctx context.Context, pod *corev1.Pod) error {
	return v.Get(ctx, client.ObjectKeyFromObject(pod), pod)
}

type viewing struct{ viewer }

func (r *viewing) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.view(ctx, new(corev1.Pod)); err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "Looking")
	}
	return ctrl.Result{}, nil
}

type failing struct{ client.Client }

func (r *failing) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.bind(ctx, &pod); err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "Binding")
		return ctrl.Result{}, nil
	}
	if err := r.tryBind(ctx, &pod); err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "Binding")
		return ctrl.Result{}, nil
	}
	if node, err := r.node(ctx, &pod); err != nil { // want `if the create in node fails, Reconcile returns no error`
		ctrl.LoggerFrom(ctx).Error(err, "Making a node", "node", node)
	}
	return ctrl.Result{}, nil
}

// bind says in the status that it failed, which brings the key back.
func (r *failing) bind(ctx context.Context, pod *corev1.Pod) error {
	if err := r.Update(ctx, pod); err != nil {
		pod.Status.Message = err.Error()
		_ = r.Status().Update(ctx, pod)
		return err
	}
	return nil
}

// tryBind returns what is wrong with the Pod, and leaves writes for the next time.
func (r *failing) tryBind(ctx context.Context, pod *corev1.Pod) error {
	if pod.Spec.NodeName == "" {
		return errNoNode
	}
	if err := r.Update(ctx, pod); err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "Binding")
	}
	return nil
}

func (r *failing) node(ctx context.Context, pod *corev1.Pod) (string, error) {
	var node corev1.Node
	node.Name = pod.Spec.NodeName
	if err := r.Create(ctx, &node); err != nil && !apierrors.IsAlreadyExists(err) {
		return "", err
	}
	return node.Name, nil
}
