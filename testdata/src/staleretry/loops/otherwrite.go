package loops

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// claims writes two things into the status of a claim, each with one attempt more.
type claims struct {
	client typedcorev1.PersistentVolumeClaimInterface
}

// provision writes the conditions when it is over, whatever became of the phase: that
// is another write, and no second attempt of the first.
func (c *claims) provision(ctx context.Context, claim *corev1.PersistentVolumeClaim) (err error) {
	defer func() {
		if condErr := c.setConditions(ctx, claim, true); err == nil {
			err = condErr
		}
	}()
	return c.setPhase(ctx, claim, true)
}

func (c *claims) setPhase(ctx context.Context, claim *corev1.PersistentVolumeClaim, again bool) error {
	claim.Status.Phase = corev1.ClaimBound
	_, err := c.client.UpdateStatus(ctx, claim, metav1.UpdateOptions{})
	if apierrors.IsConflict(err) && again {
		latest, getErr := c.client.Get(ctx, claim.Name, metav1.GetOptions{})
		if getErr != nil {
			return getErr
		}
		return c.setPhase(ctx, latest, false)
	}
	return err
}

func (c *claims) setConditions(ctx context.Context, claim *corev1.PersistentVolumeClaim, again bool) error {
	claim.Status.Conditions = nil
	_, err := c.client.UpdateStatus(ctx, claim, metav1.UpdateOptions{})
	if apierrors.IsConflict(err) && again {
		latest, getErr := c.client.Get(ctx, claim.Name, metav1.GetOptions{})
		if getErr != nil {
			return getErr
		}
		return c.setConditions(ctx, latest, false)
	}
	return err
}

// Both may write through the same helper.
func (c *claims) provisionByHelper(ctx context.Context, claim *corev1.PersistentVolumeClaim) (err error) {
	defer func() { _ = c.phaseByHelper(ctx, claim) }()
	return c.conditionsByHelper(ctx, claim)
}

func (c *claims) phaseByHelper(ctx context.Context, claim *corev1.PersistentVolumeClaim) error {
	err := c.writePhase(ctx, claim)
	if apierrors.IsConflict(err) {
		return nil
	}
	return err
}

func (c *claims) conditionsByHelper(ctx context.Context, claim *corev1.PersistentVolumeClaim) error {
	claim.Status.Conditions = nil
	err := c.writePhase(ctx, claim)
	if apierrors.IsConflict(err) {
		return nil
	}
	return err
}

// Here it is tried once more, by the same helper.
func (c *claims) phaseTwice(ctx context.Context, claim *corev1.PersistentVolumeClaim) error {
	err := c.writePhase(ctx, claim)
	if apierrors.IsConflict(err) {
		err = c.writePhase(ctx, claim) // want `claim is written again with the resourceVersion that was refused`
	}
	return err
}

func (c *claims) writePhase(ctx context.Context, claim *corev1.PersistentVolumeClaim) error {
	claim.Status.Phase = corev1.ClaimBound
	_, err := c.client.UpdateStatus(ctx, claim, metav1.UpdateOptions{})
	return err
}

// And here by the function itself.
func (c *claims) statusTwice(ctx context.Context, claim *corev1.PersistentVolumeClaim) error {
	_, err := c.client.UpdateStatus(ctx, claim, metav1.UpdateOptions{})
	if apierrors.IsConflict(err) {
		_, err = c.client.UpdateStatus(ctx, claim, metav1.UpdateOptions{}) // want `claim is written again with the resourceVersion that was refused`
	}
	return err
}
