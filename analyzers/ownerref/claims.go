package ownerref

import "github.com/k8slint/k8slint/internal/claim"

const (
	needsController = "needs-controller"
	clusterScoped   = "cluster-scoped"
	neverOwned      = "never-owned"
)

// Claims are what the findings of this analyzer say.
var Claims = claim.Declare("ownerref",
	claim.Claim{
		Category: needsController, Severity: claim.Warning,
		Summary: "Owns looks for the controller's reference, and the package only sets others",
		ByHand:  "Use SetControllerReference, or pass builder.MatchEveryOwner to Owns. There is no edit where the builder package is too old for it.",
		Server:  "all; the references are read in the process of the client",
		Client:  "controller-runtime since 0.15, which has MatchEveryOwner; before, Owns looks at the controller's reference only",
		Sources: []string{"sigs.k8s.io/controller-runtime@v0.25.2 pkg/builder/controller.go", "sigs.k8s.io/controller-runtime@v0.25.2 pkg/controller/controllerutil/controllerutil.go"},
		Test:    "ownerref/sets",
		Run:     "TestOwnerRefREADME",
	},
	claim.Claim{
		Category: clusterScoped, Severity: claim.Warning,
		Summary: "a namespaced owner cannot own cluster-scoped objects",
		ByHand:  "Give the object an owner of the same scope, or watch its kind with handler.EnqueueRequestsFromMapFunc. There is no edit because you choose the owner.",
		Server:  "all; since 1.20 the garbage collector takes such references for invalid, and never collects their objects",
		Client:  "controller-runtime, all releases",
		Sources: []string{"sigs.k8s.io/controller-runtime@v0.25.2 pkg/controller/controllerutil/controllerutil.go", "sigs.k8s.io/controller-runtime@v0.25.2 pkg/handler/enqueue_owner.go", "k8s.io/kubernetes@v1.36.1 pkg/controller/garbagecollector/garbagecollector.go"},
		Test:    "ownerref/sites",
		Run:     "TestOwnerRefScope/cluster-scoped",
	},
	claim.Claim{
		Category: neverOwned, Severity: claim.Warning,
		Summary: "the objects of an owned kind have another owner, or none",
		ByHand:  "Set an owner reference when the object is created, or remove Owns. There is no edit because either may be meant.",
		Server:  "all; the controllers of workloads own their Pods",
		Client:  "controller-runtime, all releases",
		Sources: []string{"sigs.k8s.io/controller-runtime@v0.25.2 pkg/handler/enqueue_owner.go", "k8s.io/kubernetes@v1.36.1 pkg/controller/controller_utils.go"},
		Test:    "ownerref/sites",
		Run:     "TestOwnerRef/never-owned",
	},
)
