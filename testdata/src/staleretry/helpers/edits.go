package helpers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/util/retry"

	"k8slint.test/staleretry/helpers/store"
)

// An editor writes what others change in pods.
type editor struct{ pods typedcorev1.PodInterface }

// The change is made before the retry: whoever made it cannot read, and has no error to
// return.
func (e *editor) modify(ctx context.Context, name string, change func(*corev1.Pod)) error {
	pod, err := e.pods.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	change(pod)
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := e.pods.Update(ctx, pod, metav1.UpdateOptions{}) // want `pod is written again with the resourceVersion that was refused`
		return err
	})
}

func (e *editor) modifyLatest(ctx context.Context, name string, change func(*corev1.Pod)) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := e.pods.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		change(pod)
		_, err = e.pods.Update(ctx, pod, metav1.UpdateOptions{})
		return err
	})
}

// This one may read it again.
func (e *editor) prepare(ctx context.Context, name string, refresh func(context.Context, *corev1.Pod) error) error {
	pod, err := e.pods.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := refresh(ctx, pod); err != nil {
			return err
		}
		_, err := e.pods.Update(ctx, pod, metav1.UpdateOptions{})
		return err
	})
}

// And so may this one, by what it captured.
func (e *editor) reset(ctx context.Context, name string, refresh func()) error {
	pod, err := e.pods.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	return e.with(ctx, pod, refresh)
}

func (e *editor) with(ctx context.Context, pod *corev1.Pod, refresh func()) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		refresh()
		_, err := e.pods.Update(ctx, pod, metav1.UpdateOptions{})
		return err
	})
}

// The pod is the caller's.
func (e *editor) apply(ctx context.Context, pod *corev1.Pod, change func(*corev1.Pod)) error {
	change(pod)
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := e.pods.Update(ctx, pod, metav1.UpdateOptions{}) // want `pod is written again with the resourceVersion that was refused`
		return err
	})
}

// It is made again in each attempt, to the same pod.
func (e *editor) reapply(ctx context.Context, pod *corev1.Pod, change func(*corev1.Pod)) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		change(pod)
		_, err := e.pods.Update(ctx, pod, metav1.UpdateOptions{}) // want `pod is written again with the resourceVersion that was refused`
		return err
	})
}

// The helper of another package does so.
func stored(ctx context.Context, s *store.Store, ns, name string) error {
	pod, err := s.Live(ctx, ns, name)
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return s.Change(ctx, pod, func(pod *corev1.Pod) { pod.Finalizers = nil }) // want `pod is written again with the resourceVersion that was refused`
	})
}
