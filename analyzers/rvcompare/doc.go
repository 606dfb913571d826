// Package rvcompare defines an Analyzer that finds comparisons of
// resourceVersions made by hand.
//
// # Analyzer rvcompare
//
// rvcompare: find resourceVersions that are compared for order by hand
//
// A resourceVersion is a string of digits. Compared as strings, "9" comes after
// "10": what was right in every test turns wrong when the version gets one more
// digit. Since apimachinery 0.35 there is a comparison that knows the form and
// says when it does not hold.
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
// Equality, which is all that a resourceVersion promised until Kubernetes 1.35.
// Versions parsed to numbers, where apimachinery has no comparison yet. Files
// of tests.
//
// # How to fix it
//
// Use k8s.io/apimachinery/pkg/util/resourceversion.
//
// # Categories
//
//	strings  compared as strings
//	numbers  parsed and compared, or compared by length first, where CompareResourceVersion exists
package rvcompare
