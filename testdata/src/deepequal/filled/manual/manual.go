// Package manual gives its Jobs a selector.
package manual

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func update(ctx context.Context, c client.Client, wanted *batchv1.Job) error {
	yes := true
	wanted.Spec.ManualSelector = &yes
	wanted.Spec.Selector = &metav1.LabelSelector{MatchLabels: map[string]string{"job": wanted.Name}}
	found := &batchv1.Job{}
	if err := c.Get(ctx, client.ObjectKeyFromObject(wanted), found); err != nil {
		return c.Create(ctx, wanted)
	}
	if equality.Semantic.DeepEqual(found.Spec, wanted.Spec) {
		return nil
	}
	return c.Delete(ctx, found)
}
