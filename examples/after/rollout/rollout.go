// Package rollout is what a command uses to pause Deployments and to wait until
// they are rolled out.
package rollout

import (
	"context"
	"errors"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedappsv1 "k8s.io/client-go/kubernetes/typed/apps/v1"
	"k8s.io/client-go/util/retry"
)

// errClosed says that the server closed a watch, which it does to every one.
var errClosed = errors.New("the watch was closed")

// Pause stops the rollout of a Deployment. Its controller updates the status of
// the Deployment at the same time, so conflicts are to be expected.
func Pause(ctx context.Context, client typedappsv1.DeploymentInterface, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		deployment, err := client.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		deployment.Spec.Paused = true
		_, err = client.Update(ctx, deployment, metav1.UpdateOptions{})
		return err
	})
}

// WaitAll returns when all Deployments that selector selects are rolled out.
func WaitAll(ctx context.Context, client typedappsv1.DeploymentInterface, selector string) error {
	list, err := client.List(ctx, metav1.ListOptions{LabelSelector: selector})
	if err != nil {
		return err
	}
	waiting := map[string]bool{}
	for i := range list.Items {
		if !complete(&list.Items[i]) {
			waiting[list.Items[i].Name] = true
		}
	}
	w, err := client.Watch(ctx, metav1.ListOptions{LabelSelector: selector, ResourceVersion: list.ResourceVersion})
	if err != nil {
		return err
	}
	defer w.Stop()
	for len(waiting) > 0 {
		select {
		case <-ctx.Done():
			return fmt.Errorf("%d Deployments are not rolled out: %w", len(waiting), ctx.Err())
		case event, ok := <-w.ResultChan():
			if !ok {
				return errClosed
			}
			if event.Type == watch.Error {
				return apierrors.FromObject(event.Object)
			}
			deployment, ok := event.Object.(*appsv1.Deployment)
			if !ok {
				continue
			}
			if event.Type == watch.Deleted || complete(deployment) {
				delete(waiting, deployment.Name)
			}
		}
	}
	return nil
}

// complete reports whether a Deployment is rolled out.
func complete(d *appsv1.Deployment) bool {
	replicas := int32(1)
	if d.Spec.Replicas != nil {
		replicas = *d.Spec.Replicas
	}
	return d.Status.ObservedGeneration >= d.Generation && d.Status.UpdatedReplicas == replicas && d.Status.AvailableReplicas == replicas
}
