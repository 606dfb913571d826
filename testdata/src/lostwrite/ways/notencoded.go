package ways

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// resolve puts what it has found into the plan, in a field that is not encoded.
func resolve(ctx context.Context, c client.Client, plan *api.Plan, regions map[string]string) error {
	plan.Found.Region = regions[plan.Spec.Provider]
	found := plan.Found
	plan.Status.Phase = "Resolved"
	if err := c.Status().Update(ctx, plan); err != nil {
		return err
	}
	plan.Found = found
	return nil
}

func move(ctx context.Context, c client.Client, plan *api.Plan, provider string) error {
	plan.Spec.Provider = provider
	plan.Status.Phase = "Moved"
	return c.Status().Update(ctx, plan) // want `Status\(\).Update stores only the status`
}
