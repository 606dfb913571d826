package kube

import "go/types"

// controller-runtime's predicates, handlers and events: its informers hand the
// objects of the cache to them.

// Predicates and handlers made of functions. What the functions of a Funcs are
// called with, the types of their parameters tell: see events. Since 0.18, names
// without Typed are aliases.

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
	Releases: map[string]string{
		"NewTypedPredicateFuncs": ">=0.18",

		"Funcs.CreateFunc":       "<0.18",
		"Funcs.UpdateFunc":       "<0.18",
		"Funcs.DeleteFunc":       "<0.18",
		"Funcs.GenericFunc":      "<0.18",
		"TypedFuncs.CreateFunc":  ">=0.18",
		"TypedFuncs.UpdateFunc":  ">=0.18",
		"TypedFuncs.DeleteFunc":  ">=0.18",
		"TypedFuncs.GenericFunc": ">=0.18",
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
	Releases: map[string]string{
		"MapFunc":      ">=0.15 <0.18", // before, it has no context
		"TypedMapFunc": ">=0.18",

		"Funcs.CreateFunc":       "<0.18",
		"Funcs.UpdateFunc":       "<0.18",
		"Funcs.DeleteFunc":       "<0.18",
		"Funcs.GenericFunc":      "<0.18",
		"TypedFuncs.CreateFunc":  ">=0.18",
		"TypedFuncs.UpdateFunc":  ">=0.18",
		"TypedFuncs.DeleteFunc":  ">=0.18",
		"TypedFuncs.GenericFunc": ">=0.18",
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
	Releases: map[string]string{
		"CreateEvent":      "<0.18",
		"UpdateEvent":      "<0.18",
		"DeleteEvent":      "<0.18",
		"TypedCreateEvent": ">=0.18",
		"TypedUpdateEvent": ">=0.18",
		"TypedDeleteEvent": ">=0.18",
	},
}

// ReconcilesObject reports whether the method f is one of controller-runtime's
// reconcile.ObjectReconciler, Reconcile(context.Context, object) (reconcile.Result,
// error): what it is given was read.
func ReconcilesObject(f *types.Func) bool {
	sig := f.Signature()
	if f.Name() != "Reconcile" || sig.Recv() == nil || sig.Params().Len() != 2 || sig.Results().Len() != 2 {
		return false
	}
	return isNamed(sig.Params().At(0).Type(), "context", "Context") && IsObject(sig.Params().At(1).Type()) &&
		isNamed(sig.Results().At(0).Type(), ctrlPkg+"/reconcile", "Result") && isError(sig.Results().At(1).Type())
}
