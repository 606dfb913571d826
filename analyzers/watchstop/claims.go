package watchstop

import "github.com/k8slint/k8slint/internal/claim"

const (
	watchInterface = "k8s.io/apimachinery@v0.36.3 pkg/watch/watch.go"
	streamWatcher  = "k8s.io/apimachinery@v0.36.3 pkg/watch/streamwatcher.go"
)

// Claims are what the findings of this analyzer say.
var Claims = claim.Declare("watchstop",
	claim.Claim{
		Category: leftOpen, Severity: claim.Warning,
		Summary: "a watch is left without Stop while its context goes on, so its goroutine and its connection stay",
		ByHand:  "Defer Stop after the error of Watch is checked. There is no edit where the watch is opened in a loop, or given to other code.",
		Server:  "all; it closes the connection after 30 to 60 minutes by default",
		Client:  "apimachinery, all releases",
		Sources: []string{watchInterface, streamWatcher},
		Test:    "watchstop/watches",
		Run:     "TestWatchStop/left-open",
	},
	claim.Claim{
		Category: onlyChannel, Severity: claim.Warning,
		Summary: "only the channel of a watch is kept, so nobody can stop it",
		ByHand:  "Keep the watch in a variable, and defer its Stop. There is no edit because the call is part of an expression.",
		Server:  "all; it closes the connection after 30 to 60 minutes by default",
		Client:  "apimachinery, all releases",
		Sources: []string{watchInterface, streamWatcher},
		Test:    "watchstop/watches",
		Run:     "TestWatchStop/only-channel",
	},
	claim.Claim{
		Category: contextOnly, Severity: claim.Note,
		Summary: "a watch is ended by its context alone, so its goroutine stays if an event is pending then",
		ByHand:  "Defer Stop beside the context. There is no edit because the context ends the watch in most cases.",
		Server:  "all",
		Client:  "apimachinery, all releases",
		Sources: []string{streamWatcher},
		Test:    "watchstop/watches",
		Run:     "TestWatchStop/context-only",
	},
)
