// Package ownretry retries with functions of the program's own that do what client-go's
// RetryOnConflict does.
package ownretry

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	corelisters "k8s.io/client-go/listers/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/staleretry/ownretry/again"
)

var patient = wait.Backoff{Duration: 50 * time.Millisecond, Factor: 2, Steps: 6}

type reconciler struct {
	client.Client
	pods corelisters.PodLister
}

func (r *reconciler) mark(ctx context.Context, pod *corev1.Pod) error {
	return again.OnConflict(ctx, patient, func() error {
		pod.Status.Phase = corev1.PodFailed
		return r.Status().Update(ctx, pod) // want `pod is written again with the resourceVersion that was refused`
	})
}

func (r *reconciler) markRead(ctx context.Context, pod *corev1.Pod) error {
	return again.OnConflict(ctx, patient, func() error {
		if err := r.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		pod.Status.Phase = corev1.PodFailed
		return r.Status().Update(ctx, pod)
	})
}

// The read after a conflict hides it.
func (r *reconciler) markLost(ctx context.Context, pod *corev1.Pod) error {
	write := func() error {
		pod.Status.Phase = corev1.PodFailed
		err := r.Status().Update(ctx, pod) // want `the conflict of this Update is lost`
		if apierrors.IsConflict(err) {
			err = r.Get(ctx, client.ObjectKeyFromObject(pod), pod)
		}
		return err
	}
	return again.Conflicting(patient, write)
}

func (r *reconciler) markKept(ctx context.Context, pod *corev1.Pod) error {
	write := func() error {
		pod.Status.Phase = corev1.PodFailed
		err := r.Status().Update(ctx, pod)
		if apierrors.IsConflict(err) {
			if err := r.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
				return err
			}
		}
		return err
	}
	return again.Conflicting(patient, write)
}

func (r *reconciler) conflicting(ctx context.Context, pod *corev1.Pod) error {
	return again.Conflicting(patient, func() error {
		return r.Update(ctx, pod) // want `pod is written again with the resourceVersion that was refused`
	})
}

func (r *reconciler) worth(ctx context.Context, pod *corev1.Pod) error {
	return again.If(patient, apierrors.IsConflict, func() error {
		return r.Update(ctx, pod) // want `pod is written again with the resourceVersion that was refused`
	})
}

func (r *reconciler) worthElse(ctx context.Context, pod *corev1.Pod) error {
	return again.If(patient, apierrors.IsServerTimeout, func() error {
		return r.Update(ctx, pod)
	})
}

func (r *reconciler) polled(ctx context.Context, pod *corev1.Pod) error {
	return again.Polled(ctx, func(ctx context.Context) error {
		return r.Update(ctx, pod) // want `pod is written again with the resourceVersion that was refused`
	})
}

func (r *reconciler) polledRead(ctx context.Context, pod *corev1.Pod) error {
	return again.Polled(ctx, func(ctx context.Context) error {
		if err := r.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		pod.Spec.NodeName = "n"
		return r.Update(ctx, pod)
	})
}

// A longer backoff gives the cache the time to catch up.
func (r *reconciler) cached(ctx context.Context, ns, name string) error {
	return again.Conflicting(patient, func() error {
		pod, err := r.pods.Pods(ns).Get(name)
		if err != nil {
			return err
		}
		pod = pod.DeepCopy()
		pod.Spec.NodeName = "n"
		return r.Update(ctx, pod)
	})
}

// The short one does not.
func (r *reconciler) cachedShort(ctx context.Context, ns, name string) error {
	return again.Default(func() error {
		pod, err := r.pods.Pods(ns).Get(name)
		if err != nil {
			return err
		}
		pod = pod.DeepCopy()
		pod.Spec.NodeName = "n"
		return r.Update(ctx, pod) // want `comes from the informer's cache in every attempt`
	})
}

// What these call is not called again after a conflict, or the object is read before.
func (r *reconciler) others(ctx context.Context, pod *corev1.Pod) error {
	if err := again.Missing(patient, func() error { return r.Update(ctx, pod) }); err != nil {
		return err
	}
	if err := again.Unless(patient, func() error { return r.Update(ctx, pod) }); err != nil {
		return err
	}
	conflicts := 0
	if err := again.Noted(&conflicts, func() error { return r.Update(ctx, pod) }); err != nil {
		return err
	}
	again.Each(nil, func() error { return r.Update(ctx, pod) })
	refresher := &again.Refresher{Client: r.Client, Pod: pod}
	if err := refresher.OnConflict(ctx, func() error { return r.Update(ctx, pod) }); err != nil {
		return err
	}
	return again.Refreshed(func() error {
		return r.Get(ctx, client.ObjectKeyFromObject(pod), pod)
	}, func() error { return r.Update(ctx, pod) })
}
