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
// error.
//
// The API server ends each watch after a while. A closed channel then yields zero
// events at once and without end: Type is "", Object is nil. A loop that goes on with
// such an event spins: it burns a CPU core and never receives another event. A case
// <-ctx.Done() ends the loop with the program, not with the watch. Each zero event re-arms
// a time.After in the loop.
//
// # Bad
//
//	for event := range w.ResultChan() {
//		pod := event.Object.(*corev1.Pod) // panics on an ERROR event
//		...
//	}
//
//	for {
//		select {
//		case event := <-w.ResultChan(): // closed: zero events, forever
//			if pod, ok := event.Object.(*corev1.Pod); ok {
//				...
//			}
//		case <-ctx.Done():
//			return ctx.Err()
//		}
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
//	for {
//		select {
//		case event, ok := <-w.ResultChan():
//			if !ok {
//				return errWatchEnded // the caller lists and watches again
//			}
//			...
//		case <-ctx.Done():
//			return ctx.Err()
//		}
//	}
//
// # What is not reported
//
// Assertions after a check of the event's type, even if a sender in the same package made
// the check. Assertions with a second result, events of a watch.Broadcaster, which the
// program sends itself, and test files.
//
// A loop is reported as closed only if no branch that is open to the zero event leaves it. A
// test of the event's type or object can return, and so can a function that is not seen and
// gets the event. Nor is one reported that ends after some rounds or some time, by a timer
// or a deadline of before the loop, that gets a new watch, or whose channel is kept in a
// field that is set anywhere but in a new struct.
//
// # How to fix it
//
// Handle watch.Error first. Receive with "event, ok := <-ch", and leave the loop when ok is
// false; a break inside a select leaves only the select.
//
// # Flags
//
// With -watcherror.exits, the analyzer also reports assertions with a second result that end
// the program where they fail, by log.Fatalf or panic, and without a word on what went
// wrong. It does not if the object is printed, nor in commands.
package watcherror
