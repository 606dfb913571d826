package second

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"

	"k8slint.test/staleretry/second/metadata"
)

// The new version is set through the metadata of the object.
type evictor struct{ pods typedcorev1.PodInterface }

// status writes the status of a pod, with its new version in updated.
func (e *evictor) status(ctx context.Context, name string) (pod, updated *corev1.Pod, err error) {
	if pod, err = e.pods.Get(ctx, name, metav1.GetOptions{}); err != nil {
		return nil, nil, err
	}
	updated, err = e.pods.UpdateStatus(ctx, pod, metav1.UpdateOptions{})
	return pod, updated, err
}

func (e *evictor) accessor(ctx context.Context, name string) error {
	pod, updated, err := e.status(ctx, name)
	if err != nil {
		return err
	}
	m, err := meta.Accessor(pod)
	if err != nil {
		return err
	}
	m.SetResourceVersion(updated.ResourceVersion)
	_, err = e.pods.Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

// Only the name is set.
func (e *evictor) accessorOfName(ctx context.Context, name string) error {
	pod, updated, err := e.status(ctx, name)
	if err != nil {
		return err
	}
	m, err := meta.Accessor(pod)
	if err != nil {
		return err
	}
	m.SetName(updated.Name)
	_, err = e.pods.Update(ctx, pod, metav1.UpdateOptions{}) // want `pod still has the resourceVersion from before status`
	return err
}

func mustMeta(obj runtime.Object) metav1.Object {
	m, err := meta.Accessor(obj)
	if err != nil {
		panic(err)
	}
	return m
}

func (e *evictor) byHelper(ctx context.Context, name string) error {
	pod, updated, err := e.status(ctx, name)
	if err != nil {
		return err
	}
	mustMeta(pod).SetResourceVersion(mustMeta(updated).GetResourceVersion())
	_, err = e.pods.Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

// The version of the object itself is the old one.
func (e *evictor) byHelperOfItself(ctx context.Context, name string) error {
	pod, _, err := e.status(ctx, name)
	if err != nil {
		return err
	}
	mustMeta(pod).SetResourceVersion(mustMeta(pod).GetResourceVersion())
	_, err = e.pods.Update(ctx, pod, metav1.UpdateOptions{}) // want `pod still has the resourceVersion from before status`
	return err
}

func (e *evictor) byPackage(ctx context.Context, name string) error {
	pod, updated, err := e.status(ctx, name)
	if err != nil {
		return err
	}
	metadata.Must(pod).SetResourceVersion(updated.ResourceVersion)
	_, err = e.pods.Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

func (e *evictor) byAny(ctx context.Context, name string) error {
	pod, updated, err := e.status(ctx, name)
	if err != nil {
		return err
	}
	metadata.Any(pod).SetResourceVersion(updated.ResourceVersion)
	_, err = e.pods.Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

func (e *evictor) byPackageOfName(ctx context.Context, name string) error {
	pod, updated, err := e.status(ctx, name)
	if err != nil {
		return err
	}
	metadata.Must(pod).SetName(updated.Name)
	_, err = e.pods.Update(ctx, pod, metav1.UpdateOptions{}) // want `pod still has the resourceVersion from before status`
	return err
}

func (e *evictor) objectMeta(ctx context.Context, name string) error {
	pod, updated, err := e.status(ctx, name)
	if err != nil {
		return err
	}
	pod.GetObjectMeta().SetResourceVersion(updated.ResourceVersion)
	_, err = e.pods.Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

func (e *evictor) metadataAccessor(ctx context.Context, name string) error {
	pod, updated, err := e.status(ctx, name)
	if err != nil {
		return err
	}
	if err := meta.NewAccessor().SetResourceVersion(pod, updated.ResourceVersion); err != nil {
		return err
	}
	_, err = e.pods.Update(ctx, pod, metav1.UpdateOptions{})
	return err
}
