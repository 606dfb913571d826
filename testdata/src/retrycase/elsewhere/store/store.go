// Package store reads Deployments for other packages.
package store

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedappsv1 "k8s.io/client-go/kubernetes/typed/apps/v1"
)

// Deployment reads one.
func Deployment(ctx context.Context, from typedappsv1.DeploymentInterface, name string) (*appsv1.Deployment, error) {
	return from.Get(ctx, name, metav1.GetOptions{})
}

// Deployments lists all.
func Deployments(ctx context.Context, from typedappsv1.DeploymentInterface) (*appsv1.DeploymentList, error) {
	return from.List(ctx, metav1.ListOptions{})
}
