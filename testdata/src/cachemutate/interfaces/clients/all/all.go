// Package all has both controllers. Each has found its own write.
package all

import (
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"k8slint.test/cachemutate/interfaces/clients/first"
	"k8slint.test/cachemutate/interfaces/clients/second"
)

// Predicates are those of the controllers.
func Predicates(c client.Client) []predicate.Predicate {
	return []predicate.Predicate{first.Add(c), second.Add(c)}
}
