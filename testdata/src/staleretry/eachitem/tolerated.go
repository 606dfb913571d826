package eachitem

import (
	"context"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/apps/v1"
)

// A part is a Deployment of an application.
type part struct {
	name     string
	replicas int32
}

type parts struct {
	client  kubernetes.Interface
	deploys listers.DeploymentNamespaceLister
}

// all leaves a conflict to the event of the other write, and goes on with the next part.
func (p *parts) all(ctx context.Context, all []*part) error {
	for _, x := range all {
		if err := p.scale(ctx, x); err != nil {
			return err
		}
	}
	return nil
}

func (p *parts) scale(ctx context.Context, x *part) error {
	d, err := p.deploys.Get(x.name)
	if err != nil {
		return err
	}
	d = d.DeepCopy()
	d.Spec.Replicas = &x.replicas
	_, err = p.client.AppsV1().Deployments("apps").Update(ctx, d, metav1.UpdateOptions{})
	if err != nil && !apierrors.IsConflict(err) {
		return fmt.Errorf("part %s: %w", x.name, err)
	}
	return nil
}

// again tries one part five times.
func (p *parts) again(ctx context.Context, x *part) error {
	for range 5 {
		d, err := p.deploys.Get(x.name)
		if err != nil {
			return err
		}
		d = d.DeepCopy()
		d.Spec.Replicas = &x.replicas
		_, err = p.client.AppsV1().Deployments("apps").Update(ctx, d, metav1.UpdateOptions{}) // want `comes from the informer's cache in every attempt`
		if !apierrors.IsConflict(err) {
			return err
		}
	}
	return nil
}
