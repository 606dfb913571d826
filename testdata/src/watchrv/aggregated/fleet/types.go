// Package fleet is the internal version of an API group: only a server built
// on k8s.io/apiserver has one.
package fleet

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Truck is what the server computes with.
type Truck struct {
	metav1.TypeMeta
	metav1.ObjectMeta
	Load int
}
