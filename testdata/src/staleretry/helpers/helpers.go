// Package helpers retries through helpers of its own and of another package.
package helpers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/util/retry"

	"k8slint.test/staleretry/helpers/store"
)

func stale(ctx context.Context, s *store.Store, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return s.Save(ctx, pod) // want `pod is written again with the resourceVersion that was refused`
	})
}

func marked(ctx context.Context, s *store.Store, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return s.Save(ctx, store.Mark(pod)) // want `store.Mark\(pod\) is written again with the resourceVersion that was refused`
	})
}

func live(ctx context.Context, s *store.Store, ns, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := s.Live(ctx, ns, name)
		if err != nil {
			return err
		}
		return s.Save(ctx, store.Mark(pod))
	})
}

func refreshed(ctx context.Context, s *store.Store, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		err := s.Save(ctx, pod)
		if apierrors.IsConflict(err) {
			if err := s.Refresh(ctx, pod); err != nil {
				return err
			}
		}
		return err
	})
}

func cached(ctx context.Context, s *store.Store, ns, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := s.Cached(ns, name)
		if err != nil {
			return err
		}
		return s.Save(ctx, store.Mark(pod)) // want `store.Mark\(pod\) comes from the informer's cache in every attempt`
	})
}

// Two deep.
func deep(ctx context.Context, s *store.Store, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return write(ctx, s, pod) // want `pod is written again`
	})
}

func write(ctx context.Context, s *store.Store, pod *corev1.Pod) error {
	pod.Labels["deep"] = "true"
	return writeOnce(ctx, s, pod)
}

func writeOnce(ctx context.Context, s *store.Store, pod *corev1.Pod) error { return s.Save(ctx, pod) }

func deepRead(ctx context.Context, s *store.Store, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return readAndWrite(ctx, s, pod)
	})
}

func readAndWrite(ctx context.Context, s *store.Store, pod *corev1.Pod) error {
	if err := s.Refresh(ctx, pod); err != nil {
		return err
	}
	return writeOnce(ctx, s, pod)
}

// A retry of its own.
func onConflict(fn func() error) error { return retry.RetryOnConflict(retry.DefaultRetry, fn) }

func wrapped(ctx context.Context, s *store.Store, pod *corev1.Pod) error {
	return onConflict(func() error {
		return s.Save(ctx, pod) // want `pod is written again`
	})
}
