package lostwrite

import (
	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/copychanged"
)

// The sources of what the two endpoints of an object store, and of what a client does with the answer.
const (
	customStrategy = "k8s.io/apiextensions-apiserver@v0.36.3 pkg/registry/customresource/strategy.go"
	statusStrategy = "k8s.io/apiextensions-apiserver@v0.36.3 pkg/registry/customresource/status_strategy.go"
	typedClient    = "sigs.k8s.io/controller-runtime@v0.25.2 pkg/client/typed_client.go"
	patchSource    = "sigs.k8s.io/controller-runtime@v0.25.2 pkg/client/patch.go"
	createOrUpdate = "sigs.k8s.io/controller-runtime@v0.25.2 pkg/controller/controllerutil/controllerutil.go"
)

// Claims are what the findings of this analyzer say.
var Claims = claim.Declare("lostwrite",
	claim.Claim{
		Category: statusOverwritten, Severity: claim.Warning,
		Summary: "the answer to a write of the object overwrites a change of the status",
		ByHand:  "Write the status first, or keep a DeepCopy of it, and set it again after the write of the object. There is no edit because it would change the order of requests.",
		Server:  "all, for kinds with the status subresource; not aggregated servers",
		Client:  "controller-runtime, all releases; before 0.10, what the answer leaves out stays in the object",
		Sources: []string{typedClient, customStrategy},
		Test:    "lostwrite/status", Run: "TestLostWrite/status-overwritten",
	},
	claim.Claim{
		Category: statusNotStored, Severity: claim.Error,
		Summary: "a write of the object sends a change of the status, and the server does not store it",
		ByHand:  "Send the change with Status().Update or UpdateStatus. There is no edit where the same call also sends a change of the rest.",
		Server:  "all, for kinds with the status subresource; not aggregated servers",
		Client:  "client-go and controller-runtime, all releases",
		Sources: []string{customStrategy, "k8s.io/kubernetes@v1.36.1 pkg/registry/core/node/strategy.go"},
		Test:    "lostwrite/status", Run: "TestLostWrite/status-not-stored",
	},
	claim.Claim{
		Category: onlyStatusStored, Severity: claim.Error,
		Summary: "a write of the status sends a change of the spec or the metadata, and the server does not store it",
		ByHand:  "Send the change of the spec or the metadata with Update, in a request of its own. There is no edit because that is a second request.",
		Server:  "all, for custom resources; for a built-in kind, what its strategy puts back",
		Client:  "controller-runtime, all releases",
		Sources: []string{statusStrategy, typedClient, "k8s.io/kubernetes@v1.36.1 pkg/registry/apps/deployment/strategy.go"},
		Test:    "lostwrite/status", Run: "TestLostWrite/only-status-stored",
	},
	claim.Claim{
		Category: emptyPatch, Severity: claim.Error,
		Summary: "a patch does not have the change, because its base has it too",
		ByHand:  "Take a DeepCopy before the change, and pass the copy to MergeFrom. There is no edit where the change is in another function.",
		Server:  "all",
		Client:  "controller-runtime, all releases",
		Sources: []string{patchSource},
		Test:    "lostwrite/patches", Run: "TestLostWrite/empty-patch",
	},
	claim.Claim{
		Category: reversedPatch, Severity: claim.Error,
		Summary: "a patch undoes the change, because its base is the changed object",
		ByHand:  "Pass the object from before the change to MergeFrom, and patch the changed one. There is no edit where it is not clear which of them others use.",
		Server:  "all",
		Client:  "controller-runtime, all releases",
		Sources: []string{patchSource},
		Test:    "lostwrite/patches", Run: "TestLostWrite/reversed-patch",
	},
	claim.Claim{
		Category: copychanged.Category, Severity: claim.Error,
		Summary: "a copy of an element, struct or object is changed, and nobody uses it afterwards",
		ByHand:  "Change the element, by its index, or the original, or use the copy afterwards. There is no edit because the copy may be wanted.",
		Test:    "lostwrite/copies", Run: "TestLostWrite/copy-changed",
	},
	claim.Claim{
		Category: overwrittenByRead, Severity: claim.Warning,
		Summary: "CreateOrUpdate or Get overwrites what was set before with the object that it reads",
		ByHand:  "Set the fields in the function that you pass to CreateOrUpdate, or after Get. There is no edit because they may come from variables that change.",
		Server:  "all",
		Client:  "controller-runtime, all releases",
		Sources: []string{createOrUpdate},
		Test:    "lostwrite/status", Run: "TestLostWrite/overwritten-by-read",
	},
	claim.Claim{
		Category: setBeforeRead, Severity: claim.Note,
		Summary: "a field set before CreateOrUpdate, not in its function, is stored only if the object is created",
		ByHand:  "Set the fields in the function that you pass to CreateOrUpdate, if they belong on existing objects too.",
		Server:  "all",
		Client:  "controller-runtime, all releases",
		Sources: []string{createOrUpdate},
		Test:    "lostwrite/reads", Run: "TestLostWrite/set-before-read",
	},
	claim.Claim{
		Category: statusInCreate, Severity: claim.Note,
		Summary: "an object is created with a status, and the server does not store it",
		ByHand:  "Create the object, and then send its status with Status().Update. There is no edit because that is a second request.",
		Server:  "all, for kinds with the status subresource; not aggregated servers",
		Client:  "client-go and controller-runtime, all releases",
		Sources: []string{customStrategy},
		Test:    "lostwrite/created", Run: "TestLostWrite/status-in-create",
	},
)
