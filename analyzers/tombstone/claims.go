package tombstone

import "github.com/k8slint/k8slint/internal/claim"

const (
	anyServer = "all; the object is deleted while the watch is broken"
	anyClient = "client-go, all releases"
	fifo      = "k8s.io/client-go@v0.37.2 tools/cache/delta_fifo.go"
	realFIFO  = "k8s.io/client-go@v0.37.2 tools/cache/the_real_fifo.go" // of informers by default, since 0.33
	onDelete  = "k8s.io/client-go@v0.37.2 tools/cache/controller.go"
)

// Claims are what the findings of this analyzer say.
var Claims = claim.Declare("tombstone",
	claim.Claim{
		Category: "panics", Severity: claim.Error,
		Summary: "the handler panics on a tombstone",
		ByHand:  "Unwrap cache.DeletedFinalStateUnknown at the start of the handler, and use its Obj. There is no edit where the handler's parameter has no name or another type.",
		Server:  anyServer, Client: anyClient, Sources: []string{onDelete, fifo, realFIFO},
		Test: "tombstone/handlers", Run: "TestTombstoneREADME",
	},
	claim.Claim{
		Category: "lost-delete", Severity: claim.Error,
		Summary: "the handler returns on a tombstone, and the deletion is lost",
		ByHand:  "Unwrap cache.DeletedFinalStateUnknown at the start of the handler, and use its Obj. There is no edit where the handler's parameter has no name or another type.",
		Server:  anyServer, Client: anyClient, Sources: []string{onDelete, fifo, realFIFO},
		Test: "tombstone/keys",
		Run:  "TestTombstone/lost-delete",
	},
)
