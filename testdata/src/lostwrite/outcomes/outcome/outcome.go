// Package outcome has results of steps in place of errors.
package outcome

import "fmt"

// A Result says that a reconciler ends here.
type Result struct{ err error }

// Failed ends with an error.
func Failed(err error) *Result { return &Result{err: err} }

// Ends reports whether the reconciler ends.
func (r *Result) Ends() bool { return r != nil && r.err != nil }

// Within says where r came about.
func (r *Result) Within(what string) *Result {
	if r == nil || r.err == nil {
		return r
	}
	return Failed(fmt.Errorf("%s: %w", what, r.err))
}
