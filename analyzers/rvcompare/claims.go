package rvcompare

import "github.com/k8slint/k8slint/internal/claim"

// Claims are what the findings of this analyzer say.
var Claims = claim.Declare("rvcompare",
	claim.Claim{
		Category: "strings", Severity: claim.Error,
		Summary: "versions are ordered as strings, in which \"9\" comes after \"10\"",
		ByHand:  "Use CompareResourceVersion of k8s.io/apimachinery/pkg/util/resourceversion (0.35), and handle its error. There is no edit because an error has no place in the expression.",
		Server:  "all; versions of kube-apiserver are revisions of etcd, in decimal",
		Client:  "all",
		Sources: []string{"kubernetes/enhancements#5504", "k8s.io/apiserver@v0.37.2 pkg/storage/api_object_versioner.go"},
		Test:    "rvcompare/compare",
		Run:     "TestRVCompareREADME",
	},
	claim.Claim{
		Category: "numbers", Severity: claim.Warning,
		Summary: "versions are parsed and ordered by hand where CompareResourceVersion exists",
		ByHand:  "Use CompareResourceVersion of k8s.io/apimachinery/pkg/util/resourceversion in place of parsing. There is no edit because its error differs from that of strconv.",
		Server:  "those whose versions do not fit in the integer: conformance allows 128 bits since 1.35; kube-apiserver's are revisions of etcd, of 64 bits",
		Client:  "apimachinery since 0.35, which has CompareResourceVersion",
		Sources: []string{"kubernetes/enhancements#5504", "k8s.io/kubernetes@v1.36.1 test/e2e/common/apimachinery/resourceversion_matchers.go", "k8s.io/apimachinery@v0.37.2 pkg/util/resourceversion/resourceversion.go"},
		Test:    "rvcompare/parsed",
		Run:     "TestRVCompare/numbers",
	},
)
