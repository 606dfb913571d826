// Package subresource says whether a kind has a status subresource, what the API server
// stores at its two endpoints, and how that is known.
//
// With the subresource, a write of the object itself does not store its status, and a
// write of the status stores nothing else of a custom resource. Without it, a write of the
// object stores all of it. The Go type does not say which.
//
//	kinds := pass.ResultOf[e.Subresource].(*subresource.Kinds)
//	ev := kinds.Status(obj.Type())
//	if ev.Verdict == subresource.Has && !ev.Stores("Labels") {
//		// a write of the status does not store labels: ev.Where says who says so
//	}
//
// # Evidence
//
// In this order; what contradicts itself is no evidence.
//
//   - Built-in kinds: a table (kube.StatusOf).
//   - Markers: +kubebuilder:subresource:status in a comment between the declaration before
//     the type and the type. It is often a group of its own. +genclient:noStatus is evidence
//     against it, and so is a package where other kinds have the marker and this one has not.
//   - Uses: a call of controller-runtime's Status().Update or Status().Patch with an object of
//     the kind, in the package itself or in one that it imports, outside of tests. A
//     function that also writes the object itself after that proves nothing: that may be
//     what it falls back to. Generated UpdateStatus methods prove nothing either: several
//     projects generate them for kinds without the subresource.
//   - Manifests of CustomResourceDefinitions in the module of the package (internal/crd). They say
//     what is installed only if they are, and a message has to say so.
//
// A Status field, sibling types and RBAC markers are no evidence for it.
//
// # Facts
//
// A package fact holds the markers of the kinds that the package declares, their API group,
// and the uses in its functions. Drivers that cache results must know that manifests were
// read: Kinds.Manifests tells, and k8slint's own asks. golangci-lint does not: after an edit
// of a manifest alone its cache has the old findings.
//
// # Incomplete on purpose
//
// A type whose source is not analysed has no evidence, nor have Unstructured objects.
// Packages that import no client get no Kinds. A manifest is that of a Go type if the kind
// and the version are the same, and the group as far as it is known. The version is the
// package's name, or what its GroupVersion says.
package subresource
