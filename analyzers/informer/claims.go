package informer

import "github.com/k8slint/k8slint/internal/claim"

const (
	server  = "all; nothing is asked of the server"
	factory = "k8s.io/client-go@v0.36.3 informers/factory.go"
)

// Claims are what the findings of this analyzer say.
var Claims = claim.Declare("informer",
	claim.Claim{
		Category: lateRequest, Severity: claim.Error,
		Summary: "an informer is first requested after the last Start of its factory, so its lister stays empty",
		ByHand:  "Ask for the informer before Start, or call Start again after it. There is no edit where the two calls are in different functions.",
		Server:  server,
		Client:  "client-go, and factories that informer-gen generates, all releases",
		Sources: []string{"kubernetes#92777", factory},
		Test:    "informer/late",
		Run:     "TestInformer/late-request",
	},
	claim.Claim{
		Category: neverStarted, Severity: claim.Error,
		Summary: "nothing starts the factory of an informer, so its lister stays empty",
		ByHand:  "Call Start of the factory, and WaitForCacheSync, before the lister is used. There is no edit because it needs a context or stop channel of yours.",
		Server:  server,
		Client:  "client-go, and factories that informer-gen generates, all releases",
		Sources: []string{factory},
		Test:    "informer/late",
		Run:     "TestInformer/never-started",
	},
	claim.Claim{
		Category: waitBeforeStart, Severity: claim.Warning,
		Summary: "WaitForCacheSync of a factory may run before its Start, and then it waits for no informer",
		ByHand:  "Call Start before WaitForCacheSync, in the same goroutine. There is no edit where Start is in another function.",
		Server:  server,
		Client:  "client-go, and factories that informer-gen generates, all releases",
		Sources: []string{factory},
		Test:    "informer/wait",
		Run:     "TestInformer/wait-before-start",
	},
	claim.Claim{
		Category: nothingToWaitFor, Severity: claim.Warning,
		Summary: "a wait for the caches of no informers, which returns true at once, or for one cache twice",
		ByHand:  "Pass HasSynced of each informer that you read. There is no edit because the informers have no name there.",
		Server:  server,
		Client:  "client-go, all releases",
		Sources: []string{"k8s.io/client-go@v0.36.3 tools/cache/shared_informer.go"},
		Test:    "informer/wait",
		Run:     "TestInformer/nothing-to-wait-for",
	},
)
