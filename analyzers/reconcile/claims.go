package reconcile

import "github.com/k8slint/k8slint/internal/claim"

const controller = "sigs.k8s.io/controller-runtime@v0.25.2 pkg/internal/controller/controller.go"

// Claims are what the findings of this analyzer say.
var Claims = claim.Declare("reconcile",
	claim.Claim{
		Category: writeError, Severity: claim.Warning,
		Summary: "a write fails, and Reconcile returns an empty result and no error, so nothing tries again",
		ByHand:  "Return the error of the write, from a deferred function in a named result; controller-runtime then tries again. There is no edit where the branch also tests what the error is, or where no branch looks at it.",
		Server:  "all; what is returned is looked at in the process of the client",
		Client:  "controller-runtime, all releases",
		Sources: []string{controller},
		Test:    "reconcile/writes",
		Run:     "TestReconcile/write-error",
	},
	claim.Claim{
		Category: emptyObject, Severity: claim.Warning,
		Summary: "an object that was not found is deleted, updated or patched, which fails as it has no name",
		ByHand:  "Return if the object was not found, before it is used. There is no edit because you may want to create it.",
		Server:  "all; the request is not sent",
		Client:  "controller-runtime, all releases",
		Sources: []string{"k8s.io/client-go@v0.36.3 rest/request.go"},
		Test:    "reconcile/empty",
		Run:     "TestReconcile/empty-object",
	},
	claim.Claim{
		Category: negativeRequeue, Severity: claim.Warning,
		Summary: "RequeueAfter may be negative, which means never",
		ByHand:  "Use max(time.Until(...), time.Second). There is no edit before Go 1.21, which has no max.",
		Server:  "all; what is returned is looked at in the process of the client",
		Client:  "controller-runtime, all releases",
		Sources: []string{controller},
		Test:    "reconcile/requeue",
		Run:     "TestReconcile/negative-requeue",
	},
	claim.Claim{
		Category: requeueWithError, Severity: claim.Note,
		Summary: "RequeueAfter is returned with an error, and ignored",
		ByHand:  "Return either the error or RequeueAfter. There is no edit because either may be meant.",
		Server:  "all; what is returned is looked at in the process of the client",
		Client:  "controller-runtime, all releases; since 0.16 it logs a warning",
		Sources: []string{controller},
		Test:    "reconcile/requeue",
		Run:     "TestReconcile/requeue-with-error",
	},
)
