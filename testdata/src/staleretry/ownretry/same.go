package ownretry

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/staleretry/ownretry/again"
)

// These are retries of the package itself.

func (r *reconciler) tryAgain(write func() error) error {
	for {
		err := write()
		switch {
		case apierrors.IsConflict(err):
			time.Sleep(time.Second)
			continue
		default:
			return err
		}
	}
}

func upTo(n int, write func() error) (err error) {
	for i := 0; i < n; i++ {
		err = write()
		if err == nil {
			return nil
		}
		if isConflict(err) {
			continue
		}
		return err
	}
	return err
}

func isConflict(err error) bool { return err != nil && apierrors.IsConflict(err) }

func backedOff(write func() error) error {
	return wait.ExponentialBackoff(patient, func() (bool, error) {
		err := write()
		if apierrors.IsConflict(err) {
			return false, nil
		}
		return true, err
	})
}

// refreshed reads the pod that the reconciler keeps before it tries again.
func (k *keeper) refreshed(ctx context.Context, write func() error) error {
	for {
		err := write()
		if !apierrors.IsConflict(err) {
			return err
		}
		k.refresh(ctx)
	}
}

type keeper struct {
	client client.Client
	pod    *corev1.Pod
}

func (k *keeper) refresh(ctx context.Context) {
	_ = k.client.Get(ctx, client.ObjectKeyFromObject(k.pod), k.pod)
}

func (r *reconciler) sameTryAgain(ctx context.Context, pod *corev1.Pod) error {
	return r.tryAgain(func() error {
		return r.Update(ctx, pod) // want `pod is written again with the resourceVersion that was refused`
	})
}

func (r *reconciler) sameTryAgainRead(ctx context.Context, key client.ObjectKey) error {
	return r.tryAgain(func() error {
		pod := &corev1.Pod{}
		if err := r.Get(ctx, key, pod); err != nil {
			return err
		}
		pod.Spec.NodeName = "n"
		return r.Update(ctx, pod)
	})
}

func (r *reconciler) sameUpTo(ctx context.Context, pod *corev1.Pod) error {
	return upTo(3, func() error {
		return r.Update(ctx, pod) // want `pod is written again with the resourceVersion that was refused`
	})
}

func (r *reconciler) sameBackedOff(ctx context.Context, pod *corev1.Pod) error {
	return backedOff(func() error {
		return r.Update(ctx, pod) // want `pod is written again with the resourceVersion that was refused`
	})
}

func (r *reconciler) sameBackedOffRead(ctx context.Context, pod *corev1.Pod) error {
	return backedOff(func() error {
		if err := r.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		pod.Spec.NodeName = "n"
		return r.Update(ctx, pod)
	})
}

func (k *keeper) sameRefreshed(ctx context.Context) error {
	pod := k.pod
	return k.refreshed(ctx, func() error { return k.client.Update(ctx, pod) })
}

// After any error: the pod was read.
func (r *reconciler) stubborn(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	if err := again.Stubborn(3, func() error {
		return r.Update(ctx, pod) // want `pod is written again with the resourceVersion that was refused`
	}); err != nil {
		return err
	}
	return stubborn(func() error {
		return r.Status().Update(ctx, pod) // want `pod is written again with the resourceVersion that was refused`
	})
}

// Nobody knows whether the pod has a version.
func (r *reconciler) stubbornGiven(ctx context.Context, pod *corev1.Pod) error {
	return stubborn(func() error { return r.Update(ctx, pod) })
}

func (r *reconciler) stubbornRead(ctx context.Context, key client.ObjectKey) error {
	return again.Stubborn(3, func() error {
		pod := &corev1.Pod{}
		if err := r.Get(ctx, key, pod); err != nil {
			return err
		}
		pod.Spec.NodeName = "n"
		return r.Update(ctx, pod)
	})
}

// It is not called again because it failed.
func (r *reconciler) always(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	return again.Always(3, func() error { return r.Update(ctx, pod) })
}

func stubborn(write func() error) (err error) {
	for i := 0; i < 3; i++ {
		if err = write(); err == nil {
			return nil
		}
	}
	return err
}
