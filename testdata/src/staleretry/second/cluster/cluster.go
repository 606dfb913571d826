// Package cluster knows nothing of Kubernetes but the shape of an object.
package cluster

// Object is what this package asks of an object.
type Object interface {
	GetAnnotations() map[string]string
}

// From says which cluster an object belongs to.
func From(o Object) string { return o.GetAnnotations()["cluster"] }

// A Versioned object takes another version.
type Versioned interface {
	GetResourceVersion() string
	SetResourceVersion(version string)
}

// Follow gives an object the version of another.
func Follow(o, newer Versioned) { o.SetResourceVersion(newer.GetResourceVersion()) }
