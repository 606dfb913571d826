package lost

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	"k8s.io/klog/v2"
)

// In these, the function that is retried only calls a method.

func (d *drainer) uncordonLogged(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return d.openLogged(ctx, name) }) // want `the conflict of the Update in write is lost: nil is returned to the retry`
}

func (d *drainer) openLogged(ctx context.Context, name string) error {
	node, err := d.read(ctx, name)
	if err != nil {
		return err
	}
	node.Spec.Unschedulable = false
	if err := d.write(ctx, node); err != nil {
		klog.ErrorS(err, "uncordon", "node", name)
	}
	return nil
}

func (d *drainer) uncordonMixedUp(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return d.openMixedUp(ctx, name) }) // want `the conflict of the Update in openMixedUp is lost: another error is tested and returned`
}

func (d *drainer) openMixedUp(ctx context.Context, name string) error {
	node, err := d.read(ctx, name)
	if err != nil {
		return err
	}
	node.Spec.Unschedulable = false
	_, failed := d.nodes.Update(ctx, node, metav1.UpdateOptions{})
	if failed != nil {
		return err
	}
	return nil
}

func (d *drainer) uncordonRenamed(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return d.openRenamed(ctx, name) // want `the error made at line 62 hides the conflict of the Update in write from the retry`
	})
}

func (d *drainer) openRenamed(ctx context.Context, name string) error {
	node, err := d.read(ctx, name)
	if err != nil {
		return err
	}
	node.Spec.Unschedulable = false
	if err := d.write(ctx, node); err != nil {
		return errors.New("cannot uncordon the node")
	}
	return nil
}

// uncordonReturned returns the conflict.
func (d *drainer) uncordonReturned(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return d.openReturned(ctx, name) })
}

func (d *drainer) openReturned(ctx context.Context, name string) error {
	node, err := d.read(ctx, name)
	if err != nil {
		return err
	}
	node.Spec.Unschedulable = false
	if err := d.write(ctx, node); err != nil {
		klog.ErrorS(err, "uncordon", "node", name)
		return err
	}
	return nil
}

// uncordonSettled takes a conflict for success.
func (d *drainer) uncordonSettled(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return d.openSettled(ctx, name) })
}

func (d *drainer) openSettled(ctx context.Context, name string) error {
	node, err := d.read(ctx, name)
	if err != nil {
		return err
	}
	node.Spec.Unschedulable = false
	if err := d.write(ctx, node); err != nil && !apierrors.IsConflict(err) {
		return errors.New("cannot uncordon the node")
	}
	return nil
}

func (d *drainer) read(ctx context.Context, name string) (*corev1.Node, error) {
	return d.nodes.Get(ctx, name, metav1.GetOptions{})
}

func (d *drainer) write(ctx context.Context, node *corev1.Node) error {
	_, err := d.nodes.Update(ctx, node, metav1.UpdateOptions{})
	return err
}
