package deepequal

import "github.com/k8slint/k8slint/internal/claim"

// Claims are what the findings of this analyzer say.
var Claims = claim.Declare("deepequal",
	claim.Claim{
		Category: "pointer-and-value", Severity: claim.Warning,
		Summary: "the two arguments are of different types, so they are never equal",
		ByHand:  "Pass two pointers or two values to the comparison. There is no edit where the value has no address.",
		Server:  "all; the comparison is made in the process of the client",
		Client:  "apimachinery, all releases; reflect and go-cmp too",
		Sources: []string{"k8s.io/apimachinery@v0.37.2 third_party/forked/golang/reflect/deep_equal.go"},
		Test:    "deepequal/status",
		Run:     "TestDeepEqualREADME",
	},
	claim.Claim{
		Category: "quantity", Severity: claim.Warning,
		Summary: "quantities of a custom resource are compared with those of a stored object by their spelling",
		ByHand:  "Compare with equality.Semantic.DeepEqual of k8s.io/apimachinery, which compares amounts. There is no edit where its package cannot be imported.",
		Server:  "all; built-in kinds are stored in one spelling, custom resources in that of the user",
		Client:  "apimachinery, all releases",
		Sources: []string{"k8s.io/apimachinery@v0.37.2 pkg/api/resource/quantity.go", "k8s.io/apimachinery@v0.37.2 pkg/api/equality/semantic.go"},
		Test:    "deepequal/quantity",
		Run:     "TestDeepEqual/quantity",
	},
	claim.Claim{
		Category: "server-fills", Severity: claim.Warning,
		Summary: "a stored object is compared with a new one",
		ByHand:  "Compare the fields that the program sets, or a hash of them in an annotation. There is no edit because only the author knows which fields those are.",
		Server:  "all; Jobs without manualSelector",
		Client:  "apimachinery, all releases; reflect and go-cmp too",
		Sources: []string{"k8s.io/kubernetes@v1.36.1 pkg/registry/batch/job/strategy.go", "k8s.io/kubernetes@v1.36.1 pkg/apis/core/v1/defaults.go", "k8s.io/apiserver@v0.36.1 pkg/registry/rest/meta.go"},
		Test:    "deepequal/filled",
		Run:     "TestServerFills/bad",
	},
)
