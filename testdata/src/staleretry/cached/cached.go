// Package cached holds retries that read the informer's cache.
package cached

import (
	"context"
	"reflect"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	rbaclisters "k8s.io/client-go/listers/rbac/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/retry"
)

type controller struct {
	kube    kubernetes.Interface
	pods    corelisters.PodLister
	roles   rbaclisters.ClusterRoleLister
	indexer cache.Indexer
}

func (c *controller) label(ctx context.Context, ns, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := c.pods.Pods(ns).Get(name)
		if err != nil {
			return err
		}
		pod = pod.DeepCopy()
		pod.Labels["seen"] = "true"
		_, err = c.kube.CoreV1().Pods(ns).Update(ctx, pod, metav1.UpdateOptions{}) // want `pod comes from the informer's cache in every attempt, and the retry ends within 50 ms`
		return err
	})
}

// DefaultBackoff waits long enough for most caches.
func (c *controller) patient(ctx context.Context, ns, name string) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		pod, err := c.pods.Pods(ns).Get(name)
		if err != nil {
			return err
		}
		pod = pod.DeepCopy()
		pod.Labels["seen"] = "true"
		_, err = c.kube.CoreV1().Pods(ns).Update(ctx, pod, metav1.UpdateOptions{})
		return err
	})
}

// The cached object itself is changed: the next attempt finds it equal.
func (c *controller) inPlace(ctx context.Context, name string, rules []rbacv1.PolicyRule) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		role, err := c.roles.Get(name)
		if err != nil {
			return err
		}
		if reflect.DeepEqual(role.Rules, rules) {
			return nil
		}
		role.Rules = rules
		_, err = c.kube.RbacV1().ClusterRoles().Update(ctx, role, metav1.UpdateOptions{}) // want `role is the informer's cached object, changed in place`
		return err
	})
}

func (c *controller) indexed(ctx context.Context, key string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		obj, found, err := c.indexer.GetByKey(key)
		if err != nil || !found {
			return err
		}
		pod := obj.(*corev1.Pod).DeepCopy()
		pod.Labels["seen"] = "true"
		_, err = c.kube.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{}) // want `pod comes from the informer's cache in every attempt`
		return err
	})
}

// The first attempt only.
func (c *controller) first(ctx context.Context, ns, name string) error {
	first := true
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var pod *corev1.Pod
		var err error
		if first {
			pod, err = c.pods.Pods(ns).Get(name)
			first = false
		} else {
			pod, err = c.kube.CoreV1().Pods(ns).Get(ctx, name, metav1.GetOptions{})
		}
		if err != nil {
			return err
		}
		pod = pod.DeepCopy()
		pod.Labels["seen"] = "true"
		_, err = c.kube.CoreV1().Pods(ns).Update(ctx, pod, metav1.UpdateOptions{})
		return err
	})
}

// Only when the first write was refused is the lister asked.
func (c *controller) branch(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod.Labels["seen"] = "true"
		_, err := c.kube.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
		if err == nil {
			return nil
		}
		if latest, getErr := c.pods.Pods(pod.Namespace).Get(pod.Name); getErr == nil {
			pod = latest.DeepCopy()
		}
		return err
	})
}
