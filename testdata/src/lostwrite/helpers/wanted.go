package helpers

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// wanted is a backup as it is to be.
func wanted(name string, err error) (*api.Backup, error) {
	if err != nil {
		return nil, err
	}
	return &api.Backup{
		Spec:   api.BackupSpec{Schedule: name},
		Status: api.BackupStatus{Phase: "Scheduled"},
	}, nil
}

func wantedValue(name string) api.Backup {
	b := api.Backup{
		Spec:   api.BackupSpec{Schedule: name},
		Status: api.BackupStatus{Phase: "Scheduled"},
	}
	return b
}

func replaced(ctx context.Context, c client.Client, name string) error {
	old := &api.Backup{}
	if err := c.Get(ctx, client.ObjectKey{Name: name}, old); err != nil {
		return err
	}
	b, err := wanted(name, nil)
	if err != nil {
		return err
	}
	old.Spec = b.Spec
	old.Status = b.Status
	if err := c.Update(ctx, old); err != nil { // want `the status set at line 40 is lost`
		return err
	}
	return c.Status().Update(ctx, old)
}

func replacedByValue(ctx context.Context, c client.Client, name string) error {
	b := wantedValue(name)
	old := api.Backup{}
	if err := c.Get(ctx, client.ObjectKey{Name: name}, &old); err != nil {
		return err
	}
	old.Spec = b.Spec
	old.Status = b.Status
	if err := c.Update(ctx, &old); err != nil { // want `the status set at line 54 is lost`
		return err
	}
	return c.Status().Update(ctx, &old)
}

func replacedRight(ctx context.Context, c client.Client, name string) error {
	b := wantedValue(name)
	old := api.Backup{}
	if err := c.Get(ctx, client.ObjectKey{Name: name}, &old); err != nil {
		return err
	}
	old.Spec = b.Spec
	if err := c.Update(ctx, &old); err != nil {
		return err
	}
	old.Status = b.Status
	return c.Status().Update(ctx, &old)
}

// recalled gives a backup the status of one that somebody else has read.
func recalled(ctx context.Context, c client.Client, last func() *api.Backup, name string) error {
	old := &api.Backup{}
	if err := c.Get(ctx, client.ObjectKey{Name: name}, old); err != nil {
		return err
	}
	old.Spec.Schedule = "daily"
	old.Status = last().Status
	if err := c.Update(ctx, old); err != nil {
		return err
	}
	return c.Status().Update(ctx, old)
}
