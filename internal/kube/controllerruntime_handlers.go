package kube

// controller-runtime's predicates, handlers and events: its informers hand the
// objects of the cache to them.

// Predicates and handlers made of functions. What the functions of a Funcs are
// called with, the types of their parameters tell: see events.

var predicates = Package{
	Path: ctrlPkg + "/predicate",
	Functions: map[string]string{
		"NewPredicateFuncs":      "call $0(cache)",
		"NewTypedPredicateFuncs": "call $0(cache)",
	},
	Callbacks: map[string]string{
		"Funcs.CreateFunc":       "_",
		"Funcs.UpdateFunc":       "_",
		"Funcs.DeleteFunc":       "_",
		"Funcs.GenericFunc":      "_",
		"TypedFuncs.CreateFunc":  "_",
		"TypedFuncs.UpdateFunc":  "_",
		"TypedFuncs.DeleteFunc":  "_",
		"TypedFuncs.GenericFunc": "_",
	},
}

var handlers = Package{
	Path: ctrlPkg + "/handler",
	Callbacks: map[string]string{
		"MapFunc":      "_,cache",
		"TypedMapFunc": "_,cache",

		"Funcs.CreateFunc":       "_",
		"Funcs.UpdateFunc":       "_",
		"Funcs.DeleteFunc":       "_",
		"Funcs.GenericFunc":      "_",
		"TypedFuncs.CreateFunc":  "_",
		"TypedFuncs.UpdateFunc":  "_",
		"TypedFuncs.DeleteFunc":  "_",
		"TypedFuncs.GenericFunc": "_",
	},
}

// events hold the objects that they are about. Generic events are left out:
// what a source sends is its own.
var events = Package{
	Path: ctrlPkg + "/event",
	Events: map[string][]string{
		"CreateEvent":      {"Object"},
		"UpdateEvent":      {"ObjectOld", "ObjectNew"},
		"DeleteEvent":      {"Object"},
		"TypedCreateEvent": {"Object"},
		"TypedUpdateEvent": {"ObjectOld", "ObjectNew"},
		"TypedDeleteEvent": {"Object"},
	},
}
