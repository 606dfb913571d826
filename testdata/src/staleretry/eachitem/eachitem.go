// Package eachitem holds loops over lists: what is written in the next round is
// another object, and no second attempt.
package eachitem

import (
	"context"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
)

// The nodes that are refused are left to the next resync.
func skipRefused(ctx context.Context, client kubernetes.Interface, nodes listers.NodeLister) error {
	all, err := nodes.List(labels.Everything())
	if err != nil {
		return err
	}
	for _, cached := range all {
		node := cached.DeepCopy()
		node.Spec.Unschedulable = true
		if _, err := client.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil {
			if apierrors.IsConflict(err) {
				continue
			}
			return err
		}
	}
	return nil
}

func skipRefusedByIndex(ctx context.Context, client kubernetes.Interface, nodes listers.NodeLister) error {
	all, err := nodes.List(labels.Everything())
	if err != nil {
		return err
	}
	for i := range all {
		node := all[i].DeepCopy()
		node.Spec.Unschedulable = true
		_, err := client.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
		if apierrors.IsConflict(err) {
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func skipRefusedByName(ctx context.Context, client kubernetes.Interface, nodes listers.NodeLister, names []string) error {
	for _, name := range names {
		cached, err := nodes.Get(name)
		if err != nil {
			return err
		}
		node := cached.DeepCopy()
		node.Spec.Unschedulable = true
		_, err = client.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
		if apierrors.IsConflict(err) {
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func skipRefusedItems(ctx context.Context, client kubernetes.Interface) error {
	all, err := client.CoreV1().Nodes().List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for i := range all.Items {
		node := &all.Items[i]
		node.Spec.Unschedulable = true
		_, err := client.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
		if apierrors.IsConflict(err) {
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// The same node is tried until it is taken, and the cache is asked each time.
func untilTaken(ctx context.Context, client kubernetes.Interface, nodes listers.NodeLister, name string) error {
	for {
		cached, err := nodes.Get(name)
		if err != nil {
			return err
		}
		node := cached.DeepCopy()
		node.Spec.Unschedulable = true
		_, err = client.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}) // want `node comes from the informer's cache in every attempt, and the loop does not wait`
		if !apierrors.IsConflict(err) {
			return err
		}
	}
}
