package lostwrite

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// What the steps change an object to.
const (
	Phase      = "Running"
	Schedule   = "daily"
	Image      = "backup:v2"
	Label      = "backup.example.com/owner"
	Annotation = "backup.example.com/seen"
	Finalizer  = "backup.example.com/volumes"
)

// StatusBeforeUpdate sets the phase and a label, and writes the label first.
func StatusBeforeUpdate(ctx context.Context, c client.Client, backup *Backup) error {
	backup.Status.Phase = Phase
	backup.Labels = labelled(backup.Labels, Label, "me")
	if err := c.Update(ctx, backup); err != nil { // want lostwrite
		return err
	}
	return c.Status().Update(ctx, backup)
}

// StatusKeptOverUpdate keeps the status while the label is written.
func StatusKeptOverUpdate(ctx context.Context, c client.Client, backup *Backup) error {
	backup.Status.Phase = Phase
	backup.Labels = labelled(backup.Labels, Label, "me")
	status := backup.Status.DeepCopy()
	if err := c.Update(ctx, backup); err != nil {
		return err
	}
	backup.Status = *status
	return c.Status().Update(ctx, backup)
}

// StatusBeforePatch adds a finalizer by a patch while the phase is pending.
func StatusBeforePatch(ctx context.Context, c client.Client, backup *Backup) error {
	base := backup.DeepCopy()
	backup.Status.Phase = Phase
	controllerutil.AddFinalizer(backup, Finalizer)
	if err := c.Patch(ctx, backup, client.MergeFrom(base)); err != nil { // want lostwrite
		return err
	}
	return c.Status().Patch(ctx, backup, client.MergeFrom(base))
}

// StatusAfterPatch sets the phase when the finalizer is stored.
func StatusAfterPatch(ctx context.Context, c client.Client, backup *Backup) error {
	base := backup.DeepCopy()
	controllerutil.AddFinalizer(backup, Finalizer)
	if err := c.Patch(ctx, backup, client.MergeFrom(base)); err != nil {
		return err
	}
	base = backup.DeepCopy()
	backup.Status.Phase = Phase
	return c.Status().Patch(ctx, backup, client.MergeFrom(base))
}

// StatusByUpdate writes the phase to the main resource.
func StatusByUpdate(ctx context.Context, c client.Client, backup *Backup) error {
	backup.Status.Phase = Phase
	return c.Update(ctx, backup) // want lostwrite
}

// StatusByStatusUpdate writes the phase to the status subresource.
func StatusByStatusUpdate(ctx context.Context, c client.Client, backup *Backup) error {
	backup.Status.Phase = Phase
	return c.Status().Update(ctx, backup)
}

// StatusByPatch patches the phase of the main resource.
func StatusByPatch(ctx context.Context, c client.Client, backup *Backup) error {
	base := backup.DeepCopy()
	backup.Status.Phase = Phase
	return c.Patch(ctx, backup, client.MergeFrom(base)) // want lostwrite
}

// StatusByStatusPatch patches the phase of the status subresource.
func StatusByStatusPatch(ctx context.Context, c client.Client, backup *Backup) error {
	base := backup.DeepCopy()
	backup.Status.Phase = Phase
	return c.Status().Patch(ctx, backup, client.MergeFrom(base))
}

// StatusInCreateOrUpdate sets the phase in the mutate function. CreateOrUpdate writes
// the main resource only.
func StatusInCreateOrUpdate(ctx context.Context, c client.Client, backup *Backup) error {
	_, err := controllerutil.CreateOrUpdate(ctx, c, backup, func() error { // want lostwrite
		backup.Status.Phase = Phase
		return nil
	})
	return err
}

// StatusInCreateOrPatch does the same with CreateOrPatch, which writes the status too.
func StatusInCreateOrPatch(ctx context.Context, c client.Client, backup *Backup) error {
	_, err := controllerutil.CreateOrPatch(ctx, c, backup, func() error {
		backup.Status.Phase = Phase
		return nil
	})
	return err
}

// SnapshotByUpdate writes the phase of a kind without status subresource.
func SnapshotByUpdate(ctx context.Context, c client.Client, snapshot *Snapshot) error {
	snapshot.Status.Phase = Phase
	return c.Update(ctx, snapshot)
}

// SnapshotByStatusUpdate asks for a subresource that is not there.
func SnapshotByStatusUpdate(ctx context.Context, c client.Client, snapshot *Snapshot) error {
	snapshot.Status.Phase = Phase
	return c.Status().Update(ctx, snapshot)
}

// PodByUpdate writes the phase of a Pod with a typed client, to the main resource.
func PodByUpdate(ctx context.Context, pods corev1client.PodInterface, pod *corev1.Pod) error {
	pod.Status.Phase = Phase
	_, err := pods.Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

// PodByUpdateStatus writes it to the status subresource.
func PodByUpdateStatus(ctx context.Context, pods corev1client.PodInterface, pod *corev1.Pod) error {
	pod.Status.Phase = Phase
	_, err := pods.UpdateStatus(ctx, pod, metav1.UpdateOptions{})
	return err
}

// LabelByStatusUpdate changes a label too, and writes only the status.
func LabelByStatusUpdate(ctx context.Context, c client.Client, backup *Backup) error {
	backup.Labels = labelled(backup.Labels, Label, "me")
	backup.Status.Phase = Phase
	return c.Status().Update(ctx, backup) // want lostwrite
}

// LabelThenStatusUpdate writes the label first.
func LabelThenStatusUpdate(ctx context.Context, c client.Client, backup *Backup) error {
	backup.Labels = labelled(backup.Labels, Label, "me")
	if err := c.Update(ctx, backup); err != nil {
		return err
	}
	backup.Status.Phase = Phase
	return c.Status().Update(ctx, backup)
}

// SpecByStatusPatch changes the spec, and patches only the status.
func SpecByStatusPatch(ctx context.Context, c client.Client, backup *Backup) error {
	base := backup.DeepCopy()
	backup.Spec.Schedule = Schedule
	backup.Status.Phase = Phase
	return c.Status().Patch(ctx, backup, client.MergeFrom(base)) // want lostwrite
}

// SpecThenStatusPatch patches the spec first.
func SpecThenStatusPatch(ctx context.Context, c client.Client, backup *Backup) error {
	base := backup.DeepCopy()
	backup.Spec.Schedule = Schedule
	if err := c.Patch(ctx, backup, client.MergeFrom(base)); err != nil {
		return err
	}
	base = backup.DeepCopy()
	backup.Status.Phase = Phase
	return c.Status().Patch(ctx, backup, client.MergeFrom(base))
}

// PatchFromItself has the object that is sent as the base.
func PatchFromItself(ctx context.Context, c client.Client, backup *Backup) error {
	patch := client.MergeFrom(backup)
	backup.Spec.Schedule = Schedule
	return c.Patch(ctx, backup, patch) // want lostwrite
}

// PatchFromLateCopy copies the base after the change.
func PatchFromLateCopy(ctx context.Context, c client.Client, backup *Backup) error {
	backup.Spec.Schedule = Schedule
	return c.Patch(ctx, backup, client.MergeFrom(backup.DeepCopy())) // want lostwrite
}

// PatchWithLockFromItself sends its resourceVersion, and nothing else.
func PatchWithLockFromItself(ctx context.Context, c client.Client, backup *Backup) error {
	patch := client.MergeFromWithOptions(backup, client.MergeFromWithOptimisticLock{})
	backup.Spec.Schedule = Schedule
	return c.Patch(ctx, backup, patch) // want lostwrite
}

// PatchFromCopy copies the base before the change.
func PatchFromCopy(ctx context.Context, c client.Client, backup *Backup) error {
	patch := client.MergeFrom(backup.DeepCopy())
	backup.Spec.Schedule = Schedule
	return c.Patch(ctx, backup, patch)
}

// ReversedPatch changes the copy, and sends what was read.
func ReversedPatch(ctx context.Context, c client.Client, backup *Backup) error {
	marked := backup.DeepCopy()
	marked.Annotations = labelled(marked.Annotations, Annotation, "true")
	return c.Patch(ctx, backup, client.MergeFrom(marked)) // want lostwrite
}

// StraightPatch sends the changed copy.
func StraightPatch(ctx context.Context, c client.Client, backup *Backup) error {
	marked := backup.DeepCopy()
	marked.Annotations = labelled(marked.Annotations, Annotation, "true")
	return c.Patch(ctx, marked, client.MergeFrom(backup))
}

// ImageOfCopy changes the range variable, which is a copy of the element.
func ImageOfCopy(ctx context.Context, c client.Client, backup *Backup) error {
	for _, container := range backup.Spec.Containers {
		container.Image = Image // want lostwrite
	}
	return c.Update(ctx, backup)
}

// ImageOfElement changes the element.
func ImageOfElement(ctx context.Context, c client.Client, backup *Backup) error {
	for i := range backup.Spec.Containers {
		backup.Spec.Containers[i].Image = Image
	}
	return c.Update(ctx, backup)
}

// OriginalOfCopy changes a copy, and sends the original.
func OriginalOfCopy(ctx context.Context, c client.Client, backup *Backup) error {
	updated := backup.DeepCopy()
	updated.Spec.Schedule = Schedule // want lostwrite
	return c.Update(ctx, backup)
}

// CopyOfOriginal sends the copy.
func CopyOfOriginal(ctx context.Context, c client.Client, backup *Backup) error {
	updated := backup.DeepCopy()
	updated.Spec.Schedule = Schedule
	return c.Update(ctx, updated)
}

// SetBeforeCreateOrUpdate sets the schedule outside of the mutate function.
func SetBeforeCreateOrUpdate(ctx context.Context, c client.Client, backup *Backup) error {
	desired := &Backup{ObjectMeta: metav1.ObjectMeta{Namespace: backup.Namespace, Name: backup.Name}}
	desired.Spec.Schedule = Schedule
	_, err := controllerutil.CreateOrUpdate(ctx, c, desired, func() error { return nil }) // want lostwrite
	return err
}

// SetBeforeCreateOrPatch does the same with CreateOrPatch.
func SetBeforeCreateOrPatch(ctx context.Context, c client.Client, backup *Backup) error {
	desired := &Backup{ObjectMeta: metav1.ObjectMeta{Namespace: backup.Namespace, Name: backup.Name}}
	desired.Spec.Schedule = Schedule
	_, err := controllerutil.CreateOrPatch(ctx, c, desired, func() error { return nil }) // want lostwrite
	return err
}

// SetInCreateOrUpdate sets it in the mutate function.
func SetInCreateOrUpdate(ctx context.Context, c client.Client, backup *Backup) error {
	desired := &Backup{ObjectMeta: metav1.ObjectMeta{Namespace: backup.Namespace, Name: backup.Name}}
	_, err := controllerutil.CreateOrUpdate(ctx, c, desired, func() error {
		desired.Spec.Schedule = Schedule
		return nil
	})
	return err
}

// SetBeforeGet reads the object again over the change.
func SetBeforeGet(ctx context.Context, c client.Client, backup *Backup) error {
	backup.Spec.Schedule = Schedule
	if err := c.Get(ctx, client.ObjectKeyFromObject(backup), backup); err != nil {
		return err
	}
	return c.Update(ctx, backup) // want lostwrite
}

// SetAfterGet reads it first.
func SetAfterGet(ctx context.Context, c client.Client, backup *Backup) error {
	if err := c.Get(ctx, client.ObjectKeyFromObject(backup), backup); err != nil {
		return err
	}
	backup.Spec.Schedule = Schedule
	return c.Update(ctx, backup)
}

// StatusInCreate creates a Backup with its phase.
func StatusInCreate(ctx context.Context, c client.Client, backup *Backup) error {
	backup.Status.Phase = Phase
	return c.Create(ctx, backup) // want lostwrite
}

// StatusAfterCreate writes the phase when there is a Backup.
func StatusAfterCreate(ctx context.Context, c client.Client, backup *Backup) error {
	if err := c.Create(ctx, backup); err != nil {
		return err
	}
	backup.Status.Phase = Phase
	return c.Status().Update(ctx, backup)
}

// SnapshotInCreate creates a kind without status subresource.
func SnapshotInCreate(ctx context.Context, c client.Client, snapshot *Snapshot) error {
	snapshot.Status.Phase = Phase
	return c.Create(ctx, snapshot)
}
