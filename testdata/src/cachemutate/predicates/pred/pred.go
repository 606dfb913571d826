// Package pred has conditions of objects.
package pred

import "sigs.k8s.io/controller-runtime/pkg/client"

// A Predicate returns an error if the object is not as it should be.
type Predicate func(client.Object) error

// Managed returns a predicate that changes what it looks at.
func Managed() Predicate {
	return func(o client.Object) error {
		if o != nil {
			o.SetLabels(nil)
		}
		return nil
	}
}

// Eval returns the errors of the predicates.
func Eval(o client.Object, ps []Predicate) (errs []error) {
	for _, p := range ps {
		errs = append(errs, p(o))
	}
	return errs
}
