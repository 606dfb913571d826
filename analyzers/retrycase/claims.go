package retrycase

import "github.com/k8slint/k8slint/internal/claim"

// Claims are what the findings of this analyzer say.
var Claims = claim.Declare("retrycase",
	claim.Claim{
		Category: "lost-events", Severity: claim.Error,
		Summary: "an error that can mean a lost event is retried from the old position",
		ByHand:  "List again on this error, and watch from the list's resourceVersion, or use a reflector. There is no edit because the list belongs to your loop.",
		Server:  "all; since 1.15, and patches of 1.12 to 1.14, a server that cannot build an event ends the watch with an InternalError",
		Client:  "loops by hand; RetryWatcher; reflectors since client-go 0.25 that set MaxInternalErrorRetryDuration, as kube-apiserver's watch cache does",
		Sources: []string{"kubernetes#123072", "kubernetes#76675", "kubernetes#111387", "k8s.io/client-go@v0.37.2 tools/cache/reflector.go", "k8s.io/client-go@v0.37.2 tools/watch/retrywatcher.go", "k8s.io/apiserver@v0.37.2 pkg/storage/cacher/cacher.go"},
		Test:    "retrycase/tests",
		Run:     "TestRetryCaseREADME",
	},
	claim.Claim{
		Category: "expired", Severity: claim.Error,
		Summary: "410 Gone is retried from the expired position, forever",
		ByHand:  "List again if apierrors.IsResourceExpired or IsGone, and watch from the list's resourceVersion. There is no edit because the list belongs to your loop.",
		Server:  "all; etcd compacts every 5 minutes by default, and the watch cache forgets old events",
		Client:  "loops by hand",
		Sources: []string{"k8s.io/apiserver@v0.37.2 pkg/storage/etcd3/errors.go", "k8s.io/apiserver@v0.37.2 pkg/storage/cacher/watch_cache.go"},
		Test:    "retrycase/helpers",
		Run:     "TestRetryCase/expired",
	},
)
