// Package transient tries again what fails for reasons that pass, which a conflict is not.
package transient

import (
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/util/retry"
)

func passes(err error) bool {
	return apierrors.IsInternalError(err) || apierrors.IsServiceUnavailable(err)
}

// Try calls f until it succeeds, or fails for good.
func Try(f func() error) error { return retry.OnError(retry.DefaultBackoff, passes, f) }
