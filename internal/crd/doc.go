// Package crd reads the manifests of CustomResourceDefinitions of a module, and
// finds out which of their versions have a status subresource.
//
// # Which files
//
// Files *.yaml and *.yml below the module's root that lie under a folder of a usual name:
// config, crd, crds, deploy, manifests, charts and the like. Folders of tests, of other
// modules and of vendored code are left out. Of a file the documents are read whose kind
// is CustomResourceDefinition.
//
// # What gives no answer
//
// A document that is not YAML, or that is a template, says nothing, and the answer's
// Problems name it. So do two documents that disagree on a version of a kind: which of them is installed
// cannot be known. A document without names and versions is a patch (kustomize's), and
// is passed over. An answer says what is installed only if the manifest is.
//
// # Cost
//
// Files are found and read when the first question is asked, once. A document is parsed
// when its text has the name of the kind that is asked for.
package crd
