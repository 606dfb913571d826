package eachitem

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
)

var errNoneFree = errors.New("no node is free")

// A pool hands out nodes.
type pool struct {
	client kubernetes.Interface
	nodes  listers.NodeLister
}

// first takes the first node that nobody else takes at the same time.
func (p *pool) first(ctx context.Context, free []*corev1.Node) error {
	for _, node := range free {
		err := p.take(ctx, node)
		if err == nil {
			return nil
		}
		if !apierrors.IsConflict(err) {
			return err
		}
	}
	return errNoneFree
}

// untilTaken tries the same node three times, and asks the cache each time.
func (p *pool) untilTaken(ctx context.Context, node *corev1.Node) error {
	for range 3 {
		err := p.take(ctx, node) // want `comes from the informer's cache in every attempt`
		if err == nil {
			return nil
		}
		if !apierrors.IsConflict(err) {
			return err
		}
	}
	return errNoneFree
}

func (p *pool) take(ctx context.Context, of *corev1.Node) error {
	cached, err := p.nodes.Get(of.Name)
	if err != nil {
		return err
	}
	node := cached.DeepCopy()
	node.Spec.Unschedulable = true
	_, err = p.client.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
	return err
}
