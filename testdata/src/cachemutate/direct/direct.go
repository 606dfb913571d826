// Package direct: the object is written in the function that got it from the
// lister, as the EndpointSlice controller of Kubernetes 1.17 did.
package direct

import (
	"context"
	"sort"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	discoverylisters "k8s.io/client-go/listers/discovery/v1"
)

const triggerAnnotation = "endpoints.kubernetes.io/last-change-trigger-time"

type Controller struct {
	client              kubernetes.Interface
	serviceLister       corelisters.ServiceLister
	endpointSliceLister discoverylisters.EndpointSliceLister
	secretLister        corelisters.SecretLister
	podLister           corelisters.PodLister
}

func (c *Controller) syncService(ctx context.Context, ns, name string) error {
	svc, err := c.serviceLister.Services(ns).Get(name)
	if err != nil {
		return err
	}
	svc.Annotations[triggerAnnotation] = time.Now().String() // want `svc.Annotations\[triggerAnnotation\] = … mutates a cached object`
	_, err = c.client.CoreV1().Services(ns).Update(ctx, svc, metav1.UpdateOptions{})
	return err
}

func (c *Controller) syncServiceCopy(ctx context.Context, ns, name string) error {
	svc, err := c.serviceLister.Services(ns).Get(name)
	if err != nil {
		return err
	}
	svc = svc.DeepCopy()
	svc.Annotations[triggerAnnotation] = time.Now().String()
	_, err = c.client.CoreV1().Services(ns).Update(ctx, svc, metav1.UpdateOptions{})
	return err
}

func (c *Controller) syncSlices(ctx context.Context, ns string, sel labels.Selector) error {
	slices, err := c.endpointSliceLister.EndpointSlices(ns).List(sel)
	if err != nil {
		return err
	}
	// The slice itself is ours.
	sort.Slice(slices, func(i, j int) bool { return slices[i].Name < slices[j].Name })
	for _, slice := range slices {
		slice.Labels["app"] = "x" // want `slice.Labels\["app"\] = … mutates a cached object.*also written at line 61$`
		delete(slice.Annotations, triggerAnnotation)
		if _, err := c.client.DiscoveryV1().EndpointSlices(ns).Update(ctx, slice, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

func (c *Controller) syncSlicesCopy(ctx context.Context, ns string, sel labels.Selector) error {
	slices, err := c.endpointSliceLister.EndpointSlices(ns).List(sel)
	if err != nil {
		return err
	}
	for i := range slices {
		slices[i] = slices[i].DeepCopy()
	}
	for _, slice := range slices {
		slice = slice.DeepCopy()
		slice.Labels["app"] = "x"
	}
	return nil
}

func addTriggerTimeAnnotation(svc *corev1.Service, t time.Time) { // want addTriggerTimeAnnotation:`^\Qwrite $0/ObjectMeta/Annotations svc.Annotations; write $0/ObjectMeta/Annotations/*/[] svc.Annotations[triggerAnnotation]; store $0/ObjectMeta/Annotations $0/ObjectMeta/Annotations/*\E$`
	if svc.Annotations == nil {
		svc.Annotations = map[string]string{}
	}
	svc.Annotations[triggerAnnotation] = t.String()
}

func (c *Controller) trigger(ns, name string) error {
	svc, err := c.serviceLister.Services(ns).Get(name)
	if err != nil {
		return err
	}
	addTriggerTimeAnnotation(svc, time.Now()) // want `addTriggerTimeAnnotation mutates a cached object \(svc.Annotations = … at line \d+\), read by c.serviceLister.Services\(ns\).Get at line`
	return nil
}

func (c *Controller) triggerCopy(ns, name string) error {
	svc, err := c.serviceLister.Services(ns).Get(name)
	if err != nil {
		return err
	}
	addTriggerTimeAnnotation(svc.DeepCopy(), time.Now())
	fresh := &corev1.Service{}
	addTriggerTimeAnnotation(fresh, time.Now())
	return nil
}

// The object is created where the lister has none: it is the cache's on one
// path only, and that path leads to the write.
func (c *Controller) ensureSecret(ctx context.Context, ns, name string) error {
	secret, err := c.secretLister.Secrets(ns).Get(name)
	if apierrors.IsNotFound(err) {
		secret = &corev1.Secret{}
	} else if err != nil {
		return err
	}
	secret.Data = map[string][]byte{} // want `secret.Data = … mutates a cached object`
	return nil
}

func (c *Controller) conditions(ns string) error {
	slices, err := c.podLister.Pods(ns).List(labels.Everything())
	if err != nil {
		return err
	}
	for _, pod := range slices {
		pod.Status.Conditions = append(pod.Status.Conditions, corev1.PodCondition{}) // want `pod.*Status.Conditions = … mutates`
		pod.SetLabels(nil)
	}
	return nil
}

func (c *Controller) setters(ns, name string) {
	pod, err := c.podLister.Pods(ns).Get(name)
	if err != nil {
		return
	}
	pod.SetAnnotations(nil) // want `pod.SetAnnotations\(nil\) mutates a cached object`
}

func (c *Controller) gvk(ns, name string) {
	pod, err := c.podLister.Pods(ns).Get(name)
	if err != nil {
		return
	}
	pod.GetObjectKind().SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Pod")) // want `SetGroupVersionKind\(.*\) mutates`
}

func (c *Controller) liveLabels(ns, name string) {
	pod, err := c.podLister.Pods(ns).Get(name)
	if err != nil {
		return
	}
	pod.GetLabels()["a"] = "b" // want `mutates a cached object`
}

func (c *Controller) accessor(ns, name string) {
	pod, err := c.podLister.Pods(ns).Get(name)
	if err != nil {
		return
	}
	acc, err := meta.Accessor(pod)
	if err != nil {
		return
	}
	acc.SetFinalizers(nil) // want `acc.SetFinalizers\(nil\) mutates`
}

func (c *Controller) intoTarget(ns, name string, src *corev1.Pod) {
	pod, err := c.podLister.Pods(ns).Get(name)
	if err != nil {
		return
	}
	var ours corev1.Pod
	pod.DeepCopyInto(&ours)
	ours.Labels["a"] = "b"
	src.DeepCopyInto(pod) // want `src.DeepCopyInto\(pod\) mutates`
}

func (c *Controller) inPlace(ns, name string) {
	ep, err := c.endpointSliceLister.EndpointSlices(ns).Get(name)
	if err != nil {
		return
	}
	sort.Slice(ep.Endpoints, func(i, j int) bool { return false }) // want `sort.Slice\(…\) mutates`
}

func (c *Controller) oldCopy(ns, name string) {
	pod, err := c.podLister.Pods(ns).Get(name)
	if err != nil {
		return
	}
	old := pod.DeepCopy()
	pod.Spec.NodeName = "n" // want `pod.Spec.NodeName = … mutates`
	_ = old
}

var _ = discoveryv1.EndpointSlice{}
