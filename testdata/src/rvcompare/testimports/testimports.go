// Package testimports does not import the metadata itself; its tests do.
package testimports

import (
	"strconv"

	corev1 "k8s.io/api/core/v1"
)

// Newer compares numbers.
func Newer(a, b *corev1.Pod) bool {
	aRV, err := strconv.ParseUint(a.ResourceVersion, 10, 64)
	if err != nil {
		return false
	}
	bRV, err := strconv.ParseUint(b.ResourceVersion, 10, 64)
	return err == nil && aRV > bRV // want `resourceVersions are parsed and compared by hand`
}
