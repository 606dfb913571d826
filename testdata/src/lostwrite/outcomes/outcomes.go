// Package outcomes writes in steps whose results another package makes and asks.
package outcomes

import (
	"context"
	"encoding/json"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
	"k8slint.test/lostwrite/outcomes/outcome"
)

type reconciler struct{ client.Client }

// described stores the status, unless that cannot be computed: then it ends.
func (r *reconciler) described(ctx context.Context, b *api.Backup) *outcome.Result {
	set := func() error {
		b.Status.Phase = "Running"
		if _, err := json.Marshal(b.Spec); err != nil {
			return err
		}
		b.Status.Failures = 0
		return nil
	}
	if err := set(); err != nil {
		return outcome.Failed(err)
	}
	if err := r.Status().Update(ctx, b); err != nil {
		return outcome.Failed(err)
	}
	return nil
}

func (r *reconciler) labelled(ctx context.Context, b *api.Backup) *outcome.Result {
	if result := r.described(ctx, b); result.Ends() {
		return result.Within("describe")
	}
	b.Labels["team"] = "storage"
	if err := r.Update(ctx, b); err != nil {
		return outcome.Failed(err)
	}
	return nil
}

// cleaned comes to the write only after a step that went well.
func (r *reconciler) cleaned(ctx context.Context, b *api.Backup) *outcome.Result {
	if result := r.labelled(ctx, b); result.Ends() {
		return result.Within("label")
	}
	delete(b.Annotations, "diff")
	if err := r.Update(ctx, b); err != nil {
		return outcome.Failed(err)
	}
	return nil
}
