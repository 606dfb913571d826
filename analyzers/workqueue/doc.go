// Package workqueue defines an Analyzer that finds keys that a work queue never hands out
// again, or too late.
//
// # Analyzer workqueue
//
// workqueue: keys that a work queue never hands out again, or too late
//
// Get marks a key as being processed. Until Done is called for it, Add only remembers that it
// has changed, and no worker gets it. AddRateLimited and AddAfter end in Add.
//
// # Bad
//
//	key, quit := c.queue.Get()
//	if quit {
//		return false
//	}
//	if err := c.sync(key); err != nil {
//		c.queue.AddRateLimited(key) // nobody ever gets it again
//		return true
//	}
//	c.queue.Done(key) // and the failures are never forgotten
//	return true
//
// # Good
//
//	key, quit := c.queue.Get()
//	if quit {
//		return false
//	}
//	defer c.queue.Done(key)
//	if err := c.sync(key); err != nil {
//		c.queue.AddRateLimited(key)
//		return true
//	}
//	c.queue.Forget(key)
//	return true
//
// # Why
//
// A key without Done stays in the queue's set of keys that are being processed, until the
// process ends. The controller looks dead for one object, and works for all others.
// ShutDownWithDrain waits forever.
//
// A limiter that counts failures doubles the delay with each one. Without Forget, the next
// attempt after 18 failures over months waits 1000 seconds.
//
// # How to fix it
//
// Defer Done after the test of shutdown; the analyzer suggests this edit. Call Forget when a
// key was processed. Call Done only for what Get has returned.
//
// # What is not reported
//
//   - items that are returned, stored, sent, or passed to code that may call Done, also in
//     another package;
//   - paths that reject the item itself: it has another type, cannot be split, or equals a
//     sentinel;
//   - paths on which the program ends: a context or a channel was closed, or the queue was
//     shut down;
//   - queues that the package does not make itself or shares, if nothing calls Done or
//     Forget;
//   - limiters other than client-go's exponential one: some reset themselves;
//   - queues of other packages with the same methods;
//   - test files.
package workqueue
