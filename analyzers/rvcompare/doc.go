// Package rvcompare defines an Analyzer that finds hand-written comparisons of
// resourceVersions.
//
// # Analyzer rvcompare
//
// rvcompare: hand-written comparisons of the order of resourceVersions
//
// The resourceVersion of kube-apiserver is a string of digits. Compared as strings, "9" comes
// after "10": code that passes every test fails when the version gets another digit. Since
// apimachinery 0.35, CompareResourceVersion compares versions correctly, and returns an error
// if they are not numbers.
//
// # Bad
//
//	if pod.ResourceVersion > last.ResourceVersion {
//
// # Good
//
//	order, err := resourceversion.CompareResourceVersion(pod.ResourceVersion, last.ResourceVersion)
//
// # What is not reported
//
//   - comparisons for equality, the only ones that Kubernetes allowed before 1.35;
//   - versions parsed to numbers, if the apimachinery in use has no comparison yet;
//   - test files.
//
// # How to fix it
//
// Call CompareResourceVersion in k8s.io/apimachinery/pkg/util/resourceversion.
package rvcompare
