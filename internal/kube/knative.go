package kube

// knative.dev/pkg: event handlers made of one function.

var knativeController = Package{
	Path: "knative.dev/pkg/controller",
	Functions: map[string]string{
		"HandleAll":        "call $0(cache)",
		"EnsureTypeMeta":   "call $0(cache)",
		"FilterWithName":   "none",
		"FilterController": "none",
	},
}

var knativeKmeta = Package{
	Path: "knative.dev/pkg/kmeta",
	Functions: map[string]string{
		"NewControllerRef":         "none",
		"DeletionHandlingAccessor": "ret0=$0",
		"MakeVersionLabels":        "none",
	},
}
