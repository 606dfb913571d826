package converted

import (
	"context"
	"errors"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/client-go/util/retry"
)

// The conflict of one namespace is hidden among the errors of all, and the next one is no second attempt.
func (t *teams) each(ctx context.Context, names []string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var errs []error
		for _, name := range names {
			ns, err := t.namespaces.Get(ctx, name, metav1.GetOptions{})
			if err != nil {
				errs = append(errs, err)
				continue
			}
			ns.Finalizers = nil
			if _, err := t.namespaces.Update(ctx, ns, metav1.UpdateOptions{}); err != nil { // want `the error made at line 27 hides the conflict of this Update`
				errs = append(errs, err)
			}
		}
		return utilerrors.NewAggregate(errs)
	})
}

func (t *teams) eachJoined(ctx context.Context, names []string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var errs []error
		for _, name := range names {
			ns, err := t.namespaces.Get(ctx, name, metav1.GetOptions{})
			if err != nil {
				return err
			}
			ns.Finalizers = nil
			if _, err := t.namespaces.Update(ctx, ns, metav1.UpdateOptions{}); err != nil {
				errs = append(errs, err)
			}
		}
		return errors.Join(errs...)
	})
}
