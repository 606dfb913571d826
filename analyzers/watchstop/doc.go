// Package watchstop defines an Analyzer that finds watches that nobody stops.
//
// # Analyzer watchstop
//
// watchstop: watches that are left without Stop
//
// A goroutine reads the events of a watch from its connection and sends them to ResultChan.
// Stop ends both. Somebody must call it, unless the channel was read until it was closed.
//
// # Bad
//
//	w, err := pods.Watch(ctx, opts)
//	if err != nil {
//		return err
//	}
//	for event := range w.ResultChan() {
//		if running(event) {
//			return nil // the watch goes on
//		}
//	}
//
// # Good
//
//	w, err := pods.Watch(ctx, opts)
//	if err != nil {
//		return err
//	}
//	defer w.Stop()
//	for event := range w.ResultChan() {
//		if running(event) {
//			return nil
//		}
//	}
//
// # Why
//
// The goroutine waits for somebody to take its next event, until the process ends. The connection
// stays open until the server closes it, after 30 to 60 minutes by default.
//
// # How to fix it
//
// Defer Stop after the test of the error; the analyzer suggests this edit. Stop can be called
// twice.
//
// # What is not reported
//
//   - watches that are returned, stored, sent, or passed to code of other packages, which
//     may stop them;
//   - paths after the channel was closed, or after an ERROR event, since the server then
//     closes it;
//   - watches that only their context ends, which are notes;
//   - paths on which the process ends: os.Exit, or the end of main;
//   - watches of what the program itself sends, such as those of a watch.Broadcaster;
//   - test files.
package watchstop
