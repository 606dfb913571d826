// Package rvassign defines an Analyzer that finds watch loops whose position
// can move backwards.
//
// # Analyzer rvassign
//
// rvassign: find watch loops that resume from the resourceVersion of any event
//
// A list/watch loop remembers the resourceVersion (RV) of the last event, to
// start the next watch from there. But events do not always arrive in the order of
// their versions, and an error has no version. A loop that stores the version of
// every event can go back in time. The next watch then replays history: deleted
// objects appear again, or the server sends the whole state once more.
//
// # Why
//
// client-go's reflector had this bug. Up to Kubernetes 1.9, a DELETED event carried
// the version of the object's last update. The next watch replayed what came after
// it, and the endpoints controller deleted live Endpoints. Since client-go 0.36
// the reflector ignores the versions of the initial, unordered ADDED events
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
//		if newer, err := resourceversion.CompareResourceVersion(rv, lastRV); err == nil && newer > 0 {
//			lastRV = rv
//		}
//
// # What is found
//
// A position is any value that a later Watch gets as its ResourceVersion. It can be a
// variable, possibly captured, the target of a pointer, a struct field, the field
// of the options, or where a callback or setter stores to. Watches may be
// calls of a Watch method or hand-written requests. Types of the program may wrap
// watch.Interface or mimic it. An event is a struct with a type and an object, or one
// that contains such a struct. Loops may span functions, methods and closures, and run
// under wait.Until and the like.
//
// The message names the hazards:
//
//   - initial events: the watch can start from "" or "0"; it then begins with
//     ADDED events in any order;
//   - error events: a Status has an empty resourceVersion;
//   - shared position: several watches move the same position;
//   - deleted events: Kubernetes before 1.10 sends DELETED with the version of the last
//     update (https://github.com/kubernetes/kubernetes/issues/58545), and so may an
//     aggregated API server whose storage does not set that of the deletion. If this is
//     the only hazard, the finding is a warning: the loop relies on a promise of the server
//     that it does not check.
//
// A position also goes back if each round of a loop starts its watch from the
// version of the initial list, and nothing advances it.
//
// # What is not reported
//
//   - stores guarded by a comparison with the current position;
//   - positions that only bookmarks move;
//   - positions that move only after the initial events, and not on errors;
//   - versions of lists that each round makes, copies for optimistic locking, and
//     versions that no Watch reads;
//   - test files.
//
// A check that the version is not empty is no guard.
//
// # How to fix it
//
// List first, and compare before storing, with
// k8s.io/apimachinery/pkg/util/resourceversion (0.35 and newer), or use a reflector or
// informer.
//
// CompareResourceVersion returns an error for "" and "0". A loop that starts from one
// of them must store the first version without a comparison, as the suggested fix does.
// It can still lose objects. If the watch ends among its initial events, the next one
// does not send the older objects that were to follow.
//
// # Flags
//
// With -rvassign.ordered-servers, findings of category deleted-events are left
// out. Use it if you only talk to API servers that order their events.
package rvassign
