package lost

import (
	"context"
	"fmt"
	"sync"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/util/retry"
	"k8s.io/klog/v2"
)

// A drainer's retries do not get the error of their write.
type drainer struct {
	nodes typedcorev1.NodeInterface
}

// logged only says that it failed.
func (d *drainer) logged(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node, err := d.nodes.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		node.Spec.Unschedulable = true
		if _, err := d.nodes.Update(ctx, node, metav1.UpdateOptions{}); err != nil { // want `the conflict of this Update is lost: nil is returned to the retry`
			klog.ErrorS(err, "cordon", "node", name)
		}
		return nil
	})
}

// kept is returned when nothing is tried again any more.
func (d *drainer) kept(ctx context.Context, name string) error {
	var failed error
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node, err := d.nodes.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		node.Spec.Unschedulable = true
		_, failed = d.nodes.Update(ctx, node, metav1.UpdateOptions{}) // want `the conflict of this Update is lost: nil is returned to the retry`
		return nil
	})
	if err != nil {
		return err
	}
	return failed
}

// mixedUp returns the error of the read, which is nil.
func (d *drainer) mixedUp(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node, err := d.nodes.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		node.Spec.Unschedulable = true
		_, updateErr := d.nodes.Update(ctx, node, metav1.UpdateOptions{}) // want `the conflict of this Update is lost: another error is tested and returned`
		if updateErr != nil {
			return err
		}
		return nil
	})
}

// loggedOthers returns conflicts.
func (d *drainer) loggedOthers(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node, err := d.nodes.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		node.Spec.Unschedulable = true
		if _, err := d.nodes.Update(ctx, node, metav1.UpdateOptions{}); err != nil {
			if apierrors.IsConflict(err) {
				return err
			}
			klog.ErrorS(err, "cordon", "node", name)
		}
		return nil
	})
}

// settled takes a conflict for success.
func (d *drainer) settled(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node, err := d.nodes.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		node.Spec.Unschedulable = true
		if _, err := d.nodes.Update(ctx, node, metav1.UpdateOptions{}); err != nil && !apierrors.IsConflict(err) {
			return err
		}
		return nil
	})
}

// second does without the first of two writes.
func (d *drainer) second(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node, err := d.nodes.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		node.Status.Phase = corev1.NodePending
		if updated, err := d.nodes.UpdateStatus(ctx, node, metav1.UpdateOptions{}); err != nil {
			klog.ErrorS(err, "phase", "node", name)
		} else {
			node = updated
		}
		node.Spec.Unschedulable = true
		_, err = d.nodes.Update(ctx, node, metav1.UpdateOptions{})
		return err
	})
}

// A cordonError has an error that nobody finds.
type cordonError struct {
	node string
	err  error
}

func (e *cordonError) Error() string { return fmt.Sprintf("cordon %s: %v", e.node, e.err) }

// A drainError shows it.
type drainError struct{ err error }

func (e drainError) Error() string { return "drain: " + e.err.Error() }
func (e drainError) Unwrap() error { return e.err }

func (d *drainer) typed(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node, err := d.nodes.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		node.Spec.Unschedulable = true
		if _, err := d.nodes.Update(ctx, node, metav1.UpdateOptions{}); err != nil { // want `the error made at line \d+ hides the conflict of this Update from the retry`
			return &cordonError{name, err}
		}
		return nil
	})
}

func (d *drainer) typedUnwrapped(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node, err := d.nodes.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		node.Spec.Unschedulable = true
		if _, err := d.nodes.Update(ctx, node, metav1.UpdateOptions{}); err != nil {
			return drainError{err}
		}
		return nil
	})
}

// logsUnderLock has a deferred call: its results lie in variables.
func (d *drainer) logsUnderLock(ctx context.Context, lock sync.Locker, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		lock.Lock()
		defer lock.Unlock()
		node, err := d.nodes.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		node.Spec.Unschedulable = true
		if _, err := d.nodes.Update(ctx, node, metav1.UpdateOptions{}); err != nil { // want `the conflict of this Update is lost: nil is returned to the retry`
			klog.Error(err)
			return nil
		}
		return nil
	})
}

// returnsUnderLock returns it.
func (d *drainer) returnsUnderLock(ctx context.Context, lock sync.Locker, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		lock.Lock()
		defer lock.Unlock()
		node, err := d.nodes.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		node.Spec.Unschedulable = true
		if _, err := d.nodes.Update(ctx, node, metav1.UpdateOptions{}); err != nil {
			klog.Error(err)
			return err
		}
		return nil
	})
}
