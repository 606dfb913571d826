package kube

import (
	"go/types"
	"strings"
)

// client-go's util/retry and util/workqueue.

var utilRetry = Package{
	Path: "k8s.io/client-go/util/retry",
	Functions: map[string]string{
		"OnError":         "call $2()",
		"RetryOnConflict": "call $1()",
	},
	Retries: map[string]Retry{
		"RetryOnConflict": {Fn: 1, Predicate: OnConflict},
		"OnError":         {Fn: 2, Predicate: 1},
	},
}

var utilWorkqueue = Package{
	Path: queuePkg,
	Functions: map[string]string{
		"ParallelizeUntil": "call $3()",
	},
}

// queueMethod says what the methods of queues do with items: the interfaces of
// util/workqueue are many, and each release has added some.
func queueMethod(m *types.Func) (Box, bool) {
	recv := m.Signature().Recv()
	if recv == nil || Unvendored(m.Pkg().Path()) != utilWorkqueue.Path || strings.HasPrefix(m.Name(), "AddWith") {
		return Box{}, false
	}
	switch {
	case strings.HasPrefix(m.Name(), "Add") && m.Signature().Params().Len() >= 1:
		return Box{Put: 1}, true
	case m.Name() == "Get" && m.Signature().Results().Len() == 2:
		return Box{Take: true}, true
	}
	return Box{}, false
}
