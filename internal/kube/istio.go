package kube

// istio's wrappers of informers.

// istioKclient: informers that return the object alone. An Informer is a Reader.
var istioKclient = Package{
	Path: "istio.io/istio/pkg/kube/kclient",
	Functions: map[string]string{
		"(Reader).Get":  "ret0=cache",
		"(Reader).List": "ret0=cache[]",
	},
}

// istioKrt: collections of what informers read (see Holds).
var istioKrt = Package{
	Path: "istio.io/istio/pkg/kube/krt",
	Functions: map[string]string{
		"Fetch":                   "ret0=cache[]",
		"FetchOrList":             "ret0=cache[]",
		"FetchOne":                "ret0=cache*",
		"(Collection).List":       "ret0=cache[]",
		"(Collection).GetKey":     "ret0=cache*",
		"NewCollection":           "call $1(_,cache)",
		"NewManyCollection":       "call $1(_,cache)",
		"NewStatusCollection":     "call $1(_,cache)",
		"NewStatusManyCollection": "call $1(_,cache)",
		"MapCollection":           "call $1(cache)",
		"NewIndex":                "call $2(cache)",
	},
}
