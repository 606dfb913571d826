// Package behind writes through interfaces of the program, behind which there is one type.
package behind

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/staleretry/behind/nodes"
)

// podWriter is what the drainer needs of the API server.
type podWriter interface {
	put(ctx context.Context, pod *corev1.Pod) error
	renew(ctx context.Context, pod *corev1.Pod) error
}

type apiWriter struct{ client client.Client }

func (w *apiWriter) put(ctx context.Context, pod *corev1.Pod) error { return w.client.Update(ctx, pod) }

func (w *apiWriter) renew(ctx context.Context, pod *corev1.Pod) error {
	return w.client.Get(ctx, client.ObjectKeyFromObject(pod), pod)
}

// fakeWriter remembers what it is given.
type fakeWriter struct{ last *corev1.Pod }

func (w *fakeWriter) put(_ context.Context, pod *corev1.Pod) error {
	w.last = pod
	return nil
}

func (w *fakeWriter) renew(context.Context, *corev1.Pod) error { return nil }

type drainer struct {
	pods  podWriter
	nodes nodes.Keeper
	names nodes.Renamer
}

func (d *drainer) evict(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod.Labels["evicted"] = "true"
		return d.pods.put(ctx, pod) // want `pod is written again with the resourceVersion that was refused`
	})
}

func (d *drainer) evictRenewed(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := d.pods.renew(ctx, pod); err != nil {
			return err
		}
		pod.Labels["evicted"] = "true"
		return d.pods.put(ctx, pod)
	})
}

// The interface is another package's.
func (d *drainer) cordon(name string) error {
	node, err := d.nodes.Find(name)
	if err != nil {
		return err
	}
	node.Spec.Unschedulable = true
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return d.nodes.Keep(node) // want `node is written again with the resourceVersion that was refused`
	})
}

func (d *drainer) cordonFound(name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node, err := d.nodes.Find(name)
		if err != nil {
			return err
		}
		node.Spec.Unschedulable = true
		return d.nodes.Keep(node)
	})
}

func (d *drainer) cordonRenewed(node *corev1.Node) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node.Spec.Unschedulable = true
		return d.nodes.Renew(node)
	})
}

// What stands behind a Renamer may renew the node.
func (d *drainer) rename(node *corev1.Node) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node.Labels["name"] = "b"
		return d.names.Rename(node)
	})
}

// The result of the first write is dropped.
func (d *drainer) cordonAndLabel(name string) error {
	node, err := d.nodes.Find(name)
	if err != nil {
		return err
	}
	node.Spec.Unschedulable = true
	if _, err := d.nodes.Replace(node); err != nil {
		return err
	}
	node.Labels["cordoned"] = "true"
	return d.nodes.Keep(node) // want `node still has the resourceVersion from before the Replace at line \d+`
}

func (d *drainer) cordonThenLabel(name string) error {
	node, err := d.nodes.Find(name)
	if err != nil {
		return err
	}
	node.Spec.Unschedulable = true
	if node, err = d.nodes.Replace(node); err != nil {
		return err
	}
	node.Labels["cordoned"] = "true"
	return d.nodes.Keep(node)
}
