// Package rvassign defines an Analyzer that finds watch loops whose position
// can move backwards.
//
// # Analyzer rvassign
//
// rvassign: find watch loops that resume from the resourceVersion of any event
//
// A list/watch loop remembers the resourceVersion (RV) of the last event, to
// start the next watch from there. Events do not always come in the order of
// their versions, and an error has none. A loop that stores the version of
// every event goes back in time, and the next watch replays history: deleted
// objects appear again, or the whole state is sent once more.
//
// # Why
//
// client-go's reflector did this. A DELETED event of Kubernetes 1.9 carried the
// version of the object's last update; the next watch replayed what came after
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
//	rv := obj.GetResourceVersion()
//	if newer, err := resourceversion.CompareResourceVersion(rv, lastRV); err == nil && newer > 0 {
//		lastRV = rv
//	}
//
// # What is found
//
// A position is whatever a later Watch is given as its ResourceVersion: a
// variable, also a captured one, a pointer's target, a struct field, the field
// of the options, or what a callback or setter stores it in. Watches may be
// calls of a Watch method or requests made by hand; loops may be split over
// functions, methods and closures, and run under wait.Until and the like.
//
// The message names the hazards that are open:
//
//   - initial events: the watch can start from "" or "0"; it then begins with
//     ADDED events in any order;
//   - error events: a Status has an empty resourceVersion;
//   - shared position: several watches move the same position;
//   - deleted events: Kubernetes before 1.10, and aggregated API servers still,
//     send DELETED with the version of the last update.
//
// A position goes back too where each round of a loop starts its watch from the
// version of a list that was made before the loop, and nothing moves it on.
//
// # What is not reported
//
// A store behind a comparison with the present position; bookmarks only;
// positions that only move after the initial events, with errors left out;
// versions of lists that each round makes, copies for optimistic locking, and versions that no Watch
// reads; files of tests. A check that the version is not empty is no guard.
//
// # How to fix it
//
// Compare before storing, with k8s.io/apimachinery/pkg/util/resourceversion
// (0.35 and newer), or use a reflector or informer.
//
// # Flags
//
// With -rvassign.ordered-servers, findings of category deleted-events are left
// out: for people who only talk to API servers that order their events.
//
// # Categories
//
//	initial-events   initial events are among the open hazards
//	error-events     error events are, initial events are not
//	shared-position  several watches move the position
//	deleted-events   only deleted events are open
//	stale-list       each round starts from the version of a list of before
//	dead-store       the version goes into options that nothing reads again
package rvassign
