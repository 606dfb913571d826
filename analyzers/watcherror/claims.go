package watcherror

import "github.com/k8slint/k8slint/internal/claim"

// Claims are what the findings of this analyzer say.
var Claims = claim.Declare("watcherror",
	claim.Claim{
		Category: "panics", Severity: claim.Error,
		Summary: "an ERROR event panics",
		ByHand:  "Return apierrors.FromObject(event.Object) if event.Type == watch.Error. There is no edit in a function that returns no error.",
		Server:  "all; after a compaction a watch ends with an ERROR event (410), and so does one whose events cannot be sent (500)",
		Client:  "all; the object of an ERROR event is a *metav1.Status",
		Sources: []string{"k8s.io/apimachinery@v0.37.2 pkg/watch/watch.go", "k8s.io/apiserver@v0.37.2 pkg/storage/etcd3/errors.go"},
		Test:    "watcherror/loops",
		Run:     "TestWatchErrorREADME",
	},
	claim.Claim{
		Category: "closed", Severity: claim.Error,
		Summary: "the loop spins on a closed channel",
		ByHand:  "Receive with event, ok := <-ch, and leave the loop if !ok. There is no edit where it is not clear which loop to leave.",
		Server:  "all; kube-apiserver ends a watch after 30 to 60 minutes (--min-request-timeout=1800), or when the client asks it to",
		Client:  "all; the channel is closed when the watch ends",
		Sources: []string{"k8s.io/apiserver@v0.37.2 pkg/endpoints/handlers/get.go", "k8s.io/apimachinery@v0.37.2 pkg/watch/watch.go"},
		Test:    "watcherror/loops",
		Run:     "TestWatchError/closed",
	},
)
