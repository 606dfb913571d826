// Package pointsto answers, inside one package: what a pointer refers to, which
// stores a load sees, and what a call reaches.
//
// It knows nothing of Kubernetes: what an analysis knows of types and functions
// of other packages, it says in a [Config].
package pointsto
