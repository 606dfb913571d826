package kube

import (
	"go/types"
	"slices"
	"strings"
)

// What controller-runtime does with what a reconciler returns, and with finalizers.

// IsResult reports whether t is reconcile.Result.
func IsResult(t types.Type) bool { return isNamed(t, ctrlPkg+"/reconcile", "Result") }

// ReturnsResult reports whether the function of that signature returns (reconcile.Result, error).
func ReturnsResult(sig *types.Signature) bool {
	r := sig.Results()
	return r.Len() == 2 && IsResult(r.At(0).Type()) && isError(r.At(1).Type())
}

// Reconciles reports whether the method f is one that controller-runtime calls:
// Reconcile(context.Context, reconcile.Request) (reconcile.Result, error), or that of one of its
// typed or object reconcilers. Before 0.7 there is no context.
func Reconciles(f *types.Func) bool {
	sig := f.Signature()
	return f.Name() == "Reconcile" && sig.Recv() != nil && sig.Params().Len() <= 2 && ReturnsResult(sig)
}

// IsReconcileFunc reports whether t is controller-runtime's reconcile.Func, or the typed one: a function that is a
// reconciler.
func IsReconcileFunc(t types.Type) bool {
	return isNamed(t, ctrlPkg+"/reconcile", "Func") || isNamed(t, ctrlPkg+"/reconcile", "TypedFunc")
}

// WatchesSource reports whether f is a builder's method that adds a source of events that is no kind, or source.Channel,
// which makes one.
func WatchesSource(f *types.Func) bool {
	if recv := f.Signature().Recv(); recv != nil {
		return f.Name() == "WatchesRawSource" && IsBuilder(recv.Type())
	}
	return f.Name() == "Channel" && pathOf(f) == sourcePkg
}

// A FinalizerCall is what a function does with a finalizer of its first argument.
type FinalizerCall int

const (
	// NoFinalizer: nothing.
	NoFinalizer FinalizerCall = iota
	AddsFinalizer
	RemovesFinalizer
)

// FinalizerCallOf is what f does.
func FinalizerCallOf(f *types.Func) FinalizerCall {
	if pathOf(f) != controllerutil.Path {
		return NoFinalizer
	}
	switch f.Name() {
	case "AddFinalizer", "AddFinalizerWithError":
		return AddsFinalizer
	case "RemoveFinalizer", "RemoveFinalizerWithError":
		return RemovesFinalizer
	}
	return NoFinalizer
}

// Deletes says which argument of f, counted without the receiver, is the object that it deletes; ok is
// false if f is not the method Delete of controller-runtime's client.
func Deletes(f *types.Func) (arg int, ok bool) {
	return 1, f.Name() == "Delete" && pathOf(f) == clientPkg && f.Signature().Recv() != nil && f.Signature().Params().Len() >= 2
}

// DeletesAny reports whether f is the method of a client of controller-runtime that deletes an object, or all of a kind.
func DeletesAny(f *types.Func) bool {
	if _, ok := Deletes(f); ok {
		return true
	}
	return f.Name() == "DeleteAllOf" && pathOf(f) == clientPkg && f.Signature().Recv() != nil
}

// SetsDefaults reports whether a method with this name sets what the user has left out, as webhook.Defaulter does.
func SetsDefaults(name string) bool { return name == "Default" || name == "SetDefaults" }

// SaysDeletion reports whether a function of that name may tell whether an object is being deleted, or
// do what is to be done then.
func SaysDeletion(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "delet") || strings.Contains(name, "terminat") || strings.HasPrefix(name, "finaliz") && !strings.Contains(name, "finalizer")
}

// IsDeletionTimestamp reports whether the field or method of an object's metadata called name is the time at which
// its deletion was asked for.
func IsDeletionTimestamp(name string) bool {
	return name == "DeletionTimestamp" || name == "GetDeletionTimestamp"
}

// MayWrite reports whether a function of that name, given an object, may send it to the API server: the
// helpers that projects write around clients are known by their names.
func MayWrite(name string) bool {
	name = strings.ToLower(name)
	return strings.HasPrefix(name, "update") || strings.HasPrefix(name, "patch")
}

// ChangesFinalizers says what a function of that name, given the finalizers of an object, makes of them.
func ChangesFinalizers(name string) FinalizerCall {
	name = strings.ToLower(name)
	switch {
	case strings.HasPrefix(name, "append"), strings.HasPrefix(name, "add"):
		return AddsFinalizer
	case strings.HasPrefix(name, "remove"), strings.HasPrefix(name, "filter"), strings.HasPrefix(name, "delete"):
		return RemovesFinalizer
	}
	return NoFinalizer
}

// IsTime reports whether t is a time or a duration, of the standard library or of metav1.
func IsTime(t types.Type) bool {
	return slices.Contains([]string{"time.Time", "time.Duration", metaPkg + ".Time", metaPkg + ".MicroTime", metaPkg + ".Duration"}, TypeName(t))
}

// RecordsEvent reports whether f is a method of client-go's EventRecorder, or of an interface that embeds one.
func RecordsEvent(f *types.Func) bool {
	return f.Signature().Recv() != nil && f.Signature().Results().Len() == 0 && slices.Contains([]string{"Event", "Eventf", "AnnotatedEventf"}, f.Name())
}

// ExcusesError reports whether f tells errors that need no other attempt, or get one: those of
// apimachinery's IsNotFound, IsConflict, IsAlreadyExists.
func ExcusesError(f *types.Func) bool {
	return pathOf(f) == ErrorsPackage && slices.Contains([]string{"IsNotFound", "IsConflict", "IsAlreadyExists"}, f.Name())
}

// IgnoresError reports whether f returns nil instead of one kind of error: client.IgnoreNotFound,
// client.IgnoreAlreadyExists.
func IgnoresError(f *types.Func) bool {
	return pathOf(f) == clientPkg && (IgnoresNotFound(f) || f.Name() == "IgnoreAlreadyExists")
}

// IgnoresNotFound reports whether f is client.IgnoreNotFound.
func IgnoresNotFound(f *types.Func) bool {
	return f.Name() == "IgnoreNotFound" && pathOf(f) == clientPkg
}
