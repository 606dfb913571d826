package kube

// client-go's tools/watch: UntilWithSync runs an informer, whose objects come in the
// events that its conditions get and that it returns. Until watches without one.
var toolsWatch = Package{
	Path: "k8s.io/client-go/tools/watch",
	Functions: map[string]string{
		"NewIndexerInformerWatcher":           "ret2=new0; new0/[]/Object=cache0; cache0=_",
		"NewIndexerInformerWatcherWithLogger": "ret2=new0; new0/[]/Object=cache0; cache0=_",

		"UntilWithoutRetry": "ret0=new0; call $2/[]/*(=$1/[]); new0/Object=$1/[]/Object/*",
		"UntilWithSync":     "ret0=new0; call $4/[]/*(=new1); new0/Object=cache0; new1/Object=cache1; cache0=_; cache1=_",
	},
	Releases: map[string]string{
		"NewIndexerInformerWatcherWithLogger": ">=0.33",
	},
}
