package kube

import "go/types"

// What opens a watch, and what ends it.

// EventError is the type of the event after which a server closes a watch.
const EventError = "ERROR"

// EventObjectField is the field of a watch event that holds the object.
const EventObjectField = "Object"

// IsWatch reports whether t is a watch that goroutines serve until it is stopped: watch.Interface, or a RetryWatcher.
func IsWatch(t types.Type) bool {
	return IsWatchInterface(t) || TypeName(t) == toolsWatch.Path+".RetryWatcher"
}

// OpensWatch reports whether a function of that signature opens a watch: it returns one and an error.
func OpensWatch(sig *types.Signature) bool {
	r := sig.Results()
	return r.Len() == 2 && IsWatch(r.At(0).Type()) && isError(r.At(1).Type())
}

// StopsWatch reports whether f is the method Stop of a watch.
func StopsWatch(f *types.Func) bool {
	recv := f.Signature().Recv()
	return f.Name() == "Stop" && f.Signature().Params().Len() == 0 && recv != nil && IsWatcher(recv.Type())
}

// GivesEvents reports whether f is the method ResultChan of a watch.
func GivesEvents(f *types.Func) bool {
	recv := f.Signature().Recv()
	return f.Name() == ResultChan && recv != nil && IsWatcher(recv.Type())
}

// IsStatus reports whether t is a pointer to metav1.Status, the object of an ERROR event.
func IsStatus(t types.Type) bool { return TypeName(t) == metaPkg+".Status" }

// EndsContext reports whether f returns a context that its caller ends, by calling what it also returns, or that a
// timer or a signal ends.
func EndsContext(f *types.Func) bool {
	if f.Pkg() == nil || f.Pkg().Path() != "context" && f.Pkg().Path() != "os/signal" {
		return false
	}
	return f.Signature().Results().Len() == 2
}
