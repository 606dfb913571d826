// Package watcherror defines an Analyzer that finds watch loops that are blind
// to errors.
//
// # Analyzer watcherror
//
// watcherror: find watch loops that take an error or a closed channel for an event
//
// The channel of a watch delivers ERROR events too, whose object is a
// *metav1.Status, and it is closed when the watch ends. A loop that asserts the
// type of the object without a look at the event's type panics on the first
// error. One that takes an event without an object for the end of the watch
// asks the wrong question: receiving tells whether the channel is open.
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
// Assertions behind a look at the event's type, or with a second result; files
// of tests.
//
// # How to fix it
//
// Handle watch.Error first; receive with "event, ok := <-ch".
//
// # Categories
//
//	panics  an ERROR event panics
//	closed  a closed channel is told by the event's object
package watcherror
