// Package rvassign defines an Analyzer that finds watch loops whose position can move
// backwards.
//
// Watches may be calls of a Watch method or hand-written requests. Types of the program may
// wrap watch.Interface or mimic it. An event is a struct with a type and an object, or one
// that contains such a struct.
//
// # Analyzer rvassign
//
// rvassign: watch loops that resume from the resourceVersion of any event
//
// A list/watch loop remembers the resourceVersion of the last event, and starts the next watch
// from there. But events do not always arrive in the order of their versions, and an error has
// no version. A loop that stores every version can go back in time. The next watch then
// replays history: deleted objects appear again, or the server sends the whole state once
// more.
//
// # Why
//
// client-go's reflector had this bug. Up to Kubernetes 1.9, a DELETED event carried the
// version of the object's last update. The next watch replayed what came after it, and the
// endpoints controller deleted live Endpoints. Since client-go 0.36 the reflector ignores the
// versions of the initial, unordered ADDED events
// (https://github.com/kubernetes/kubernetes/issues/74022).
//
// # Bad
//
//	w, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: lastRV})
//	...
//	for event := range w.ResultChan() {
//		obj, err := meta.Accessor(event.Object)
//		...
//		lastRV = obj.GetResourceVersion()
//	}
//
// # Good
//
//	list, err := client.List(ctx, metav1.ListOptions{})
//	...
//	lastRV := list.ResourceVersion
//	...
//		rv := obj.GetResourceVersion()
//		if order, err := resourceversion.CompareResourceVersion(rv, lastRV); err != nil || order > 0 {
//			lastRV = rv
//		}
//
// # What is found
//
// A position is any value that a later Watch gets as its ResourceVersion, such as a variable or a
// field. Loops may span functions, methods and closures. The message names the hazards:
//
//   - initial events: a watch from "" or "0" begins with ADDED events in any order;
//   - error events: a Status has an empty resourceVersion;
//   - shared position: several watches move the same position;
//   - deleted events: Kubernetes before 1.10 sends DELETED with the version of the last update
//     (https://github.com/kubernetes/kubernetes/issues/58545). So may an aggregated API server
//     whose storage does not set that of the deletion. If this is the only hazard, the finding
//     is a warning.
//
// A position also goes back if each round of a loop starts from the version of the initial list.
//
// # What is not reported
//
//   - stores guarded by a comparison with the current position, but not by a check that the
//     version is not empty;
//   - positions that only bookmarks move, or that move only after the initial events and not
//     on errors;
//   - versions of lists that each round makes, and versions that no Watch reads;
//   - test files.
//
// # How to fix it
//
// List first, and compare before storing, with k8s.io/apimachinery/pkg/util/resourceversion (0.35
// and newer), or use a reflector or informer.
//
// CompareResourceVersion returns an error for "" and "0". The suggested fix stores the version then,
// as before. Such a loop can still lose objects if the watch ends among its initial events. Where
// ERROR events get to the store, test for them first: there is no fix.
package rvassign
