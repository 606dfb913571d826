// Package byvalue holds objects that helpers are given by value.
package byvalue

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// The helpers are given the backup by value.

func labelOf(b api.Backup) string { return b.Labels["name"] + b.Spec.Schedule }

func cleanup(c client.Client, b api.Backup) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		return c.Delete(ctx, &api.Backup{ObjectMeta: metav1.ObjectMeta{Name: b.Name, Namespace: b.Namespace}})
	}
}

func send(ctx context.Context, c client.Client, b api.Backup) error {
	return c.Status().Update(ctx, &b)
}

func save(b api.Backup) api.BackupStatus { return b.Status }

type history struct{ last api.BackupStatus }

func (h *history) remember(b api.Backup) { h.last = b.Status }

func looked(ctx context.Context, c client.Client, name string) error {
	var b api.Backup
	if err := c.Get(ctx, client.ObjectKey{Name: name}, &b); err != nil {
		return err
	}
	b.Status.Phase = "Running"
	b.Labels = map[string]string{"name": labelOf(b)}
	if err := c.Update(ctx, &b); err != nil { // want `the status set at line \d+ is lost`
		return err
	}
	return c.Status().Update(ctx, &b)
}

func cleaned(ctx context.Context, c client.Client, name string) error {
	var b api.Backup
	if err := c.Get(ctx, client.ObjectKey{Name: name}, &b); err != nil {
		return err
	}
	b.Status.Phase = "Running"
	clean := cleanup(c, b)
	b.Labels = map[string]string{"name": name}
	if err := c.Update(ctx, &b); err != nil { // want `the status set at line \d+ is lost`
		return clean(ctx)
	}
	return c.Status().Update(ctx, &b)
}

func sentBefore(ctx context.Context, c client.Client, name string) error {
	var b api.Backup
	if err := c.Get(ctx, client.ObjectKey{Name: name}, &b); err != nil {
		return err
	}
	b.Status.Phase = "Running"
	if err := send(ctx, c, b); err != nil {
		return err
	}
	b.Labels = map[string]string{"name": name}
	return c.Update(ctx, &b)
}

func putBack(ctx context.Context, c client.Client, name string) error {
	var b api.Backup
	if err := c.Get(ctx, client.ObjectKey{Name: name}, &b); err != nil {
		return err
	}
	b.Status.Phase = "Running"
	status := save(b)
	b.Labels = map[string]string{"name": name}
	if err := c.Update(ctx, &b); err != nil {
		return err
	}
	b.Status = status
	return c.Status().Update(ctx, &b)
}

func remembered(ctx context.Context, c client.Client, h *history, name string) error {
	var b api.Backup
	if err := c.Get(ctx, client.ObjectKey{Name: name}, &b); err != nil {
		return err
	}
	b.Status.Phase = "Running"
	h.remember(b)
	b.Labels = map[string]string{"name": name}
	if err := c.Update(ctx, &b); err != nil {
		return err
	}
	b.Status = h.last
	return c.Status().Update(ctx, &b)
}

func (h *history) note(s api.BackupStatus) { h.last.Phase = s.Phase }

func phaseOf(s api.BackupStatus) bool { return s.Phase == "Running" }

func noted(ctx context.Context, c client.Client, h *history, name string) error {
	var b api.Backup
	if err := c.Get(ctx, client.ObjectKey{Name: name}, &b); err != nil {
		return err
	}
	b.Status.Phase = "Running"
	h.note(b.Status)
	b.Labels = map[string]string{"name": name}
	if err := c.Update(ctx, &b); err != nil {
		return err
	}
	b.Status.Phase = h.last.Phase
	return c.Status().Update(ctx, &b)
}

func asked(ctx context.Context, c client.Client, name string) error {
	var b api.Backup
	if err := c.Get(ctx, client.ObjectKey{Name: name}, &b); err != nil {
		return err
	}
	b.Status.Phase = name
	if phaseOf(b.Status) {
		b.Labels = map[string]string{"name": name}
	}
	b.Spec.Schedule = name
	if err := c.Update(ctx, &b); err != nil { // want `the status set at line \d+ is lost`
		return err
	}
	return c.Status().Update(ctx, &b)
}
