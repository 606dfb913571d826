// Package content writes objects by their content: as unstructured objects, or copied by JSON.
package content

import (
	"context"
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/dynamic"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/util/retry"
)

type controller struct {
	pods    typedcorev1.PodInterface
	dynamic dynamic.ResourceInterface
}

// The pod becomes an unstructured object before the retry.
func (c *controller) converted(ctx context.Context, name string) error {
	pod, err := c.pods.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	pod.Finalizers = nil
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(pod)
	if err != nil {
		return err
	}
	u := &unstructured.Unstructured{Object: content}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := c.dynamic.Update(ctx, u, metav1.UpdateOptions{}) // want `u is written again with the resourceVersion that was refused`
		return err
	})
}

// It becomes one in each attempt, which changes nothing.
func (c *controller) convertedAgain(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(pod)
		if err != nil {
			return err
		}
		_, err = c.dynamic.Update(ctx, &unstructured.Unstructured{Object: content}, metav1.UpdateOptions{}) // want `is written again with the resourceVersion that was refused`
		return err
	})
}

func (c *controller) readAndConverted(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := c.pods.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(pod)
		if err != nil {
			return err
		}
		_, err = c.dynamic.Update(ctx, &unstructured.Unstructured{Object: content}, metav1.UpdateOptions{})
		return err
	})
}

// The version is taken out of the content.
func (c *controller) withoutVersion(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(pod)
		if err != nil {
			return err
		}
		unstructured.RemoveNestedField(content, "metadata", "resourceVersion")
		_, err = c.dynamic.Update(ctx, &unstructured.Unstructured{Object: content}, metav1.UpdateOptions{})
		return err
	})
}

// And back again.
func (c *controller) typed(ctx context.Context, name string) error {
	u, err := c.dynamic.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	pod := &corev1.Pod{}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(u.Object, pod); err != nil {
		return err
	}
	pod.Finalizers = nil
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := c.pods.Update(ctx, pod, metav1.UpdateOptions{}) // want `pod is written again with the resourceVersion that was refused`
		return err
	})
}

func (c *controller) typedAgain(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		u, err := c.dynamic.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		pod := &corev1.Pod{}
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(u.UnstructuredContent(), pod); err != nil {
			return err
		}
		pod.Finalizers = nil
		_, err = c.pods.Update(ctx, pod, metav1.UpdateOptions{})
		return err
	})
}

// clone copies by JSON.
func clone(from, to *corev1.Pod) error {
	text, err := json.Marshal(from)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, to)
}

func (c *controller) cloned(ctx context.Context, name string) error {
	pod, err := c.pods.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	mine := &corev1.Pod{}
	if err := clone(pod, mine); err != nil {
		return err
	}
	mine.Finalizers = nil
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := c.pods.Update(ctx, mine, metav1.UpdateOptions{}) // want `mine is written again with the resourceVersion that was refused`
		return err
	})
}

// What is made of a text has no version that anybody knows.
func (c *controller) parsed(ctx context.Context, text []byte) error {
	pod := &corev1.Pod{}
	if err := json.Unmarshal(text, pod); err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := c.pods.Update(ctx, pod, metav1.UpdateOptions{})
		return err
	})
}
