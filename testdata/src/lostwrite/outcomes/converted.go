package outcomes

import (
	"context"

	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

type settings struct{ legacy bool }

type versions struct {
	client.Client
	settings *settings
}

// upgraded is the same object in the newer version.
func upgraded(old *api.Snapshot) *api.Backup {
	return &api.Backup{
		ObjectMeta: old.ObjectMeta,
		Spec:       api.BackupSpec{Schedule: old.Name},
	}
}

// finish computes with the newer version, and stores that which the server has.
func (v *versions) finish(ctx context.Context, key client.ObjectKey, b *api.Backup, apply func() bool) error {
	old := &api.Snapshot{}
	var stored client.Object = b
	if v.settings.legacy {
		stored = old
	}
	if err := v.Get(ctx, key, stored); err != nil {
		return err
	}
	if v.settings.legacy {
		*b = *upgraded(old)
	}
	if apply() {
		return v.Status().Update(ctx, stored)
	}
	return nil
}

// ofPlan is the same object in another version.
func ofPlan(old *api.Plan) *api.Backup {
	return &api.Backup{
		ObjectMeta: old.ObjectMeta,
		Spec:       api.BackupSpec{Schedule: old.Spec.Provider},
	}
}

// finishAgain does so under a retry, for each kind of object.
func (v *versions) finishAgain(ctx context.Context, named client.Object, apply func() bool) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		stored := named
		if v.settings.legacy {
			switch named.(type) {
			case *api.Backup:
				stored = &api.Plan{}
			}
		}
		if err := v.Get(ctx, client.ObjectKeyFromObject(named), stored); err != nil {
			return err
		}
		if v.settings.legacy {
			switch b := named.(type) {
			case *api.Backup:
				*b = *ofPlan(stored.(*api.Plan))
			}
		}
		if apply() {
			return v.Status().Update(ctx, stored)
		}
		return nil
	})
}

// planOf is the plan that a backup stands for.
func planOf(b *api.Backup) *api.Plan {
	plan := &api.Plan{
		ObjectMeta: *b.ObjectMeta.DeepCopy(),
		Spec:       api.PlanSpec{Provider: b.Spec.Schedule},
		Status:     api.PlanStatus{Phase: b.Status.Phase},
	}
	if plan.Labels == nil {
		plan.Labels = map[string]string{}
	}
	return plan
}

// storeStatus turns the plan that was read into a backup and back: its spec is as it was.
func (v *versions) storeStatus(ctx context.Context, key client.ObjectKey, apply func(*api.Backup)) error {
	plan := &api.Plan{}
	if err := v.Get(ctx, key, plan); err != nil {
		return err
	}
	b := ofPlan(plan)
	apply(b)
	*plan = *planOf(b)
	return v.Status().Update(ctx, plan)
}

// store stores the plan of a backup, with the status that the server has already.
func (v *versions) store(ctx context.Context, b *api.Backup) (*api.Backup, error) {
	plan := planOf(b)
	if err := v.Update(ctx, plan); err != nil {
		return nil, err
	}
	return ofPlan(plan), nil
}

// finishStore changes the status of the plan, and stores only the rest.
func (v *versions) finishStore(ctx context.Context, b *api.Backup) error {
	plan := planOf(b)
	plan.Status.Phase = "Done"
	return v.Update(ctx, plan) // want `the status set at line 117 is lost: Update replaces plan`
}
