package staleretry

import "github.com/k8slint/k8slint/internal/claim"

const (
	conflicts = "all; an update with another version than the stored one is refused with 409 Conflict"
	store     = "k8s.io/apiserver@v0.37.2 pkg/registry/generic/registry/store.go"
	retry     = "k8s.io/client-go@v0.37.2 util/retry/util.go"
	typed     = "k8s.io/client-go@v0.37.2 gentype/type.go"
	anyClient = "client-go and controller-runtime, all releases"
)

// Claims are what the findings of this analyzer say.
var Claims = claim.Declare("staleretry",
	claim.Claim{
		Category: neverReread, Severity: claim.Error,
		Summary: "the next attempt sends the refused version, or an empty object",
		ByHand:  "Read the object with Get at the start of each attempt, and make the change there. There is no edit where the read would undo other changes: of a parameter, or between its read and the retry.",
		Server:  conflicts, Client: anyClient, Sources: []string{store, retry},
		Test: "staleretry/never", Run: "TestStaleRetryREADME",
	},
	claim.Claim{
		Category: lostError, Severity: claim.Error,
		Summary: "the error of the refused write is not returned, so nothing is retried",
		ByHand:  "Return the error of the write, also after the object was read again. There is no edit because the branches share a variable.",
		Server:  conflicts, Client: anyClient, Sources: []string{store, retry},
		Test: "staleretry/lost",
		Run:  "TestStaleRetry/lost-error",
	},
	claim.Claim{
		Category: lostChange, Severity: claim.Error,
		Summary: "a second read overwrites the change, and the object is written back unchanged",
		ByHand:  "Make the change again after the object was read again. There is no edit because the change is made outside of the function that is retried.",
		Server:  conflicts, Client: anyClient, Sources: []string{store, retry},
		Test: "staleretry/lost",
		Run:  "TestStaleRetry/lost-change",
	},
	claim.Claim{
		Category: shadowed, Severity: claim.Error,
		Summary: "the object is read again into a new variable that shadows the written one",
		ByHand:  "Assign with = in place of :=, so that the next attempt sends the new object. There is no edit because err may be new there too.",
		Server:  conflicts, Client: anyClient, Sources: []string{store, retry},
		Test: "staleretry/lost",
		Run:  "TestStaleRetry/shadowed",
	},
	claim.Claim{
		Category: flattened, Severity: claim.Error,
		Summary: "the conflict is hidden from the retry, for example by %v, an aggregate or the program's own error",
		ByHand:  "Wrap the error with %w, or return it as it is. There is no edit where another package makes the error, or another function than fmt.Errorf.",
		Server:  conflicts, Client: anyClient,
		Sources: []string{retry, "k8s.io/apimachinery@v0.37.2 pkg/api/errors/errors.go", "k8s.io/apimachinery@v0.37.2 pkg/util/errors/errors.go"},
		Test:    "staleretry/converted",
		Run:     "TestStaleRetry/flattened",
	},
	claim.Claim{
		Category: secondWrite, Severity: claim.Error,
		Summary: "an object is written with the version that it had before another write of it or of its copy",
		ByHand:  "Give the object the resourceVersion of the first write's result. There is no edit where the first write is in an exported function, sends a copy, or the object may be the cache's.",
		Server:  conflicts, Client: "client-go's typed clients, all releases: they do not change the object that they send. Of copies: all clients",
		Sources: []string{store, typed},
		Test:    "staleretry/second",
		Run:     "TestStaleRetry/second-write",
	},
	claim.Claim{
		Category: fromCache, Severity: claim.Warning,
		Summary: "every attempt reads the informer's cache, and the retry ends within 50 ms",
		ByHand:  "Read with the client, not the lister, in each attempt, or return the conflict and reconcile again. There is no edit where the client that writes cannot read, or another function reads.",
		Server:  conflicts + ". The cache is as old as the last event, which is late under load",
		Client:  anyClient, Sources: []string{retry},
		Test: "staleretry/cached",
		Run:  "TestStaleRetry/from-cache",
	},
)
