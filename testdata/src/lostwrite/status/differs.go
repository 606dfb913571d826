package status

import (
	"context"
	"reflect"

	"k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// publish writes the status of a backup that others have worked on into the stored one, if it is another.
func publish(ctx context.Context, c client.Client, worked *api.Backup) error {
	stored := &api.Backup{}
	if err := c.Get(ctx, client.ObjectKey{Namespace: worked.Namespace, Name: worked.Name}, stored); err != nil {
		return err
	}
	if !equality.Semantic.DeepEqual(stored.Status, worked.Status) {
		stored.Status = worked.Status
		return c.Update(ctx, stored) // want `Update does not store the status of stored .*: the change at line 20 is dropped; use Status\(\).Update`
	}
	return nil
}

// publishEarly asks the other way round.
func publishEarly(ctx context.Context, c client.Client, worked *api.Backup) error {
	stored := &api.Backup{}
	if err := c.Get(ctx, client.ObjectKey{Namespace: worked.Namespace, Name: worked.Name}, stored); err != nil {
		return err
	}
	if reflect.DeepEqual(worked.Status, stored.Status) {
		return nil
	}
	stored.Status = worked.Status
	return c.Update(ctx, stored) // want `Update does not store the status of stored .*: the change at line 35 is dropped; use Status\(\).Update`
}

func publishRight(ctx context.Context, c client.Client, worked *api.Backup) error {
	stored := &api.Backup{}
	if err := c.Get(ctx, client.ObjectKey{Namespace: worked.Namespace, Name: worked.Name}, stored); err != nil {
		return err
	}
	if !equality.Semantic.DeepEqual(stored.Status, worked.Status) {
		stored.Status = worked.Status
		return c.Status().Update(ctx, stored)
	}
	return nil
}

// keepSpec compares the specs: the status that it copies may be the stored one.
func keepSpec(ctx context.Context, c client.Client, worked *api.Backup) error {
	stored := &api.Backup{}
	if err := c.Get(ctx, client.ObjectKey{Namespace: worked.Namespace, Name: worked.Name}, stored); err != nil {
		return err
	}
	if !equality.Semantic.DeepEqual(stored.Spec, worked.Spec) {
		stored.Spec, stored.Status = worked.Spec, worked.Status
		return c.Update(ctx, stored)
	}
	return nil
}

// keepEqual copies a status that is the same.
func keepEqual(ctx context.Context, c client.Client, worked *api.Backup) error {
	stored := &api.Backup{}
	if err := c.Get(ctx, client.ObjectKey{Namespace: worked.Namespace, Name: worked.Name}, stored); err != nil {
		return err
	}
	if equality.Semantic.DeepEqual(stored.Status, worked.Status) {
		stored.Status = worked.Status
		return c.Update(ctx, stored)
	}
	return nil
}

// replace sends the status that the server has.
func replace(ctx context.Context, c client.Client, desired *api.Backup) error {
	stored := &api.Backup{}
	if err := c.Get(ctx, client.ObjectKey{Namespace: desired.Namespace, Name: desired.Name}, stored); err != nil {
		return err
	}
	if !equality.Semantic.DeepEqual(desired.Status, stored.Status) {
		desired.Status = stored.Status
	}
	desired.ResourceVersion = stored.ResourceVersion
	return c.Update(ctx, desired)
}
