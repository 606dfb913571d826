// Package returned has Pods that helpers of another package return: the one that they were given, or a copy.
package returned

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/returned/marks"
)

type marker struct{ client.Client }

// itself sends nothing: the helper returns the Pod that it was given.
func (m *marker) itself(ctx context.Context, pod *corev1.Pod) error {
	marked := marks.Mark(pod)
	marked.Annotations["marked-by"] = "marker"
	return m.Patch(ctx, marked, client.MergeFrom(pod)) // want `this patch is empty, as its base is marked itself: the change at line 18 is dropped`
}

// copied sends what the helper and the caller have changed in the copy.
func (m *marker) copied(ctx context.Context, pods []*corev1.Pod) error {
	for _, pod := range pods {
		marked, changed := marks.Marked(pod)
		if !changed {
			continue
		}
		marked.Annotations["marked-by"] = "marker"
		if err := m.Patch(ctx, marked, client.MergeFrom(pod)); err != nil {
			return err
		}
	}
	return nil
}

// alone sends what the helper has changed.
func (m *marker) alone(ctx context.Context, pod *corev1.Pod) error {
	marked, _ := marks.Marked(pod)
	return m.Patch(ctx, marked, client.MergeFrom(pod))
}

// later has a base that the caller changes after the copy, which the helper may have changed too.
func (m *marker) later(ctx context.Context, pod *corev1.Pod) error {
	marked, _ := marks.Marked(pod)
	pod.Annotations["marked-by"] = "marker"
	return m.Patch(ctx, marked, client.MergeFrom(pod))
}

// either may have a copy.
func (m *marker) either(ctx context.Context, pod *corev1.Pod) error {
	marked := marks.EnsureMarked(pod)
	marked.Annotations["marked-by"] = "marker"
	return m.Patch(ctx, marked, client.MergeFrom(pod))
}

// swapped sends the Pod without the changes of its copy.
func (m *marker) swapped(ctx context.Context, pod *corev1.Pod) error {
	marked, _ := marks.Marked(pod)
	marked.Annotations["marked-by"] = "marker"
	return m.Patch(ctx, pod, client.MergeFrom(marked)) // want `this patch undoes the change at line 60: the changed object is its base, and the unchanged one is sent`
}
