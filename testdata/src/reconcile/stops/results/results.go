// Package results names what Reconcile returns.
package results

import (
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

// Stop waits for the next change.
func Stop() (ctrl.Result, error) { return ctrl.Result{}, nil }

// Later comes back.
func Later() (ctrl.Result, error) { return ctrl.Result{RequeueAfter: time.Minute}, nil }

// Fail tries again.
func Fail(err error) (ctrl.Result, error) { return ctrl.Result{}, err }
