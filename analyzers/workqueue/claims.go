package workqueue

import "github.com/k8slint/k8slint/internal/claim"

// Claims are what the findings of this analyzer say.
var Claims = claim.Declare("workqueue",
	claim.Claim{
		Category: done, Severity: claim.Error,
		Summary: "nothing calls Done for an item that Get returned, so the queue never hands it out again",
		ByHand:  "Defer Done in a function that handles one item. There is no edit where the item is handled in the loop itself.",
		Server:  "all; the queue is in the process of the client",
		Client:  "client-go, all releases; controller-runtime 0.20 and later",
		Sources: []string{"k8s.io/client-go@v0.36.3 util/workqueue/queue.go", "sigs.k8s.io/controller-runtime@v0.25.2 pkg/controller/priorityqueue/priorityqueue.go"},
		Test:    "workqueue/rounds",
		Run:     "TestWorkqueue/done",
	},
	claim.Claim{
		Category: forget, Severity: claim.Warning,
		Summary: "the failures of an item are counted and never forgotten, so its delay grows up to the maximum",
		ByHand:  "Call Forget when an item was processed without an error. There is no edit where no single place handles success.",
		Server:  "all; the queue is in the process of the client",
		Client:  "client-go, all releases",
		Sources: []string{"k8s.io/client-go@v0.36.3 util/workqueue/default_rate_limiters.go"},
		Test:    "workqueue/queues",
		Run:     "TestWorkqueue/forget",
	},
	claim.Claim{
		Category: foreignDone, Severity: claim.Warning,
		Summary: "an event handler calls Done for a key that a worker may be processing, so two work on it at once",
		ByHand:  "Remove the call of Done: only the worker that got the key calls it. There is no edit because the handler may get keys too.",
		Server:  "all; the queue is in the process of the client",
		Client:  "client-go, all releases",
		Sources: []string{"k8s.io/client-go@v0.36.3 util/workqueue/queue.go"},
		Test:    "workqueue/handlers",
		Run:     "TestWorkqueueDone/foreign-done",
	},
)
