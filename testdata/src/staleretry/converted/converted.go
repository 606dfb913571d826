// Package converted holds retries whose errors go through functions that make others of
// them.
package converted

import (
	"context"
	"errors"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/util/retry"

	"k8slint.test/staleretry/converted/codes"
	"k8slint.test/staleretry/converted/problem"
)

type teams struct {
	namespaces typedcorev1.NamespaceInterface
}

// update reads a namespace, changes it and writes it.
func (t *teams) update(ctx context.Context, name string) error {
	ns, err := t.namespaces.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	ns.Finalizers = nil
	_, err = t.namespaces.Update(ctx, ns, metav1.UpdateOptions{})
	return err
}

func (t *teams) byStatus(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		ns, err := t.namespaces.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return problem.ByStatus(err)
		}
		ns.Finalizers = nil
		if _, err = t.namespaces.Update(ctx, ns, metav1.UpdateOptions{}); err != nil { // want `the error made at line \d+ hides the conflict of this Update from the retry`
			return problem.ByStatus(err)
		}
		return nil
	})
}

func (t *teams) butConflicts(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		ns, err := t.namespaces.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return problem.ByStatus(err)
		}
		ns.Finalizers = nil
		if _, err = t.namespaces.Update(ctx, ns, metav1.UpdateOptions{}); err != nil {
			return problem.ButConflicts(err)
		}
		return nil
	})
}

func (t *teams) byCode(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return problem.ByCode(t.update(ctx, name)) // want `the error made at line \d+ hides the conflict of the Update in update from the retry`
	})
}

// Nil stays nil, and an object that is not read again is found behind a wrapped error.
func (t *teams) text(ctx context.Context, name string) error {
	ns, err := t.namespaces.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	ns.Finalizers = nil
	err = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return problem.Text("update", t.update(ctx, name)) // want `the error made at line \d+ hides the conflict of the Update in update from the retry`
	})
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := t.namespaces.Update(ctx, ns, metav1.UpdateOptions{}) // want `ns is written again with the resourceVersion that was refused`
		return problem.Wrap("update", err)
	})
}

func (t *teams) wrapped(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return problem.Wrap("update", t.update(ctx, name))
	})
}

// What is not the same each time is not said.
func (t *teams) unclear(ctx context.Context, name string, short, done bool) error {
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := t.update(ctx, name); err != nil {
			return problem.Sometimes(err, short)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return problem.Unless(t.update(ctx, name), done)
	})
}

// A function of this package.
func (t *teams) explain(err error) error {
	if apierrors.IsConflict(err) {
		return codes.Exists.Errorf("changed by somebody else")
	}
	return err
}

func (t *teams) explained(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := t.update(ctx, name); err != nil { // want `the error made at line \d+ hides the conflict of the Update in update from the retry`
			return t.explain(err)
		}
		return nil
	})
}

// The retry itself gives up on purpose.
func (t *teams) givesUp(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		err := t.update(ctx, name)
		if apierrors.IsConflict(err) {
			return codes.Exists.Errorf("changed by somebody else")
		}
		return err
	})
}

// The text of the conflict, put together.
func (t *teams) texts(ctx context.Context, name string) error {
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := t.update(ctx, name); err != nil { // want `the error made at line \d+ hides the conflict of the Update in update from the retry`
			return errors.New("update: " + err.Error())
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := t.update(ctx, name); err != nil { // want `the error made at line \d+ hides the conflict of the Update in update from the retry`
			return errors.New(fmt.Sprintf("update of %s: %v", name, err))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := t.update(ctx, name); err != nil { // want `the error made at line \d+ hides the conflict of the Update in update from the retry`
			return codes.Internal.Errorf("update: %s", err.Error())
		}
		return nil
	})
}

// IsConflict does not look into an aggregate.
func (t *teams) aggregated(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := t.update(ctx, name); err != nil { // want `the error made at line \d+ hides the conflict of the Update in update from the retry`
			return utilerrors.NewAggregate([]error{err})
		}
		return nil
	})
}

func (t *teams) gathered(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var errs []error
		if err := t.update(ctx, name); err != nil { // want `the error made at line \d+ hides the conflict of the Update in update from the retry`
			errs = append(errs, err)
		}
		return utilerrors.NewAggregate(errs)
	})
}

func (t *teams) gatheredJoined(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var errs []error
		if err := t.update(ctx, name); err != nil {
			errs = append(errs, err)
		}
		return errors.Join(errs...)
	})
}

// It does look into joined errors.
func (t *teams) joined(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := t.update(ctx, name); err != nil {
			return errors.Join(err, errors.New("update failed"))
		}
		return nil
	})
}
