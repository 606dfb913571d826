// Package funcs has reconciles that are no methods named Reconcile: controller-runtime calls them as a reconcile.Func.
package funcs

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

type operator struct{ client.Client }

// SetupWithManager has a controller for each kind.
func (o *operator) SetupWithManager(mgr ctrl.Manager) error {
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(reconcile.Func(o.reconcilePod)); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Service{}).Complete(reconcile.Func(o.reconcileService)); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).Complete(reconcile.TypedFunc[ctrl.Request](label(o))); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).Complete(reconcile.Func(func(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
		var cm corev1.ConfigMap
		if err := o.Get(ctx, req.NamespacedName, &cm); err != nil {
			return ctrl.Result{}, client.IgnoreNotFound(err)
		}
		cm.Data = map[string]string{"seen": "true"}
		if err := o.Update(ctx, &cm); err != nil { // want `nothing tries again`
			ctrl.LoggerFrom(ctx).Error(err, "Updating")
		}
		return ctrl.Result{}, nil
	}))
}

func (o *operator) reconcilePod(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := o.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	pod.Labels = map[string]string{"seen": "true"}
	if err := o.Update(ctx, &pod); err != nil { // want `nothing tries again`
		ctrl.LoggerFrom(ctx).Error(err, "Updating")
	}
	return ctrl.Result{}, nil
}

// reconcileService tells controller-runtime what went wrong.
func (o *operator) reconcileService(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var svc corev1.Service
	if err := o.Get(ctx, req.NamespacedName, &svc); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	svc.Labels = map[string]string{"seen": "true"}
	if err := o.Update(ctx, &svc); err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "Updating")
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// label returns a function that nobody is known to call.
func label(c client.Client) func(context.Context, ctrl.Request) (ctrl.Result, error) {
	return func(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
		if err := c.Delete(ctx, &corev1.Secret{}); err != nil {
			ctrl.LoggerFrom(ctx).Error(err, "Deleting")
		}
		return ctrl.Result{}, nil
	}
}

// reconcileNode is a function of the package.
func reconcileNode(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	node := corev1.Node{}
	node.Name = req.Name
	if err := shared.Delete(ctx, &node); err != nil { // want `nothing tries again`
		ctrl.LoggerFrom(ctx).Error(err, "Deleting")
	}
	return ctrl.Result{}, nil
}

var shared client.Client

// Nodes starts its controller.
func Nodes(mgr ctrl.Manager) error {
	shared = mgr.GetClient()
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).Complete(reconcile.Func(reconcileNode))
}

// Ticks starts a controller that looks at each Namespace again when something ticks.
func Ticks(mgr ctrl.Manager, ticks <-chan types.NamespacedName) error {
	events := make(chan event.GenericEvent)
	go func() {
		for name := range ticks {
			ns := corev1.Namespace{}
			ns.Name = name.Name
			events <- event.GenericEvent{Object: &ns}
		}
	}()
	c := mgr.GetClient()
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Namespace{}).
		WatchesRawSource(source.Channel(events, &handler.EnqueueRequestForObject{})).
		Complete(reconcile.Func(func(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
			var ns corev1.Namespace
			if err := c.Get(ctx, req.NamespacedName, &ns); err != nil {
				return ctrl.Result{}, client.IgnoreNotFound(err)
			}
			ns.Labels = map[string]string{"seen": "true"}
			if err := c.Update(ctx, &ns); err != nil {
				ctrl.LoggerFrom(ctx).Error(err, "Updating")
			}
			return ctrl.Result{}, nil
		}))
}

// called is no reconcile of controller-runtime: its caller may try again.
func called(ctx context.Context, c client.Client, pod *corev1.Pod) (ctrl.Result, error) {
	if err := c.Update(ctx, pod); err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "Updating")
	}
	return ctrl.Result{}, nil
}

var _ = called
