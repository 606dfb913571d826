package cachemutate

import "github.com/k8slint/k8slint/internal/claim"

// Claims are what the findings of this analyzer say.
var Claims = claim.Declare("cachemutate",
	claim.Claim{
		Category: "write", Severity: claim.Error,
		Summary: "an object of the informer's cache is mutated here",
		ByHand:  "Call DeepCopy where the object is read, and use the copy from there on. There is no edit where other code may read the object, or a part of it, afterwards.",
		Server:  "all; the bug is in the process of the client",
		Client:  "client-go, all releases; its listers say that objects are read-only since 0.19",
		Sources: []string{"kubernetes#85331", "k8s.io/client-go@v0.37.2 listers/core/v1/pod.go", "k8s.io/client-go@v0.37.2 tools/cache/thread_safe_store.go"},
		Test:    "cachemutate/direct",
		Run:     "TestCacheMutateREADME",
	},
	claim.Claim{
		Category: "call", Severity: claim.Error,
		Summary: "a call here leads to a write in another function or package",
		ByHand:  "Pass a DeepCopy to the call, or copy where the object is read. There is no edit where other code may read the object, or a part of it, afterwards.",
		Server:  "all; the bug is in the process of the client",
		Client:  "client-go, all releases",
		Sources: []string{"kubernetes#85331", "k8s.io/client-go@v0.37.2 listers/core/v1/pod.go"},
		Test:    "cachemutate/helpers",
		Run:     "TestCacheMutateCall/call",
	},
	claim.Claim{
		Category: "option", Severity: claim.Error,
		Summary: "a manager's option turns deep copies off, and another package writes what its client reads",
		ByHand:  "Remove the option, or DeepCopy the object before the write. The choice is yours: the option saves memory.",
		Server:  "all; the bug is in the process of the client",
		Client:  "controller-runtime since 0.10 (UnsafeDisableDeepCopyByObject), since 0.15 ByObject, since 0.16 DefaultUnsafeDisableDeepCopy and DefaultNamespaces",
		Sources: []string{"sigs.k8s.io/controller-runtime@v0.25.2 pkg/cache/cache.go", "sigs.k8s.io/controller-runtime@v0.10.0 pkg/cache/cache.go"},
		Test:    "managers/controllers",
		Run:     "TestCacheMutateOption/option",
	},
)
