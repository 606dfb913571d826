package writes

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A siteLogger is the program's own.
type siteLogger interface {
	Errorf(format string, args ...any)
}

// A queue of names is none.
type queued struct{ queue chan string }

func (h *queued) Errorf(name string, args ...any) { h.queue <- name }

type ownLog struct {
	reconciler
	log siteLogger
	*queued
}

func (r *ownLog) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var site corev1.ConfigMap
	if err := r.Get(ctx, req.NamespacedName, &site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if site.Data == nil {
		if err := r.Delete(ctx, &site); err != nil { // want `if this delete fails, Reconcile returns no error`
			r.log.Errorf("deleting %s: %v", site.Name, err)
		}
		return ctrl.Result{}, nil
	}
	if err := r.Update(ctx, &site); err != nil {
		r.queued.Errorf(site.Name, err)
	}
	return ctrl.Result{}, nil
}
