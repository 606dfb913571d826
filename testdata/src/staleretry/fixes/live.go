package fixes

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	rbaclisters "k8s.io/client-go/listers/rbac/v1"
	"k8s.io/client-go/util/retry"
)

type controller struct {
	kube  kubernetes.Interface
	pods  corelisters.PodLister
	roles rbaclisters.ClusterRoleLister
}

func (c *controller) label(ctx context.Context, ns, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := c.pods.Pods(ns).Get(name) // the cache's
		if err != nil {
			return err
		}
		pod = pod.DeepCopy()
		pod.Labels["seen"] = "true"
		_, err = c.kube.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{}) // want `pod comes from the informer's cache in every attempt`
		return err
	})
}

func (c *controller) ofCluster(ctx context.Context, role *rbacv1.ClusterRole) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		latest, err := c.roles.Get(role.Name)
		if err != nil {
			return err
		}
		if equality.Semantic.DeepEqual(latest.Rules, role.Rules) {
			return nil
		}
		copied := latest.DeepCopy()
		copied.Rules = role.Rules
		_, err = c.kube.RbacV1().ClusterRoles().Update(ctx, copied, metav1.UpdateOptions{}) // want `copied comes from the informer's cache in every attempt`
		return err
	})
}

// The lister is used for nothing else: without it, its variable would be unused.
func (c *controller) onlyUse(ctx context.Context, ns, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		lister := c.pods.Pods(ns)
		pod, err := lister.Get(name)
		if err != nil {
			return err
		}
		pod = pod.DeepCopy()
		pod.Labels["seen"] = "true"
		_, err = c.kube.CoreV1().Pods(ns).Update(ctx, pod, metav1.UpdateOptions{}) // want `pod comes from the informer's cache in every attempt`
		return err
	})
}

// The client is made from what was read.
func (c *controller) clientOf(ctx context.Context, ns, name string, clients func(*corev1.Pod) kubernetes.Interface) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := c.pods.Pods(ns).Get(name)
		if err != nil {
			return err
		}
		pod = pod.DeepCopy()
		pod.Labels["seen"] = "true"
		_, err = clients(pod).CoreV1().Pods(ns).Update(ctx, pod, metav1.UpdateOptions{}) // want `pod comes from the informer's cache in every attempt`
		return err
	})
}
