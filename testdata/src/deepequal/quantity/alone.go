package quantity

import (
	"context"
	"reflect"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// limited needs reflect for nothing else in this file: the fix drops the import.
func (r *reconciler) limited(ctx context.Context, server *Server, key client.ObjectKey) error {
	quota := &corev1.ResourceQuota{}
	if err := r.Get(ctx, key, quota); err != nil {
		return err
	}
	if !reflect.DeepEqual(quota.Spec.Hard, server.Spec.Resources.Limits) { // want `reflect\.DeepEqual compares the spelling of quantities`
		quota.Spec.Hard = server.Spec.Resources.Limits
		return r.Update(ctx, quota)
	}
	return nil
}
