// Package loops holds retries by hand and polls.
package loops

import (
	"context"
	"math/rand"
	"time"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

func loop(ctx context.Context, kube kubernetes.Interface, pod *corev1.Pod) error {
	var err error
	for range 5 {
		pod.Labels["seen"] = "true"
		_, err = kube.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{}) // want `pod is written again with the resourceVersion that was refused`
		if !apierrors.IsConflict(err) {
			return err
		}
		time.Sleep(time.Duration(rand.Intn(100)) * time.Millisecond)
	}
	return err
}

func loopRead(ctx context.Context, kube kubernetes.Interface, pod *corev1.Pod) error {
	var err error
	for range 5 {
		pod.Labels["seen"] = "true"
		_, err = kube.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
		if !apierrors.IsConflict(err) {
			return err
		}
		latest, getErr := kube.CoreV1().Pods(pod.Namespace).Get(ctx, pod.Name, metav1.GetOptions{})
		if getErr == nil {
			pod = latest
		}
	}
	return err
}

// Each round has an object of its own.
func others(ctx context.Context, kube kubernetes.Interface, pods []*corev1.Pod) {
	for _, pod := range pods {
		_, err := kube.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
		if apierrors.IsConflict(err) {
			continue
		}
	}
}

// Any error is tried again; the object was read.
func anyError(ctx context.Context, kube kubernetes.Interface) error {
	cm, err := kube.CoreV1().ConfigMaps("kube-system").Get(ctx, "auth", metav1.GetOptions{})
	if err != nil {
		return err
	}
	for range 10 {
		if err = update(ctx, kube, cm); err != nil { // want `cm is written again`
			time.Sleep(time.Second)
			continue
		}
		return nil
	}
	return err
}

func update(ctx context.Context, kube kubernetes.Interface, cm *corev1.ConfigMap) error {
	cm.Data["a"] = "b"
	cm, err := kube.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, cm, metav1.UpdateOptions{})
	return err
}

func poll(ctx context.Context, kube kubernetes.Interface, name string) error {
	pod, err := kube.CoreV1().Pods("default").Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		_, err := kube.CoreV1().Pods("default").Update(ctx, pod, metav1.UpdateOptions{}) // want `pod is written again`
		if apierrors.IsConflict(err) {
			return false, nil
		}
		return err == nil, err
	})
}

// A conflict ends it.
func pollDone(ctx context.Context, kube kubernetes.Interface, pod *corev1.Pod) error {
	return wait.ExponentialBackoff(wait.Backoff{Steps: 3}, func() (bool, error) {
		_, err := kube.CoreV1().Pods("default").Update(ctx, pod, metav1.UpdateOptions{})
		switch {
		case err == nil:
			return true, nil
		case apierrors.IsConflict(err):
			return true, nil
		default:
			return false, err
		}
	})
}

// An object that can be created has no version.
func createOrUpdate(ctx context.Context, kube kubernetes.Interface, role *rbacv1.Role) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		if _, err := kube.RbacV1().Roles(role.Namespace).Create(ctx, role, metav1.CreateOptions{}); err != nil {
			if !apierrors.IsAlreadyExists(err) {
				return false, nil
			}
			if _, err := kube.RbacV1().Roles(role.Namespace).Update(ctx, role, metav1.UpdateOptions{}); err != nil {
				return false, nil
			}
		}
		return true, nil
	})
}

// The lister is asked at once again.
func hotLoop(ctx context.Context, kube kubernetes.Interface, pods corelisters.PodLister) error {
	var err error
	for range 5 {
		var pod *corev1.Pod
		if pod, err = pods.Pods("default").Get("web"); err != nil {
			return err
		}
		pod = pod.DeepCopy()
		pod.Labels["seen"] = "true"
		if _, err = kube.CoreV1().Pods("default").Update(ctx, pod, metav1.UpdateOptions{}); err == nil || !apierrors.IsConflict(err) { // want `pod comes from the informer's cache in every attempt, and the loop does not wait`
			return err
		}
	}
	return err
}

func coolLoop(ctx context.Context, kube kubernetes.Interface, pods corelisters.PodLister) error {
	var err error
	for range 5 {
		var pod *corev1.Pod
		if pod, err = pods.Pods("default").Get("web"); err != nil {
			return err
		}
		pod = pod.DeepCopy()
		pod.Labels["seen"] = "true"
		if _, err = kube.CoreV1().Pods("default").Update(ctx, pod, metav1.UpdateOptions{}); err == nil || !apierrors.IsConflict(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
