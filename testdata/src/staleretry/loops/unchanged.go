package loops

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// volumes writes the status of a volume, and after a conflict once more by another
// function.
type volumes struct {
	client typedcorev1.PersistentVolumeInterface
}

// flush writes the volume as it is.
func (v *volumes) flush(ctx context.Context, volume *corev1.PersistentVolume) error {
	_, err := v.client.UpdateStatus(ctx, volume, metav1.UpdateOptions{})
	return err
}

// mark has a change of its own.
func (v *volumes) mark(ctx context.Context, volume *corev1.PersistentVolume) error {
	volume.Status.Message = "late"
	_, err := v.client.UpdateStatus(ctx, volume, metav1.UpdateOptions{})
	return err
}

func (v *volumes) release(ctx context.Context, volume *corev1.PersistentVolume) error {
	volume.Status.Phase = corev1.VolumeReleased
	_, err := v.client.UpdateStatus(ctx, volume, metav1.UpdateOptions{})
	if apierrors.IsConflict(err) {
		return v.flush(ctx, volume) // want `volume is written again with the resourceVersion that was refused`
	}
	return err
}

// The first write is in the function, the second in the one that calls it.
func (v *volumes) bind(ctx context.Context, volume *corev1.PersistentVolume) error {
	err := v.mark(ctx, volume)
	if apierrors.IsConflict(err) {
		_, err = v.client.UpdateStatus(ctx, volume, metav1.UpdateOptions{}) // want `volume is written again with the resourceVersion that was refused`
	}
	return err
}

// It is read again.
func (v *volumes) releaseLatest(ctx context.Context, volume *corev1.PersistentVolume) error {
	volume.Status.Phase = corev1.VolumeReleased
	_, err := v.client.UpdateStatus(ctx, volume, metav1.UpdateOptions{})
	if apierrors.IsConflict(err) {
		latest, err := v.client.Get(ctx, volume.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		latest.Status.Phase = corev1.VolumeReleased
		return v.flush(ctx, latest)
	}
	return err
}

// The other function has something of its own to write.
func (v *volumes) releaseOrMark(ctx context.Context, volume *corev1.PersistentVolume) error {
	volume.Status.Phase = corev1.VolumeReleased
	_, err := v.client.UpdateStatus(ctx, volume, metav1.UpdateOptions{})
	if apierrors.IsConflict(err) {
		return v.mark(ctx, volume)
	}
	return err
}

// The function that calls it has.
func (v *volumes) releaseAndChange(ctx context.Context, volume *corev1.PersistentVolume) error {
	volume.Status.Phase = corev1.VolumeReleased
	_, err := v.client.UpdateStatus(ctx, volume, metav1.UpdateOptions{})
	if apierrors.IsConflict(err) {
		volume.Status.Phase = corev1.VolumeFailed
		return v.flush(ctx, volume)
	}
	return err
}

// It is written at the end, whatever became of the first write.
func (v *volumes) releaseAndFlush(ctx context.Context, volume *corev1.PersistentVolume, again bool) (err error) {
	defer func() {
		if flushErr := v.flush(ctx, volume); err == nil {
			err = flushErr
		}
	}()
	volume.Status.Phase = corev1.VolumeReleased
	updated, err := v.client.UpdateStatus(ctx, volume, metav1.UpdateOptions{})
	if apierrors.IsConflict(err) {
		return nil
	}
	if err != nil {
		return err
	}
	volume = updated
	return nil
}

var refresh func(*corev1.PersistentVolume)

// Nobody knows what becomes of it in between.
func (v *volumes) releaseRefreshed(ctx context.Context, volume *corev1.PersistentVolume) error {
	volume.Status.Phase = corev1.VolumeReleased
	_, err := v.client.UpdateStatus(ctx, volume, metav1.UpdateOptions{})
	if apierrors.IsConflict(err) {
		refresh(volume)
		return v.flush(ctx, volume)
	}
	return err
}

// Another kind of write: its refusal says nothing of the first.
func (v *volumes) releaseSpec(ctx context.Context, volume *corev1.PersistentVolume) error {
	_, err := v.client.UpdateStatus(ctx, volume, metav1.UpdateOptions{})
	if apierrors.IsConflict(err) {
		return v.spec(ctx, volume)
	}
	return err
}

func (v *volumes) spec(ctx context.Context, volume *corev1.PersistentVolume) error {
	_, err := v.client.Update(ctx, volume, metav1.UpdateOptions{})
	return err
}

// A label, or a part of the spec, is changed in between.
func (v *volumes) releaseAndLabel(ctx context.Context, volume *corev1.PersistentVolume) error {
	volume.Status.Phase = corev1.VolumeReleased
	_, err := v.client.UpdateStatus(ctx, volume, metav1.UpdateOptions{})
	if apierrors.IsConflict(err) {
		volume.Labels["late"] = "true"
		return v.flush(ctx, volume)
	}
	return err
}

func (v *volumes) releaseAndOwn(ctx context.Context, volume *corev1.PersistentVolume) error {
	volume.Status.Phase = corev1.VolumeReleased
	_, err := v.client.UpdateStatus(ctx, volume, metav1.UpdateOptions{})
	if apierrors.IsConflict(err) {
		for i := range volume.OwnerReferences {
			volume.OwnerReferences[i].Name = "late"
		}
		return v.flush(ctx, volume)
	}
	return err
}

func (v *volumes) releaseAndSet(ctx context.Context, volume *corev1.PersistentVolume) error {
	volume.Status.Phase = corev1.VolumeReleased
	_, err := v.client.UpdateStatus(ctx, volume, metav1.UpdateOptions{})
	if apierrors.IsConflict(err) {
		set(volume.Labels)
		return v.flush(ctx, volume)
	}
	return err
}

func set(labels map[string]string) { labels["late"] = "true" }
