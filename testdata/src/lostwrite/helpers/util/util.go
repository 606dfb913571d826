// Package util has the helpers that the controllers of the project share.
package util

import (
	"context"
	"errors"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
	"k8slint.test/lostwrite/helpers/transient"
)

// Save writes any object.
func Save(ctx context.Context, c client.Client, obj client.Object) error {
	return c.Update(ctx, obj)
}

// SaveStatus writes the status of any object.
func SaveStatus(ctx context.Context, c client.Client, obj client.Object) error {
	return c.Status().Update(ctx, obj)
}

// SaveNamed writes a backup that has a name.
func SaveNamed(ctx context.Context, c client.Client, b *api.Backup) error {
	if b.Name == "" {
		return errors.New("a backup without a name")
	}
	return Save(ctx, c, b)
}

// SaveAnnotated annotates the backup, and writes it.
func SaveAnnotated(ctx context.Context, c client.Client, b *api.Backup) error {
	b.Annotations["saved"] = "true"
	return c.Update(ctx, b)
}

// SaveSince sends what differs from base.
func SaveSince(ctx context.Context, c client.Client, b, base *api.Backup) error {
	return c.Patch(ctx, b, client.MergeFrom(base))
}

// SaveAll writes the object, and then its status, which it has kept.
func SaveAll(ctx context.Context, c client.Client, b *api.Backup) error {
	status := b.DeepCopy().Status
	if err := c.Update(ctx, b); err != nil {
		return err
	}
	b.Status = status
	return c.Status().Update(ctx, b)
}

// SaveCopy writes a copy.
func SaveCopy(ctx context.Context, c client.Client, b *api.Backup) error {
	return c.Update(ctx, b.DeepCopy())
}

// SaveFresh reads the object again before it writes it.
func SaveFresh(ctx context.Context, c client.Client, b *api.Backup) error {
	if err := c.Get(ctx, client.ObjectKeyFromObject(b), b); err != nil {
		return err
	}
	return c.Update(ctx, b)
}

// SetConditions sets a condition among those of any kind.
func SetConditions(conditions *[]metav1.Condition, name string) {
	apimeta.SetStatusCondition(conditions, metav1.Condition{Type: name, Status: metav1.ConditionTrue})
}

// EnsureCount counts the failures, if nobody has.
func EnsureCount(b *api.Backup, failures int) {
	if b.Status.Phase == "" && failures > 0 {
		b.Status.Failures = failures
	}
}

// A Patcher patches what has changed since it was made.
type Patcher struct {
	client    client.Client
	base, obj client.Object
}

// NewPatcher keeps a copy of obj.
func NewPatcher(c client.Client, obj client.Object) *Patcher {
	return &Patcher{client: c, base: obj.DeepCopyObject().(client.Object), obj: obj}
}

// Patch sends the object and its status.
func (p *Patcher) Patch(ctx context.Context) error {
	changed := p.obj.DeepCopyObject().(client.Object)
	if err := p.client.Patch(ctx, p.obj, client.MergeFrom(p.base)); err != nil {
		return err
	}
	return p.client.Status().Patch(ctx, changed, client.MergeFrom(p.base))
}

// PatchStatusSoon sends the status, also while the API server starts.
func PatchStatusSoon(ctx context.Context, c client.Client, b *api.Backup, patch client.Patch) error {
	if err := transient.Try(func() error { return c.Status().Patch(ctx, b, patch) }); err != nil {
		return errors.Join(errors.New("the status is not stored"), err)
	}
	return nil
}

// PatchSoon sends all but the status then.
func PatchSoon(ctx context.Context, c client.Client, b *api.Backup, patch client.Patch) error {
	return retry.OnError(retry.DefaultBackoff, apierrors.IsServiceUnavailable, func() error { return c.Patch(ctx, b, patch) })
}

// A Conditioned has conditions: a kind, or a wrapper of one that is not known.
type Conditioned interface {
	client.Object
	SetConditions(conditions []metav1.Condition)
}

// A wrapper is the only Conditioned of this package.
type wrapper struct{ *unstructured.Unstructured }

// Wrap makes a Conditioned of an object of any kind.
func Wrap(u *unstructured.Unstructured) Conditioned { return &wrapper{u} }

func (w *wrapper) SetConditions(conditions []metav1.Condition) {
	w.Object["status"] = map[string]any{"conditions": conditions}
}

// MarkTrue sets a condition of an object.
func MarkTrue(to Conditioned, name string) {
	to.SetConditions([]metav1.Condition{{Type: name, Status: metav1.ConditionTrue}})
}

// A Keeper keeps backups.
type Keeper interface {
	Keep(ctx context.Context, b *api.Backup) error
	KeepStatus(ctx context.Context, b *api.Backup) error
}

// NewKeeper returns a Keeper on the client c.
func NewKeeper(c client.Client) Keeper { return &keeper{c} }

type keeper struct{ c client.Client }

func (k *keeper) Keep(ctx context.Context, b *api.Backup) error { return k.c.Update(ctx, b) }

func (k *keeper) KeepStatus(ctx context.Context, b *api.Backup) error {
	return k.c.Status().Update(ctx, b)
}

// NewBackup makes a backup with a schedule.
func NewBackup(name, schedule string) *api.Backup {
	return &api.Backup{
		ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: name},
		Spec:       api.BackupSpec{Schedule: schedule},
	}
}

// ParseBackup makes one of a line, if that has a schedule.
func ParseBackup(line string) (*api.Backup, error) {
	name, schedule, ok := strings.Cut(line, " ")
	if !ok {
		return nil, errors.New("no schedule")
	}
	b := &api.Backup{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: name}}
	b.Spec.Schedule = schedule
	return b, nil
}

// NamedBackup makes a backup that has only a name.
func NamedBackup(name string) *api.Backup {
	return &api.Backup{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: name}}
}

// AnyBackup makes one with a schedule, or without.
func AnyBackup(name, schedule string) *api.Backup {
	if schedule == "" {
		return NamedBackup(name)
	}
	return NewBackup(name, schedule)
}
