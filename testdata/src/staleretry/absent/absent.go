// Package absent writes where an object was not found.
package absent

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// start starts the jobs that are missing, and counts them.
func start(ctx context.Context, c client.Client, key client.ObjectKey, jobs []*batchv1.Job) error {
	cm := &corev1.ConfigMap{}
	if err := c.Get(ctx, key, cm); err != nil {
		return err
	}
	for _, job := range jobs {
		err := c.Get(ctx, client.ObjectKeyFromObject(job), &batchv1.Job{})
		if err != nil && !errors.IsNotFound(err) {
			return err
		}
		if !errors.IsNotFound(err) {
			continue
		}
		if err := c.Create(ctx, job); err != nil {
			return err
		}
		err = retry.RetryOnConflict(retry.DefaultRetry, func() error {
			cm.Data[job.Name] = "started"
			return c.Update(ctx, cm) // want `cm is written again with the resourceVersion that was refused`
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func startRight(ctx context.Context, c client.Client, key client.ObjectKey, job *batchv1.Job) error {
	cm := &corev1.ConfigMap{}
	if err := c.Get(ctx, key, cm); err != nil {
		return err
	}
	err := c.Get(ctx, client.ObjectKeyFromObject(job), &batchv1.Job{})
	if errors.IsNotFound(err) {
		if err := c.Create(ctx, job); err != nil {
			return err
		}
		return retry.RetryOnConflict(retry.DefaultRetry, func() error {
			if err := c.Get(ctx, key, cm); err != nil {
				return err
			}
			cm.Data[job.Name] = "started"
			return c.Update(ctx, cm)
		})
	}
	return err
}

// mark writes twice where the pod is gone.
func mark(ctx context.Context, kube kubernetes.Interface, name, pod string) error {
	node, err := kube.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	_, err = kube.CoreV1().Pods("a").Get(ctx, pod, metav1.GetOptions{})
	if errors.IsNotFound(err) {
		node.Labels["gone"] = pod
		if _, err := kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil {
			return err
		}
		node.Status.Phase = corev1.NodeRunning
		_, err = kube.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{}) // want `node still has the resourceVersion from before the Update at line 74`
	}
	return err
}

// blame says in the object why its secret cannot be read.
func blame(ctx context.Context, c client.Client, key client.ObjectKey, secret string) error {
	cm := &corev1.ConfigMap{}
	if err := c.Get(ctx, key, cm); err != nil {
		return err
	}
	if err := c.Get(ctx, client.ObjectKey{Name: secret}, &corev1.Secret{}); err != nil {
		cm.Data["reason"] = err.Error()
		return retry.RetryOnConflict(retry.DefaultRetry, func() error { return c.Update(ctx, cm) }) // want `cm is written again with the resourceVersion that was refused`
	}
	return nil
}

func blameRight(ctx context.Context, c client.Client, key client.ObjectKey, secret string) error {
	if err := c.Get(ctx, client.ObjectKey{Name: secret}, &corev1.Secret{}); err != nil {
		return retry.RetryOnConflict(retry.DefaultRetry, func() error {
			cm := &corev1.ConfigMap{}
			if err := c.Get(ctx, key, cm); err != nil {
				return err
			}
			cm.Data["reason"] = err.Error()
			return c.Update(ctx, cm)
		})
	}
	return nil
}

// renew creates what is missing. What was not found has no version.
func renew(ctx context.Context, kube kubernetes.Interface, name string) error {
	cm, err := kube.CoreV1().ConfigMaps("a").Get(ctx, name, metav1.GetOptions{})
	if errors.IsNotFound(err) {
		cm = &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}}
		return retry.RetryOnConflict(retry.DefaultRetry, func() error {
			_, err := kube.CoreV1().ConfigMaps("a").Update(ctx, cm, metav1.UpdateOptions{})
			if errors.IsNotFound(err) {
				_, err = kube.CoreV1().ConfigMaps("a").Create(ctx, cm, metav1.CreateOptions{})
			}
			return err
		})
	}
	return err
}

// refill sends what was not found, as it is.
func refill(ctx context.Context, c client.Client, key client.ObjectKey) error {
	cm := &corev1.ConfigMap{}
	err := c.Get(ctx, key, cm)
	if errors.IsNotFound(err) {
		cm.Name, cm.Namespace = key.Name, key.Namespace
		return retry.RetryOnConflict(retry.DefaultRetry, func() error { return c.Update(ctx, cm) })
	}
	return err
}
