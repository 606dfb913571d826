package rvassign

import "github.com/k8slint/k8slint/internal/claim"

// Claims are what the findings of this analyzer say.
var Claims = claim.Declare("rvassign",
	claim.Claim{
		Category: "initial-events", Severity: claim.Error,
		Summary: "initial events, in any order, move the position",
		Server:  "all; a watch from \"\" or \"0\" begins with ADDED events of all objects, in any order",
		Client:  "loops by hand; client-go's reflector before 0.36",
		Sources: []string{"kubernetes#74022", "kubernetes#136583", "k8s.io/client-go@v0.37.2 tools/cache/reflector.go"},
		Test:    "rvassign/positions",
		Run:     "TestRVAssign/initial-events",
	},
	claim.Claim{
		Category: "error-events", Severity: claim.Error,
		Summary: "error events, which have no version, reset the position",
		Server:  "all; the object of an ERROR event is a Status, whose resourceVersion is empty",
		Client:  "loops by hand",
		Sources: []string{"k8s.io/apimachinery@v0.37.2 pkg/watch/watch.go", "k8s.io/apimachinery@v0.37.2 pkg/apis/meta/v1/types.go"},
		Test:    "rvassign/wrapped",
		Run:     "TestRVAssign/error-events",
	},
	claim.Claim{
		Category: "shared-position", Severity: claim.Error,
		Summary: "several watches move one position",
		Server:  "all; each watch sends events at its own pace",
		Client:  "loops by hand",
		Sources: []string{"k8s.io/apimachinery@v0.37.2 pkg/apis/meta/v1/types.go"},
		Test:    "rvassign/byhand",
		Run:     "TestRVAssign/shared-position",
	},
	claim.Claim{
		Category: "deleted-events", Severity: claim.Warning,
		Summary: "DELETED events can move the position back, on old or aggregated servers",
		Server:  "kube-apiserver before 1.10 (patches fixed 1.7 to 1.9), and aggregated servers that do not set the version of the deletion",
		Client:  "loops by hand; RetryWatcher; client-go's reflector before 0.36",
		Sources: []string{"kubernetes#58545", "kubernetes#58547", "k8s.io/apiserver@v0.37.2 pkg/storage/cacher/cache_watcher.go"},
		Test:    "rvassign/loops",
		Run:     "TestRVAssignREADME",
	},
	claim.Claim{
		Category: "stale-list", Severity: claim.Error,
		Summary: "each round starts from the version of a list made before the loop",
		Server:  "all; etcd compacts every 5 minutes by default, then the version is expired",
		Client:  "loops by hand",
		Sources: []string{"k8s.io/apiserver@v0.37.2 pkg/storage/etcd3/errors.go"},
		Test:    "rvassign/stalelist",
		Run:     "TestRVAssign/stale-list",
	},
	claim.Claim{
		Category: "dead-store", Severity: claim.Error,
		Summary: "the version is stored in options that nothing reads again",
		Server:  "all; the next watch starts from the old position",
		Client:  "loops by hand",
		Sources: []string{"k8s.io/apimachinery@v0.37.2 pkg/apis/meta/v1/types.go"},
		Test:    "rvassign/deadstore",
		Run:     "TestRVAssign/dead-store",
	},
)
