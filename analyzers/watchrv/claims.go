package watchrv

import "github.com/k8slint/k8slint/internal/claim"

const (
	replays = "all; a watch without a version begins with ADDED events of the whole state. It is read from etcd in 1.27.0–1.27.12, 1.28.0–1.28.8 and 1.29.0–1.29.3, from the watch cache in other releases"
	misses  = "all; what is deleted between a list and a watch from another version is never sent"
	cacher  = "k8s.io/apiserver@v0.37.2 pkg/storage/cacher/cacher.go"
)

// served are where it is written which server reads a watch without a version
// from where.
var served = []string{"kubernetes#115096", "kubernetes#123935", "kubernetes#125133", "kubernetes#129930", cacher}

// Claims are what the findings of this analyzer say.
var Claims = claim.Declare("watchrv",
	claim.Claim{
		Category: "unset", Severity: claim.Warning,
		Summary: "the watch starts without a resourceVersion, in a program that lists before it or keeps state from watch to watch",
		ByHand:  "List first, and pass the list's resourceVersion to Watch, or use an informer. There is no edit because the list has to be handled too.",
		Server:  replays + ". What was deleted before the start is not sent", Client: "all", Sources: served,
		Test: "watchrv/unset", Run: "TestWatchRVREADME",
	},
	claim.Claim{
		Category: "replay", Severity: claim.Note,
		Summary: "the watch starts without a resourceVersion, and the program keeps no state that a missed deletion makes wrong",
		ByHand:  "List first, and pass the list's resourceVersion to Watch, if you need no events of what is there already.",
		Server:  replays, Client: "all", Sources: served,
		Test: "watchrv/unset", Run: "TestWatchRVStart/replay",
	},
	claim.Claim{
		Category: "dropped-options", Severity: claim.Error,
		Summary: "the function does not use the options that it gets",
		ByHand:  "Set your selectors in the options that the function gets, and pass these on. There is no edit where the options are made elsewhere.",
		Server:  misses, Client: "informers, reflectors and RetryWatcher, all releases",
		Sources: []string{"k8s.io/client-go@v0.37.2 tools/cache/listwatch.go", "k8s.io/client-go@v0.37.2 tools/cache/reflector.go", cacher},
		Test:    "watchrv/informers",
		Run:     "TestWatchRV/dropped-options",
	},
	claim.Claim{
		Category: "cleared-options", Severity: claim.Error,
		Summary: "the function clears the version in the options",
		ByHand:  "Clear the version only if it is \"0\", or only for lists. There is no edit because the function serves both.",
		Server:  misses, Client: "informers, all releases",
		Sources: []string{"k8s.io/client-go@v0.37.2 tools/cache/listwatch.go", "k8s.io/client-go@v0.37.2 tools/cache/reflector.go"},
		Test:    "watchrv/informers",
		Run:     "TestWatchRVInformer/cleared-options",
	},
	claim.Claim{
		Category: "lost-listmeta", Severity: claim.Error,
		Summary: "the list loses its version (since client-go 0.35, which can stream lists, reported at the watch)",
		ByHand:  "Copy the ListMeta of the list that you convert. There is no edit because the new list may be filled elsewhere.",
		Server:  misses, Client: "informers, all releases; since 0.35 those whose server does not stream lists",
		Sources: []string{"k8s.io/client-go@v0.37.2 tools/cache/reflector.go"},
		Test:    "watchrv/informers",
		Run:     "TestWatchRVList/lost-listmeta",
	},
	claim.Claim{
		Category: "single-object", Severity: claim.Note,
		Summary: "the watch of one object starts once without a resourceVersion",
		ByHand:  "Get the object first, and watch from its resourceVersion.",
		Flag:    "-watchrv.single-object",
		Server:  replays + ". What was deleted before the start is not sent", Client: "all", Sources: served,
		Test: "watchrv/unset",
		Run:  "TestWatchRVOne/single-object",
	},
	claim.Claim{
		Category: "interactive", Severity: claim.Note,
		Summary: "the watch starts without a resourceVersion in a command or a test helper",
		ByHand:  "List first, and pass the list's resourceVersion to Watch.",
		Flag:    "-watchrv.interactive",
		Server:  replays, Client: "all", Sources: served,
		Test: "watchrv/cli",
		Run:  "TestWatchRVREADME",
	},
)
