package patches

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
	"k8slint.test/lostwrite/patches/phases"
)

type later struct{ client.Client }

// setPhase patches the phase, and nothing that was set before.
func (r *later) setPhase(ctx context.Context, backup *api.Backup, phase string) error {
	base := backup.DeepCopy()
	backup.Status.Phase = phase
	return r.Status().Patch(ctx, backup, client.MergeFrom(base))
}

func (r *later) fail(ctx context.Context, backup *api.Backup, failures int) error {
	backup.Status.Failures = failures
	return r.setPhase(ctx, backup, "Failed") // want `the status set at line 24 is lost: the patch at line 20 does not have it, as its base was copied from backup after it; copy the base before the change`
}

func (r *later) failRight(ctx context.Context, backup *api.Backup, failures int) error {
	base := backup.DeepCopy()
	backup.Status.Failures = failures
	backup.Status.Phase = "Failed"
	return r.Status().Patch(ctx, backup, client.MergeFrom(base))
}

// failAgain sets it again behind the patch.
func (r *later) failAgain(ctx context.Context, backup *api.Backup, failures int) error {
	backup.Status.Failures = failures
	if err := r.setPhase(ctx, backup, "Failed"); err != nil {
		return err
	}
	backup.Status.Failures = failures
	return r.Status().Update(ctx, backup)
}

// failKept keeps what it has set.
func (r *later) failKept(ctx context.Context, backup *api.Backup, failures int) error {
	backup.Status.Failures = failures
	status := backup.Status
	if err := r.setPhase(ctx, backup, "Failed"); err != nil {
		return err
	}
	backup.Status = status
	return r.Status().Update(ctx, backup)
}

// failEither has set it only where the other way is taken.
func (r *later) failEither(ctx context.Context, backup *api.Backup, failures int) error {
	if failures > 0 {
		backup.Status.Failures = failures
	}
	if failures == 0 {
		return r.setPhase(ctx, backup, "Failed")
	}
	return r.Status().Update(ctx, backup)
}

// start sets the phase twice.
func (r *later) start(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Pending"
	return r.setPhase(ctx, backup, "Running")
}

// startCounted has a default in memory.
func (r *later) startCounted(ctx context.Context, backup *api.Backup) error {
	if backup.Status.Failures == 0 {
		backup.Status.Failures = 1
	}
	return r.setPhase(ctx, backup, "Running")
}

// cordon labels the node before the copy.
func (r *later) cordon(ctx context.Context, node *corev1.Node) error {
	node.Labels["cordoned"] = "true"
	patch := client.MergeFrom(node.DeepCopy())
	node.Spec.Unschedulable = true
	return r.Patch(ctx, node, patch) // want `the label set at line 83 is lost: the patch at line 84 does not have it, as its base was copied from node after it; copy the base before the change`
}

func (r *later) cordonRight(ctx context.Context, node *corev1.Node) error {
	patch := client.MergeFrom(node.DeepCopy())
	node.Labels["cordoned"] = "true"
	node.Spec.Unschedulable = true
	return r.Patch(ctx, node, patch)
}

// cordonSent has sent the label.
func (r *later) cordonSent(ctx context.Context, node *corev1.Node) error {
	node.Labels["cordoned"] = "true"
	if err := r.Update(ctx, node); err != nil {
		return err
	}
	patch := client.MergeFrom(node.DeepCopy())
	node.Spec.Unschedulable = true
	return r.Patch(ctx, node, patch)
}

// Those of the other package copy the base themselves.
func (r *later) finish(ctx context.Context, backup *api.Backup, sizes map[string]int) error {
	backup.Status.Sizes = sizes
	return phases.Set(ctx, r.Client, backup, "Done") // want `the status set at line 109 is lost: the patch of Set does not have it, as its base was copied from the Backup after it; copy the base before the change`
}

func (r *later) finishRight(ctx context.Context, backup *api.Backup, sizes map[string]int) error {
	return phases.SetWith(ctx, r.Client, backup, "Done", func() { backup.Status.Sizes = sizes })
}

func (r *later) finishAgain(ctx context.Context, backup *api.Backup, sizes map[string]int) error {
	backup.Status.Sizes = nil
	return phases.SetWith(ctx, r.Client, backup, "Done", func() { backup.Status.Sizes = sizes })
}

func (r *later) release(ctx context.Context, claim *corev1.PersistentVolumeClaim) error {
	claim.Annotations["released"] = "true"
	return phases.Send(ctx, r.Client, claim) // want `this patch does not have the change at line 123: its base was copied from the PersistentVolumeClaim after it; make the copy before the change`
}

// releaseFrom has a copy from before.
func (r *later) releaseFrom(ctx context.Context, claim *corev1.PersistentVolumeClaim) error {
	base := claim.DeepCopy()
	claim.Annotations["released"] = "true"
	return phases.SendFrom(ctx, r.Client, base, claim)
}

// pod shares a map with the node, and patches that later.
func (r *later) pod(ctx context.Context, node *corev1.Node) error {
	labels := node.Labels
	labels["node"] = node.Name
	if err := r.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: node.Name, Labels: labels}}); err != nil {
		return err
	}
	base := node.DeepCopy()
	node.Spec.Unschedulable = true
	return r.Patch(ctx, node, client.MergeFrom(base))
}

// podOf has another package make the pod.
func (r *later) podOf(ctx context.Context, node *corev1.Node) error {
	if err := r.Create(ctx, phases.PodOf(node)); err != nil {
		return err
	}
	base := node.DeepCopy()
	node.Spec.Unschedulable = true
	return r.Patch(ctx, node, client.MergeFrom(base))
}
