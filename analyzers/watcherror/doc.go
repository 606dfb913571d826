// Package watcherror defines an Analyzer that finds watch loops that ignore errors.
//
// A loop is reported as closed only if no branch that is open to the zero event leaves it. A
// test of the event's type or object can return, and so can a function that is not seen and
// gets the event.
//
// # Analyzer watcherror
//
// watcherror: watch loops that mistake errors or a closed channel for events
//
// The channel of a watch also delivers ERROR events, whose object is a *metav1.Status. A loop
// that asserts the type of the object without checking the type of the event panics on the
// first error.
//
// The API server ends each watch after a while. A closed channel then yields zero events without
// end: Type is "", Object is nil. A loop that goes on with such an event burns a CPU core and never
// receives another one. A case <-ctx.Done() ends the loop with the program, not with the watch. Each
// zero event re-arms a time.After in the loop.
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
//   - assertions after a check of the event's type;
//   - events from a channel that the package makes;
//   - assertions with a second result;
//   - events of a watch.Broadcaster, which the program sends itself;
//   - loops that a zero event may leave, by a test or a function that the analyzer does not
//     see;
//   - loops that end after some rounds, or by a timer or deadline from before the loop;
//   - loops that get a new watch, or whose channel is in a field that other code sets;
//   - test files.
//
// # How to fix it
//
// Handle watch.Error first. Receive with "event, ok := <-ch", and leave the loop when ok is
// false; a break inside a select leaves only the select.
package watcherror
