// Package longnames has a file, a variable and methods whose names are long: what
// is said of them has to stay one line that people read.
package longnames

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// deploymentClient is a typed client as a generator for many kinds writes it.
type deploymentClient interface {
	Get(ctx context.Context, name string, opts metav1.GetOptions) (*appsv1.Deployment, error)
	UpdateDeploymentOfTheRunnerSetInTheTargetNamespace(ctx context.Context, d *appsv1.Deployment, opts metav1.UpdateOptions) (*appsv1.Deployment, error)
	UpdateStatus(ctx context.Context, d *appsv1.Deployment, opts metav1.UpdateOptions) (*appsv1.Deployment, error)
}

func twice(ctx context.Context, c deploymentClient, name string) error {
	deploymentOfTheHorizontalRunner, err := c.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	deploymentOfTheHorizontalRunner.Spec.Paused = true
	if _, err := c.UpdateDeploymentOfTheRunnerSetInTheTargetNamespace(ctx, deploymentOfTheHorizontalRunner, metav1.UpdateOptions{}); err != nil {
		return err
	}
	deploymentOfTheHorizontalRunner.Status.Replicas = 0
	_, err = c.UpdateStatus(ctx, deploymentOfTheHorizontalRunner, metav1.UpdateOptions{}) // want `still has the resourceVersion from before the .*, whose result is dropped, so the server refuses this write`
	return err
}

func twiceRight(ctx context.Context, c deploymentClient, deploymentOfTheHorizontalRunner *appsv1.Deployment) error {
	deploymentOfTheHorizontalRunner.Spec.Paused = true
	updated, err := c.UpdateDeploymentOfTheRunnerSetInTheTargetNamespace(ctx, deploymentOfTheHorizontalRunner, metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	updated.Status.Replicas = 0
	_, err = c.UpdateStatus(ctx, updated, metav1.UpdateOptions{})
	return err
}
