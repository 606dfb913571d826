package helpers

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/lostwrite/api"
	"k8slint.test/lostwrite/helpers/util"
)

// made keeps the schedule of the backup that exists.
func made(ctx context.Context, c client.Client) error {
	b := util.NewBackup("nightly", "daily")
	_, err := controllerutil.CreateOrUpdate(ctx, c, b, func() error { return nil }) // want `the spec set at line 15 is lost if the object exists: CreateOrUpdate reads the stored one into b; set it in the function that is passed`
	return err
}

func madeAndOwned(ctx context.Context, c client.Client, owner *api.Backup, line string) error {
	b, err := util.ParseBackup(line)
	if err != nil {
		return err
	}
	if err := controllerutil.SetControllerReference(owner, b, c.Scheme()); err != nil {
		return err
	}
	_, err = controllerutil.CreateOrUpdate(ctx, c, b, func() error { return nil }) // want `the spec set at line 21 is lost if the object exists`
	return err
}

func madeRight(ctx context.Context, c client.Client) error {
	wanted := util.NewBackup("nightly", "daily")
	b := util.NamedBackup("nightly")
	_, err := controllerutil.CreateOrUpdate(ctx, c, b, func() error {
		b.Spec = wanted.Spec
		return nil
	})
	return err
}

// madeWithout makes sure that it exists.
func madeWithout(ctx context.Context, c client.Client, schedule string) error {
	b := util.NamedBackup("nightly")
	if _, err := controllerutil.CreateOrUpdate(ctx, c, b, func() error { return nil }); err != nil {
		return err
	}
	b = util.AnyBackup("weekly", schedule)
	_, err := controllerutil.CreateOrUpdate(ctx, c, b, func() error { return nil })
	return err
}
