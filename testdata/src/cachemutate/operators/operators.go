// Package operators writes objects of the cache with ++ and +=: the message shows
// the operator.
package operators

import (
	appsv1 "k8s.io/api/apps/v1"
	listers "k8s.io/client-go/listers/apps/v1"
)

type scaler struct {
	deployments listers.DeploymentLister
}

func (s *scaler) up(ns, name string) error {
	d, err := s.deployments.Deployments(ns).Get(name)
	if err != nil {
		return err
	}
	*d.Spec.Replicas++ // want `^\*d.Spec.Replicas\+\+ mutates a cached object, read by`
	return nil
}

func (s *scaler) note(ns, name, text string) error {
	d, err := s.deployments.Deployments(ns).Get(name)
	if err != nil {
		return err
	}
	d.Annotations["example.com/notes"] += text // want `^d.Annotations\["example.com/notes"\] \+= … mutates`
	return nil
}

func (s *scaler) down(ns, name string) error {
	d, err := s.deployments.Deployments(ns).Get(name)
	if err != nil {
		return err
	}
	shrink(d)
	return nil
}

func shrink(d *appsv1.Deployment) {
	*d.Spec.Replicas-- // want `^\*d.Spec.Replicas-- mutates a cached object, read by .* \(through shrink\)`
}

func (s *scaler) copied(ns, name string) (*appsv1.Deployment, error) {
	d, err := s.deployments.Deployments(ns).Get(name)
	if err != nil {
		return nil, err
	}
	d = d.DeepCopy()
	*d.Spec.Replicas++
	d.Annotations["example.com/notes"] += "scaled"
	return d, nil
}
