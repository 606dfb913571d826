// Package codes makes the errors of an API that knows nothing of Kubernetes.
package codes

import "fmt"

// A Code is a kind of error.
type Code interface {
	// Errorf makes an error of the kind.
	Errorf(format string, args ...any) error
}

type code int

func (c code) Errorf(format string, args ...any) error {
	return fmt.Errorf("%d: %s", int(c), fmt.Sprintf(format, args...))
}

// The kinds.
var (
	Exists   Code = code(409)
	Internal Code = code(500)
)
