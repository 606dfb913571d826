package loops

import (
	"context"
	"errors"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// These tell a conflict by its text or its reason.

func byText(ctx context.Context, c client.Client, cm *corev1.ConfigMap) error {
	for range 3 {
		err := c.Update(ctx, cm) // want `cm is written again with the resourceVersion that was refused`
		if err == nil {
			return nil
		}
		if !strings.Contains(err.Error(), "the object has been modified") {
			return err
		}
		time.Sleep(time.Second)
	}
	return errors.New("the config map changes too often")
}

func byTextRead(ctx context.Context, c client.Client, cm *corev1.ConfigMap) error {
	for range 3 {
		err := c.Update(ctx, cm)
		if err == nil {
			return nil
		}
		if !strings.Contains(err.Error(), "the object has been modified") {
			return err
		}
		latest := &corev1.ConfigMap{}
		if err := c.Get(ctx, client.ObjectKeyFromObject(cm), latest); err != nil {
			return err
		}
		cm.ResourceVersion = latest.ResourceVersion
	}
	return errors.New("the config map changes too often")
}

// Another error than a conflict.
func byOtherText(ctx context.Context, c client.Client, cm *corev1.ConfigMap) error {
	for range 3 {
		err := c.Update(ctx, cm)
		if err == nil || !strings.Contains(err.Error(), "connection refused") {
			return err
		}
		time.Sleep(time.Second)
	}
	return errors.New("the server is away")
}

func byReason(ctx context.Context, c client.Client, cm *corev1.ConfigMap) error {
	for range 3 {
		err := c.Update(ctx, cm) // want `cm is written again with the resourceVersion that was refused`
		if apierrors.ReasonForError(err) != metav1.StatusReasonConflict {
			return err
		}
	}
	return errors.New("the config map changes too often")
}
