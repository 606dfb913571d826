package outcomes

import (
	"context"

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
