package converted

import (
	"context"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var errQuota = errors.New("no quota")

// A labeller labels pods.
type labeller struct{ client client.Client }

// saved says only that it did not save the pod, and not why.
func (l *labeller) saved(ctx context.Context, pod *corev1.Pod) error {
	if err := l.client.Update(ctx, pod); err != nil {
		return fmt.Errorf("cannot save pod %s", pod.Name)
	}
	return nil
}

func (l *labeller) byHelper(ctx context.Context, key client.ObjectKey) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var pod corev1.Pod
		if err := l.client.Get(ctx, key, &pod); err != nil {
			return err
		}
		pod.Labels["team"] = "a"
		return l.saved(ctx, &pod) // want `the error made at line 22 hides the conflict of the Update in saved from the retry`
	})
}

func (l *labeller) itself(ctx context.Context, key client.ObjectKey) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var pod corev1.Pod
		if err := l.client.Get(ctx, key, &pod); err != nil {
			return err
		}
		pod.Labels["team"] = "a"
		if err := l.client.Update(ctx, &pod); err != nil { // want `the error made at line 46 hides the conflict of this Update from the retry`
			return errors.New("cannot save the pod")
		}
		return nil
	})
}

// onlyOthers gives other errors a text of their own: the conflict is returned.
func (l *labeller) onlyOthers(ctx context.Context, key client.ObjectKey) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var pod corev1.Pod
		if err := l.client.Get(ctx, key, &pod); err != nil {
			return err
		}
		pod.Labels["team"] = "a"
		err := l.client.Update(ctx, &pod)
		if err != nil && !apierrors.IsConflict(err) {
			return errors.New("cannot save the pod")
		}
		return err
	})
}

// counted makes an error that has nothing to do with the write.
func (l *labeller) counted(ctx context.Context, key client.ObjectKey, most int) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var pod corev1.Pod
		if err := l.client.Get(ctx, key, &pod); err != nil {
			return err
		}
		pod.Labels["team"] = "a"
		err := l.client.Update(ctx, &pod)
		if len(pod.Labels) > most {
			return fmt.Errorf("%d labels: %w", len(pod.Labels), errQuota)
		}
		return err
	})
}

// onConflict knows that it is a conflict, and gives up with another error.
func (l *labeller) onConflict(ctx context.Context, key client.ObjectKey) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var pod corev1.Pod
		if err := l.client.Get(ctx, key, &pod); err != nil {
			return err
		}
		pod.Labels["team"] = "a"
		if err := l.client.Update(ctx, &pod); err != nil {
			if apierrors.IsConflict(err) && pod.Labels["urgent"] == "" {
				return fmt.Errorf("pod %s is not urgent", pod.Name)
			}
			return err
		}
		return nil
	})
}
