package given

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/util/retry"
)

// A run keeps its pod, and the changes to make again after a conflict.
type run struct {
	pods    typedcorev1.PodInterface
	pod     *corev1.Pod
	last    *corev1.Pod
	changes []func(*corev1.PodStatus) error
}

func (r *run) status() *corev1.PodStatus { return &r.pod.Status }

// redo takes the pod that was read again.
func (r *run) redo(pod *corev1.Pod) error {
	r.pod = pod
	for _, change := range r.changes {
		if err := change(r.status()); err != nil {
			return err
		}
	}
	return nil
}

// remember keeps the pod that was read again beside the one that is written.
func (r *run) remember(pod *corev1.Pod) { r.last = pod }

// commit reads the pod again after a conflict.
func (r *run) commit(ctx context.Context) error {
	tries := 0
	var failed error
	err := retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		var err error
		if tries > 0 {
			pod, err := r.pods.Get(ctx, r.pod.Name, metav1.GetOptions{})
			if err != nil {
				return err
			}
			if failed = r.redo(pod); failed != nil {
				return nil
			}
		}
		written, err := r.pods.UpdateStatus(ctx, r.pod, metav1.UpdateOptions{})
		if err == nil {
			r.pod = written
			return nil
		}
		tries++
		return err
	})
	if failed != nil {
		return failed
	}
	return err
}

// commitLast writes the pod that was refused.
func (r *run) commitLast(ctx context.Context) error {
	tries := 0
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		if tries > 0 {
			pod, err := r.pods.Get(ctx, r.pod.Name, metav1.GetOptions{})
			if err != nil {
				return err
			}
			r.remember(pod)
		}
		tries++
		_, err := r.pods.UpdateStatus(ctx, r.pod, metav1.UpdateOptions{}) // want `r.pod is written again with the resourceVersion that was refused`
		return err
	})
}

// read has a variable of the name that its caller has.
func (r *run) read(ctx context.Context) *corev1.Pod {
	pod, _ := r.pods.Get(ctx, "name", metav1.GetOptions{})
	return pod
}

// compare reads the pod again to look at it, and writes the one that was refused.
func (r *run) compare(ctx context.Context) error {
	pod := r.read(ctx)
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		_, err := r.pods.UpdateStatus(ctx, pod, metav1.UpdateOptions{}) // want `pod is written again with the resourceVersion that was refused`
		if err != nil {
			if now := r.read(ctx); now != nil {
				now.DeepCopyInto(r.last)
			}
		}
		return err
	})
}
