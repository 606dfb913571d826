// Package transient says which errors are worth another attempt.
package transient

import (
	kerrors "k8s.io/apimachinery/pkg/api/errors"
	utilnet "k8s.io/apimachinery/pkg/util/net"
)

// Error reports whether the server or the network was at fault: a conflict is not
// among them.
func Error(err error) bool {
	if kerrors.IsInternalError(err) || kerrors.IsServerTimeout(err) || utilnet.IsConnectionReset(err) {
		return true
	}
	_, wait := kerrors.SuggestsClientDelay(err)
	return wait
}

// Any reports whether it may be gone the next time, as a conflict may.
func Any(err error) bool { return kerrors.IsConflict(err) || Error(err) }
