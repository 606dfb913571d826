package loops

import (
	"context"
	"errors"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
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

// byTexts polls while the server is away: a conflict ends it.
func byTexts(ctx context.Context, c client.Client, cm *corev1.ConfigMap) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		if err := c.Update(ctx, cm); err != nil {
			if mayPass(err) {
				return false, nil
			}
			return false, err
		}
		return true, nil
	})
}

func mayPass(err error) bool {
	if apierrors.IsTimeout(err) || apierrors.IsInternalError(err) {
		return true
	}
	if _, soon := apierrors.SuggestsClientDelay(err); soon {
		return true
	}
	if strings.Contains(err.Error(), "etcdserver: request timed out") {
		return true
	}
	if strings.Contains(err.Error(), "transport is closing") {
		return true
	}
	return false
}

// byAnyText polls on conflicts, too.
func byAnyText(ctx context.Context, c client.Client, cm *corev1.ConfigMap) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		if err := c.Update(ctx, cm); err != nil { // want `cm is written again with the resourceVersion that was refused`
			if mayPass(err) || strings.Contains(err.Error(), "please apply your changes") {
				return false, nil
			}
			return false, err
		}
		return true, nil
	})
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
