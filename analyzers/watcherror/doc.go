// Package watcherror defines an Analyzer that finds watch loops that ignore
// errors.
//
// # Analyzer watcherror
//
// watcherror: find watch loops that mistake errors or a closed channel for events
//
// The channel of a watch also delivers ERROR events, whose object is a
// *metav1.Status, and it is closed when the watch ends. A loop that asserts the
// type of the object without checking the type of the event panics on the first
// error. A loop that detects the end of the watch by an event without an object is
// wrong too: only "event, ok := <-ch" tells whether the channel is open.
//
// # Bad
//
//	for event := range w.ResultChan() {
//		pod := event.Object.(*corev1.Pod) // panics on an ERROR event
//		...
//	}
//
// # Good
//
//	for event := range w.ResultChan() {
//		if event.Type == watch.Error {
//			return apierrors.FromObject(event.Object)
//		}
//		pod := event.Object.(*corev1.Pod)
//		...
//	}
//
// # What is not reported
//
// Assertions after a check of the event's type, even if a sender in the same package
// made the check; assertions with a second result; events of a watch.Broadcaster, which
// the program sends itself; and test files.
//
// # How to fix it
//
// Handle watch.Error first; receive with "event, ok := <-ch".
//
// # Categories
//
//	panics  an ERROR event panics
//	closed  a closed channel is detected by the event's object
package watcherror
