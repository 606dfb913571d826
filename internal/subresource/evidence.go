package subresource

import "github.com/k8slint/k8slint/internal/kube"

// A Verdict is whether a kind has a status subresource.
type Verdict int

const (
	// Unknown: there is no evidence, or it contradicts itself.
	Unknown Verdict = iota
	// Has: a write of the object itself does not store its status.
	Has
	// HasNot: a write of the object itself stores all of it.
	HasNot
)

// A Source is what the evidence is.
type Source int

const (
	// NoSource is that of Unknown.
	NoSource Source = iota
	// BuiltIn: the API server has the kind built in.
	BuiltIn
	// Marker: a comment at the type, or the lack of one that its siblings have.
	Marker
	// Use: a call that writes the status of objects of the kind.
	Use
	// Manifest: the CustomResourceDefinition in the module.
	Manifest
)

// Evidence is what is known of a kind.
type Evidence struct {
	Verdict Verdict
	Source  Source
	// Where is the place of the evidence as package posn names it: "api/v1/types.go:29",
	// "config/crd/sites.yaml:12". It is "" for built-in kinds and a marker that is not there.
	Where string
	// Custom tells that the kind is a custom resource.
	Custom bool

	endpoint *kube.StatusEndpoint
}

// Stores reports whether a write of the status stores the field of ObjectMeta, one of
// kube.MetadataFields. It asks for a kind that has the subresource.
func (e Evidence) Stores(field string) bool {
	return !e.Custom && (e.endpoint == nil || e.endpoint.Stores(field))
}

// Created reports whether a create stores the status.
func (e Evidence) Created() bool { return e.endpoint != nil && e.endpoint.Created }

// Since is the first release of Kubernetes, as 1.36, in which a write of the object itself
// does not store the status; "" if all are so.
func (e Evidence) Since() string {
	if e.endpoint == nil {
		return ""
	}
	return e.endpoint.Since
}
