package generation

import "github.com/k8slint/k8slint/internal/claim"

const (
	neverPasses      = "never-passes"
	ownedNeverPasses = "owned-never-passes"
	hiddenUpdateFunc = "hidden-updatefunc"
)

// Claims are what the findings of this analyzer say.
var Claims = claim.Declare("generation",
	claim.Claim{
		Category: neverPasses, Severity: claim.Error,
		Summary: "a predicate drops all updates of a watched kind, which has no generation",
		ByHand:  "Set the predicate on the other kinds alone, with builder.WithPredicates, or use ResourceVersionChangedPredicate. There is no edit because kinds may share the predicate.",
		Server:  "all; the rows name the release in which a kind got a generation",
		Client:  "controller-runtime, all releases",
		Sources: []string{
			"sigs.k8s.io/controller-runtime@v0.25.2 pkg/predicate/predicate.go", "sigs.k8s.io/controller-runtime@v0.25.2 pkg/builder/controller.go",
			"k8s.io/kubernetes@v1.36.1 pkg/registry/core/secret/strategy.go",
		},
		Test: "generation/watches",
		Run:  "TestGenerationREADME",
	},
	claim.Claim{
		Category: ownedNeverPasses, Severity: claim.Warning,
		Summary: "a predicate drops all updates of an owned kind, so nobody undoes what others change",
		ByHand:  "Set the predicate with builder.WithPredicates on For, and leave Owns without it. There is no edit because you may want no events of owned objects.",
		Server:  "all; the rows name the release in which a kind got a generation",
		Client:  "controller-runtime, all releases",
		Sources: []string{"sigs.k8s.io/controller-runtime@v0.25.2 pkg/predicate/predicate.go", "k8s.io/kubernetes@v1.36.1 pkg/registry/core/configmap/strategy.go"},
		Test:    "generation/watches",
		Run:     "TestGenerationOwned/owned-never-passes",
	},
	claim.Claim{
		Category: hiddenUpdateFunc, Severity: claim.Warning,
		Summary: "an UpdateFunc is never called, since the predicate that embeds it has its own Update",
		ByHand:  "Use predicate.Funcs, or predicate.And with a Funcs that has the UpdateFunc. There is no edit because the embedded predicate may be wanted too.",
		Server:  "all; the predicate is in the process of the client",
		Client:  "controller-runtime, all releases",
		Sources: []string{"sigs.k8s.io/controller-runtime@v0.25.2 pkg/predicate/predicate.go"},
		Test:    "generation/hidden",
		Run:     "TestGeneration/hidden-updatefunc",
	},
)
