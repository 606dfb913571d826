package kube

// apimachinery's util/wait.

var utilWait = Package{
	Path: "k8s.io/apimachinery/pkg/util/wait",
	Retries: map[string]Retry{
		"Poll":                             polls(2),
		"PollWithContext":                  polls(3),
		"PollImmediate":                    polls(2),
		"PollImmediateWithContext":         polls(3),
		"PollInfinite":                     polls(1),
		"PollInfiniteWithContext":          polls(2),
		"PollImmediateInfinite":            polls(1),
		"PollImmediateInfiniteWithContext": polls(2),
		"PollUntil":                        polls(1),
		"PollUntilWithContext":             polls(2),
		"PollImmediateUntil":               polls(1),
		"PollImmediateUntilWithContext":    polls(2),
		"PollUntilContextCancel":           polls(3),
		"PollUntilContextTimeout":          polls(4),

		"ExponentialBackoff":            {Fn: 1, Predicate: OnConflict, Poll: true},
		"ExponentialBackoffWithContext": {Fn: 2, Predicate: OnConflict, Backoff: 1, Poll: true},
	},
	Releases: map[string]string{
		"PollUntilContextCancel":  ">=0.27",
		"PollUntilContextTimeout": ">=0.27",
	},
}
