package kube

// client-go's tools/watch: UntilWithSync runs an informer, whose objects come in the
// events that its conditions get. It returns when that informer has stopped, so the
// event that it returns is the caller's. Until watches without an informer.
var toolsWatch = Package{
	Path: "k8s.io/client-go/tools/watch",
	Functions: map[string]string{
		"NewIndexerInformerWatcher":           "ret2=new0; new0/[]/Object=cache0; cache0=_",
		"NewIndexerInformerWatcherWithLogger": "ret2=new0; new0/[]/Object=cache0; cache0=_",

		"UntilWithoutRetry": "ret0=new0; call $2/[]/*(=$1/[]); new0/Object=$1/[]/Object/*",
		"UntilWithSync":     "ret0=new0; call $4/[]/*(=new1); new1/Object=cache0; cache0=_",
	},
	Releases: map[string]string{
		"NewIndexerInformerWatcherWithLogger": ">=0.33",
	},
}
