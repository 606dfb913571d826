// Package nocopy: controller-runtime's client with deep copies turned off.
package nocopy

import (
	"context"
	"encoding/json"
	"maps"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type reconciler struct{ client.Client }

func (r *reconciler) listNoCopy(ctx context.Context) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace("ns"), client.UnsafeDisableDeepCopy); err != nil {
		return err
	}
	for i := range pods.Items {
		pod := &pods.Items[i]
		pod.Spec.NodeName = "ours" // the struct is a copy
		pod.Labels["a"] = "b"      // want `pod.Labels\["a"\] = … mutates a cached object, read by r.List at line \d+ without a copy`
	}
	return nil
}

func (r *reconciler) listOptions(ctx context.Context) error {
	off := true
	var pods corev1.PodList
	if err := r.List(ctx, &pods, &client.ListOptions{UnsafeDisableDeepCopy: &off}); err != nil {
		return err
	}
	pods.Items[0].Annotations["a"] = "b" // want `mutates a cached object`
	return nil
}

func (r *reconciler) get(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod, client.UnsafeDisableDeepCopy); err != nil {
		return err
	}
	pod.Spec.Containers[0].Image = "x" // want `mutates a cached object`
	return nil
}

func (r *reconciler) list(ctx context.Context) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace("ns")); err != nil {
		return err
	}
	for i := range pods.Items {
		pods.Items[i].Labels["a"] = "b"
	}
	return nil
}

// The client zeroes the object before it decodes the response into it, so that
// what a shallow copy shares is not written.
func (r *reconciler) updateNoCopy(ctx context.Context) error {
	var widgets WidgetList
	if err := r.List(ctx, &widgets, client.UnsafeDisableDeepCopy); err != nil {
		return err
	}
	for i := range widgets.Items {
		w := &widgets.Items[i]
		w.OwnerReferences = nil
		if err := r.Update(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

// A JSON decoder fills the maps that are there.
func (r *reconciler) decode(ctx context.Context, key client.ObjectKey, data []byte) error {
	w := &Widget{}
	if err := r.Get(ctx, key, w, client.UnsafeDisableDeepCopy); err != nil {
		return err
	}
	if err := json.Unmarshal(data, w.DeepCopy()); err != nil {
		return err
	}
	return json.Unmarshal(data, w) // want `json.Unmarshal\(data, w\) mutates a cached object`
}

// A Widget is a custom resource.
type Widget struct {
	metav1.TypeMeta
	metav1.ObjectMeta
	Parts map[string]string
}

func (w *Widget) DeepCopy() *Widget {
	c := *w
	w.ObjectMeta.DeepCopyInto(&c.ObjectMeta)
	c.Parts = maps.Clone(w.Parts)
	return &c
}

func (w *Widget) DeepCopyObject() runtime.Object { return w.DeepCopy() }

type WidgetList struct {
	metav1.TypeMeta
	metav1.ListMeta
	Items []Widget
}

func (l *WidgetList) DeepCopyObject() runtime.Object {
	c := *l
	c.Items = make([]Widget, len(l.Items))
	for i := range l.Items {
		c.Items[i] = *l.Items[i].DeepCopy()
	}
	return &c
}
