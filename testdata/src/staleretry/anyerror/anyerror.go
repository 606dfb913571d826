// Package anyerror retries with a library that goes on after any error.
package anyerror

import (
	"context"
	"errors"

	retry "github.com/avast/retry-go/v4"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

type pods struct{ typedcorev1.PodInterface }

func (p pods) label(ctx context.Context, name string) error {
	pod, err := p.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	pod.Labels["seen"] = "true"
	return retry.Do(func() error {
		_, err := p.Update(ctx, pod, metav1.UpdateOptions{}) // want `pod is written again with the resourceVersion that was refused`
		return err
	}, retry.Context(ctx), retry.Attempts(5))
}

func (p pods) labelLatest(ctx context.Context, name string) error {
	return retry.Do(func() error {
		pod, err := p.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		pod.Labels["seen"] = "true"
		_, err = p.Update(ctx, pod, metav1.UpdateOptions{})
		return err
	})
}

// The options say when: a conflict is not among these errors.
func (p pods) labelIf(ctx context.Context, pod *corev1.Pod, more ...retry.Option) error {
	err := retry.Do(func() error {
		_, err := p.Update(ctx, pod, metav1.UpdateOptions{})
		return err
	}, retry.RetryIf(func(err error) bool { return apierrors.IsServerTimeout(err) }))
	if err != nil {
		return err
	}
	return retry.Do(func() error {
		pod, err := p.Get(ctx, pod.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		return p.relabel(ctx, pod, more...)
	})
}

func (p pods) relabel(ctx context.Context, pod *corev1.Pod, more ...retry.Option) error {
	return retry.Do(func() error {
		_, err := p.Update(ctx, pod, metav1.UpdateOptions{})
		return err
	}, more...)
}

// A conflict ends it.
func (p pods) labelOnce(ctx context.Context, name string) error {
	pod, err := p.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	pod.Labels["seen"] = "true"
	return retry.Do(func() error {
		_, err := p.Update(ctx, pod, metav1.UpdateOptions{})
		if apierrors.IsConflict(err) {
			return retry.Unrecoverable(errors.New("somebody else was faster"))
		}
		return err
	})
}
