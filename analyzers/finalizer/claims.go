package finalizer

import "github.com/k8slint/k8slint/internal/claim"

// Claims are what the findings of this analyzer say.
var Claims = claim.Declare("finalizer",
	claim.Claim{
		Category: addWhileDeleting, Severity: claim.Warning,
		Summary: "a finalizer is added before the DeletionTimestamp is checked, or after its removal, and the API server refuses it",
		ByHand:  "Return, or go to the cleanup, if the DeletionTimestamp is set, before the call. There is no edit where no if checks the finalizer.",
		Server:  "1.10 and later; older ones were not looked at",
		Client:  "controller-runtime, all releases",
		Sources: []string{"k8s.io/apimachinery@v0.36.3 pkg/api/validation/objectmeta.go"},
		Test:    "finalizer/reconcilers",
		Run:     "TestFinalizer/add-while-deleting",
	},
	claim.Claim{
		Category: addUnchecked, Severity: claim.Note,
		Summary: "a finalizer is added to an object that another finalizer may keep, by code that does not check the DeletionTimestamp",
		ByHand:  "Return if the DeletionTimestamp is set, before the call. There is no edit where no if checks the finalizer.",
		Server:  "1.10 and later; older ones were not looked at",
		Client:  "controller-runtime, all releases",
		Sources: []string{"k8s.io/apimachinery@v0.36.3 pkg/api/validation/objectmeta.go"},
		Test:    "finalizer/reconcilers",
		Run:     "TestFinalizer/add-unchecked",
	},
	claim.Claim{
		Category: goesOn, Severity: claim.Warning,
		Summary: "objects are created for an owner whose last finalizer was removed",
		ByHand:  "Return after the update that removes the last finalizer. There is no edit because other finalizers may still be there.",
		Server:  "all",
		Client:  "controller-runtime, all releases",
		Sources: []string{"k8s.io/apiserver@v0.36.3 pkg/registry/generic/registry/store.go"},
		Test:    "finalizer/reconcilers",
		Run:     "TestFinalizerRemoved/goes-on",
	},
	claim.Claim{
		Category: cleanupAfter, Severity: claim.Warning,
		Summary: "a cleanup that can fail comes after the removal of the finalizer, so nothing tries it again",
		ByHand:  "Clean up first, return its error, and remove the finalizer last. There is no edit because the code in between may depend on the order.",
		Server:  "all",
		Client:  "controller-runtime, all releases",
		Sources: []string{"k8s.io/apiserver@v0.36.3 pkg/registry/generic/registry/store.go"},
		Test:    "finalizer/reconcilers",
		Run:     "TestFinalizerRemoved/cleanup-after",
	},
)
