// Package variable calls client-go's retry through variables, which tests replace.
package variable

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/retry"
)

// retryOnConflict is replaced in tests.
var retryOnConflict = retry.RetryOnConflict

// onConflict tries fn again.
var onConflict = func(fn func() error) error {
	return retry.RetryOnConflict(retry.DefaultRetry, fn)
}

func scaleAlias(ctx context.Context, c kubernetes.Interface, d *appsv1.Deployment, n int32) error {
	return retryOnConflict(retry.DefaultRetry, func() error {
		d.Spec.Replicas = &n
		_, err := c.AppsV1().Deployments(d.Namespace).Update(ctx, d, metav1.UpdateOptions{}) // want `d is written again with the resourceVersion that was refused`
		return err
	})
}

func scaleLiteral(ctx context.Context, c kubernetes.Interface, d *appsv1.Deployment, n int32) error {
	return onConflict(func() error {
		d.Spec.Replicas = &n
		_, err := c.AppsV1().Deployments(d.Namespace).Update(ctx, d, metav1.UpdateOptions{}) // want `d is written again with the resourceVersion that was refused`
		return err
	})
}

// scaleAnew reads the deployment again.
func scaleAnew(ctx context.Context, c kubernetes.Interface, namespace, name string, n int32) error {
	return retryOnConflict(retry.DefaultRetry, func() error {
		d, err := c.AppsV1().Deployments(namespace).Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		d.Spec.Replicas = &n
		_, err = c.AppsV1().Deployments(namespace).Update(ctx, d, metav1.UpdateOptions{})
		return err
	})
}

// tryOnce is replaced below, so that nothing is known of it.
var tryOnce = retry.RetryOnConflict

func init() {
	tryOnce = func(_ wait.Backoff, fn func() error) error { return fn() }
}

func scaleOnce(ctx context.Context, c kubernetes.Interface, d *appsv1.Deployment, n int32) error {
	return tryOnce(retry.DefaultRetry, func() error {
		d.Spec.Replicas = &n
		_, err := c.AppsV1().Deployments(d.Namespace).Update(ctx, d, metav1.UpdateOptions{})
		return err
	})
}
