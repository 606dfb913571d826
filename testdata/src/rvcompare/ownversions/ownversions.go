// Package ownversions has versions of its own and reaches no apimachinery; its
// tests do.
package ownversions

import "strconv"

// A Row of a database.
type Row struct{ ResourceVersion string }

// Newer compares numbers.
func Newer(a, b *Row) bool {
	aRV, err := strconv.ParseUint(a.ResourceVersion, 10, 64)
	if err != nil {
		return false
	}
	bRV, err := strconv.ParseUint(b.ResourceVersion, 10, 64)
	return err == nil && aRV > bRV
}
