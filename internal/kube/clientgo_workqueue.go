package kube

import (
	"go/types"
	"slices"
	"strings"
)

// What the queues of client-go and of controller-runtime do with an item.

const (
	queuePkg         = "k8s.io/client-go/util/workqueue"
	priorityQueuePkg = ctrlPkg + "/controller/priorityqueue"
)

// A QueueCall is what a method does with an item of its queue.
type QueueCall int

const (
	// NoQueueCall: it is no method of a queue.
	NoQueueCall QueueCall = iota
	// QueueGet takes an item. The queue keeps it as one that is being processed.
	QueueGet
	// QueueDone gives it back.
	QueueDone
	// QueueForget ends the count of the item's failures.
	QueueForget
	// QueueAddRateLimited adds it after a delay that grows with its failures.
	QueueAddRateLimited
	// QueueShutDown ends the queue.
	QueueShutDown
	// QueueOther: it does none of these. No other call of Add gives the item back.
	QueueOther
)

// QueueCallOf is what f does, by the package that declares it.
func QueueCallOf(f *types.Func) QueueCall {
	if f == nil || !OfQueues(f) {
		return NoQueueCall
	}
	return QueueCallNamed(f)
}

// QueueCallNamed is what f does if its receiver is known to be a queue, which it may be through an interface of
// any package.
func QueueCallNamed(f *types.Func) QueueCall {
	if f == nil || f.Signature().Recv() == nil {
		return NoQueueCall
	}
	switch name := f.Name(); {
	case name == "Get" && f.Signature().Results().Len() == 2, name == "GetWithPriority":
		return QueueGet
	case name == "Done":
		return QueueDone
	case name == "Forget":
		return QueueForget
	case name == "AddRateLimited":
		return QueueAddRateLimited
	case strings.HasPrefix(name, "ShutDown"):
		return QueueShutDown
	}
	return QueueOther
}

// OfQueues reports whether f is declared by client-go's package of queues, or by controller-runtime's.
func OfQueues(f *types.Func) bool {
	path := pathOf(f)
	return path == queuePkg || path == priorityQueuePkg
}

// MakesQueue reports whether f returns a new queue, and which of its parameters is the rate limiter: -1 if none is.
func MakesQueue(f *types.Func) (limiter int, ok bool) {
	sig := f.Signature()
	if !OfQueues(f) || sig.Recv() != nil || sig.Results().Len() != 1 || !strings.HasPrefix(f.Name(), "New") {
		return -1, false
	}
	for _, name := range []string{"Get", "Done"} {
		if m, _, _ := types.LookupFieldOrMethod(sig.Results().At(0).Type(), true, nil, name); m == nil {
			return -1, false
		}
	}
	for i := range sig.Params().Len() {
		if m, _, _ := types.LookupFieldOrMethod(sig.Params().At(i).Type(), true, nil, "When"); m != nil {
			return i, true
		}
	}
	return -1, true
}

// CountsFailures reports whether f returns a limiter whose delay doubles with each failure of an item, up to
// a maximum (1000 seconds by default), until somebody forgets the item.
func CountsFailures(f *types.Func) bool {
	if !OfQueues(f) || f.Signature().Recv() != nil {
		return false
	}
	return slices.Contains([]string{"DefaultControllerRateLimiter", "DefaultItemBasedRateLimiter", "NewItemExponentialFailureRateLimiter"}, strings.Replace(f.Name(), "Typed", "", 1))
}

// CombinesLimiters reports whether f returns a limiter with the longest of the delays of its arguments.
func CombinesLimiters(f *types.Func) bool {
	return OfQueues(f) && strings.Replace(f.Name(), "Typed", "", 1) == "NewMaxOfRateLimiter"
}

// MakesKey reports whether f makes the key of an object, as event handlers do.
func MakesKey(f *types.Func) bool {
	return pathOf(f) == cachePkg && strings.HasSuffix(f.Name(), "MetaNamespaceKeyFunc") || MakesDeletionKey(f)
}

// SplitsKey reports whether f is cache.SplitMetaNamespaceKey, which fails for no key that a handler has made.
func SplitsKey(f *types.Func) bool {
	return pathOf(f) == cachePkg && f.Name() == "SplitMetaNamespaceKey"
}

// keepers are packages of the standard library that keep what they are given for somebody else.
var keepers = []string{"container", "context", "sync"}

// heedless are packages whose functions do nothing with the key of an object but to read, print or count.
var heedless = []string{"k8s.io/klog", "k8s.io/apimachinery/pkg/util/runtime", "k8s.io/client-go/listers"}

// KeepsNoKey reports whether f, given an item of a queue, cannot give it back or have others do that: it
// computes, logs, counts, or reads a cache.
func KeepsNoKey(f *types.Func) bool {
	if f.Pkg() == nil || OnlyComputes(f) || IsForLog(f) || MakesText(f) || WritesText(f) || RecordsEvent(f) {
		return true
	}
	path := Unvendored(f.Pkg().Path())
	switch {
	case StdPath(path):
		return Standard(path) && !under(path, keepers) && !TakesFunction(f.Signature())
	case path == cachePkg:
		return strings.HasPrefix(f.Name(), "Get") || strings.HasPrefix(f.Name(), "Split") || strings.HasSuffix(f.Name(), "KeyFunc")
	}
	return Measures(f) || under(path, heedless)
}

// HandlesEvents reports whether client-go calls the function in the field of the struct type n with objects of
// a cache.
func HandlesEvents(n *types.Named, field string) bool {
	return HandlesUpdates(n, field) || DeletionField(n, field) == HandlesDeletion
}

// IsEventHandler reports whether f is a method of a cache.ResourceEventHandler.
func IsEventHandler(f *types.Func) bool { return IsUpdateHandler(f) || IsDeletionHandler(f) }
