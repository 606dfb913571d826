// Package helpers loses writes through helpers of another package and through interfaces, and has beside
// each way its twin that does not.
package helpers

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
	"k8slint.test/lostwrite/helpers/util"
)

type reconciler struct{ client.Client }

func (r *reconciler) saved(ctx context.Context, b *api.Backup) error {
	b.Status.Phase = "Running"
	return util.Save(ctx, r.Client, b) // want `^Save does not store the status of b \(Backup has the status subresource, \S*types\.go:34\): the change at line 20 is dropped; use Status\(\)\.Update$`
}

func (r *reconciler) savedRight(ctx context.Context, b *api.Backup) error {
	b.Status.Phase = "Running"
	return util.SaveStatus(ctx, r.Client, b)
}

func (r *reconciler) savedNamed(ctx context.Context, b *api.Backup) error {
	b.Status.Phase = "Running"
	return util.SaveNamed(ctx, r.Client, b) // want `SaveNamed does not store the status of b`
}

func (r *reconciler) savedBefore(ctx context.Context, b *api.Backup) error {
	if err := util.SaveNamed(ctx, r.Client, b); err != nil {
		return err
	}
	b.Status.Phase = "Running"
	return util.SaveStatus(ctx, r.Client, b)
}

func (r *reconciler) savedStatus(ctx context.Context, b *api.Backup) error {
	b.Labels["team"] = "storage"
	return util.SaveStatus(ctx, r.Client, b) // want `^SaveStatus stores only the status \(Backup has the status subresource, \S*types\.go:34\): the label set at line 43 is dropped`
}

func (r *reconciler) savedStatusRight(ctx context.Context, b *api.Backup) error {
	b.Labels["team"] = "storage"
	return util.Save(ctx, r.Client, b)
}

func (r *reconciler) savedAnnotated(ctx context.Context, b *api.Backup) error {
	b.Status.Phase = "Running"
	if err := util.SaveAnnotated(ctx, r.Client, b); err != nil { // want `the status set at line 53 is lost: SaveAnnotated replaces b with the server's answer`
		return err
	}
	return r.Status().Update(ctx, b)
}

func (r *reconciler) savedAnnotatedRight(ctx context.Context, b *api.Backup) error {
	if err := util.SaveAnnotated(ctx, r.Client, b); err != nil {
		return err
	}
	b.Status.Phase = "Running"
	return r.Status().Update(ctx, b)
}

func (r *reconciler) savedSince(ctx context.Context, b *api.Backup) error {
	base := b.DeepCopy()
	b.Status.Phase = "Running"
	return util.SaveSince(ctx, r.Client, b, base) // want `SaveSince does not store the status of b`
}

// savedAll: the helper keeps the status.
func (r *reconciler) savedAll(ctx context.Context, b *api.Backup) error {
	b.Status.Phase = "Running"
	return util.SaveAll(ctx, r.Client, b)
}

// savedCopy: the answer goes into a copy.
func (r *reconciler) savedCopy(ctx context.Context, b *api.Backup) error {
	b.Status.Phase = "Running"
	if err := util.SaveCopy(ctx, r.Client, b); err != nil {
		return err
	}
	return r.Status().Update(ctx, b)
}

// savedFresh: what is lost is nothing that the helper was given to send.
func (r *reconciler) savedFresh(ctx context.Context, b *api.Backup) error {
	b.Status.Phase = "Running"
	return util.SaveFresh(ctx, r.Client, b)
}

func (r *reconciler) conditions(ctx context.Context, b *api.Backup) error {
	util.SetConditions(&b.Status.Conditions, "Ready")
	return r.Update(ctx, b) // want `Update does not store the status of b .*: the change at line 96 is dropped`
}

func (r *reconciler) conditionsRight(ctx context.Context, b *api.Backup) error {
	util.SetConditions(&b.Status.Conditions, "Ready")
	return r.Status().Update(ctx, b)
}

func (r *reconciler) patched(ctx context.Context, b *api.Backup) (err error) {
	p := util.NewPatcher(r.Client, b)
	defer func() { err = errors.Join(err, p.Patch(ctx)) }()
	b.Status.Phase = "Running"
	b.Labels["team"] = "storage"
	return nil
}

// phased is what this controller needs of a kind.
type phased interface {
	client.Object
	SetPhase(string)
}

func setPhase(o phased, phase string) { o.SetPhase(phase) }

func (r *reconciler) throughInterface(ctx context.Context, b *api.Backup) error {
	setPhase(b, "Running")
	return r.Update(ctx, b) // want `Update does not store the status of b .*: the change at line 119 is dropped`
}

func (r *reconciler) throughInterfaceRight(ctx context.Context, b *api.Backup) error {
	setPhase(b, "Running")
	return r.Status().Update(ctx, b)
}

// asserted changes what it has found to be a Backup, and writes what it was given.
func (r *reconciler) asserted(ctx context.Context, obj client.Object) error {
	b, ok := obj.(*api.Backup)
	if !ok {
		return nil
	}
	b.Status.Phase = "Running"
	return r.Update(ctx, obj) // want `Update does not store the status of obj .*: the change at line 137 is dropped`
}

func (r *reconciler) assertedRight(ctx context.Context, obj client.Object) error {
	b, ok := obj.(*api.Backup)
	if !ok {
		return nil
	}
	b.Status.Phase = "Running"
	return r.Status().Update(ctx, obj)
}

func (r *reconciler) setter(ctx context.Context, b *api.Backup) error {
	labels := b.GetLabels()
	if labels == nil {
		labels = map[string]string{}
	}
	labels["team"] = "storage"
	b.SetLabels(labels)
	b.Status.Phase = "Running"
	return r.Status().Update(ctx, b) // want `the label set at line 156 is dropped`
}

func (r *reconciler) setterRight(ctx context.Context, b *api.Backup) error {
	b.SetLabels(map[string]string{"team": "storage"})
	if err := r.Update(ctx, b); err != nil {
		return err
	}
	b.Status.Phase = "Running"
	return r.Status().Update(ctx, b)
}

// lastFinalizer: nobody reads the status of what is gone.
func (r *reconciler) lastFinalizer(ctx context.Context, b *api.Backup) error {
	b.Status.Phase = "Deleted"
	b.SetFinalizers(nil)
	return r.Update(ctx, b)
}

func without(all []string, one string) (left []string) {
	for _, s := range all {
		if s != one {
			left = append(left, s)
		}
	}
	return left
}

func (r *reconciler) lastOfFinalizers(ctx context.Context, b *api.Backup) error {
	b.Status.Phase = "Deleted"
	b.SetFinalizers(without(b.GetFinalizers(), "backup"))
	return r.Update(ctx, b)
}

// nodeLabels: the status endpoint of a Node stores its labels.
func (r *reconciler) nodeLabels(ctx context.Context, node *corev1.Node) error {
	node.SetLabels(map[string]string{"team": "storage"})
	node.Status.Phase = corev1.NodeRunning
	return r.Status().Update(ctx, node)
}

func (r *reconciler) podOwner(ctx context.Context, pod *corev1.Pod, owner metav1.OwnerReference) error {
	pod.SetOwnerReferences([]metav1.OwnerReference{owner})
	return r.Status().Update(ctx, pod) // want `the owner reference set at line 200 is dropped`
}

// ensured: the failures are counted where nobody has done so, which is seldom the case.
func (r *reconciler) ensured(ctx context.Context, b *api.Backup) error {
	util.EnsureCount(b, 3)
	b.Annotations["counted"] = "true"
	return r.Update(ctx, b)
}

// marked sets a condition by an interface, of which the helper's package has a wrapper.
func (r *reconciler) marked(ctx context.Context, b *api.Backup) error {
	util.MarkTrue(b, "Ready")
	return r.Status().Update(ctx, b)
}

func (r *reconciler) markedAndPaused(ctx context.Context, b *api.Backup, paused *bool) error {
	b.Spec.Paused = paused
	util.MarkTrue(b, "Ready")
	return r.Status().Update(ctx, b) // want `the spec set at line 218 is dropped`
}

// kept is written through an interface of the helpers, behind which there is one type.
func kept(ctx context.Context, k util.Keeper, b *api.Backup) error {
	b.Status.Phase = "Running"
	return k.Keep(ctx, b) // want `Keep does not store the status of b .*: the change at line 225 is dropped`
}

func keptRight(ctx context.Context, k util.Keeper, b *api.Backup) error {
	b.Status.Phase = "Running"
	return k.KeepStatus(ctx, b)
}
