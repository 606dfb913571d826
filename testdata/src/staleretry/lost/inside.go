package lost

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A labeler changes what lies in the maps and slices of a pod.
type labeler struct {
	pods   typedcorev1.PodInterface
	client client.Client
}

func (l *labeler) label(ctx context.Context, name string) error {
	pod, err := l.pods.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	pod.Labels["seen"] = "true"
	if _, err = l.pods.Update(ctx, pod, metav1.UpdateOptions{}); apierrors.IsConflict(err) {
		if pod, err = l.pods.Get(ctx, name, metav1.GetOptions{}); err != nil {
			return err
		}
		_, err = l.pods.Update(ctx, pod, metav1.UpdateOptions{}) // want `the change to pod is lost after a conflict`
	}
	return err
}

func (l *labeler) image(ctx context.Context, name string) error {
	pod, err := l.pods.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	pod.Spec.Containers[0].Image = "web:2"
	*pod.Spec.Priority = 3
	if _, err = l.pods.Update(ctx, pod, metav1.UpdateOptions{}); apierrors.IsConflict(err) {
		if pod, err = l.pods.Get(ctx, name, metav1.GetOptions{}); err != nil {
			return err
		}
		_, err = l.pods.Update(ctx, pod, metav1.UpdateOptions{}) // want `the change to pod is lost after a conflict`
	}
	return err
}

// labelAgain makes the change again.
func (l *labeler) labelAgain(ctx context.Context, name string) error {
	pod, err := l.pods.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	pod.Labels["seen"] = "true"
	if _, err = l.pods.Update(ctx, pod, metav1.UpdateOptions{}); apierrors.IsConflict(err) {
		if pod, err = l.pods.Get(ctx, name, metav1.GetOptions{}); err != nil {
			return err
		}
		pod.Labels["seen"] = "true"
		_, err = l.pods.Update(ctx, pod, metav1.UpdateOptions{})
	}
	return err
}

// labelThrough makes the change again in a variable.
func (l *labeler) labelThrough(ctx context.Context, name string) error {
	pod, err := l.pods.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	pod.Labels["seen"] = "true"
	if _, err = l.pods.Update(ctx, pod, metav1.UpdateOptions{}); apierrors.IsConflict(err) {
		if pod, err = l.pods.Get(ctx, name, metav1.GetOptions{}); err != nil {
			return err
		}
		labels := pod.Labels
		labels["seen"] = "true"
		_, err = l.pods.Update(ctx, pod, metav1.UpdateOptions{})
	}
	return err
}

// labelLater makes the change again in a literal that has the map only.
func (l *labeler) labelLater(ctx context.Context, name string) error {
	pod, err := l.pods.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	pod.Labels["seen"] = "true"
	if _, err = l.pods.Update(ctx, pod, metav1.UpdateOptions{}); apierrors.IsConflict(err) {
		if pod, err = l.pods.Get(ctx, name, metav1.GetOptions{}); err != nil {
			return err
		}
		labels := pod.Labels
		mark := func() { labels["seen"] = "true" }
		mark()
		_, err = l.pods.Update(ctx, pod, metav1.UpdateOptions{})
	}
	return err
}

// labelInto reads into the same pod: the keys of its maps stay.
func (l *labeler) labelInto(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := l.client.Get(ctx, key, pod); err != nil {
		return err
	}
	pod.Labels["seen"] = "true"
	err := l.client.Update(ctx, pod)
	if apierrors.IsConflict(err) {
		if err = l.client.Get(ctx, key, pod); err != nil {
			return err
		}
		err = l.client.Update(ctx, pod)
	}
	return err
}
