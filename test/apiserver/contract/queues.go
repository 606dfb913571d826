package contract

import (
	"k8s.io/client-go/util/workqueue"
)

// NextWithoutDone works on one key, and tries a failed one again later. It keeps a
// failed key for ever.
func NextWithoutDone(queue workqueue.TypedRateLimitingInterface[string], sync func(key string) error) bool {
	key, quit := queue.Get()
	if quit {
		return false
	}
	if err := sync(key); err != nil {
		queue.AddRateLimited(key)
		return true
	}
	queue.Forget(key)
	queue.Done(key)
	return true
}

// Next gives each key back.
func Next(queue workqueue.TypedRateLimitingInterface[string], sync func(key string) error) bool {
	key, quit := queue.Get()
	if quit {
		return false
	}
	defer queue.Done(key)
	if err := sync(key); err != nil {
		queue.AddRateLimited(key)
		return true
	}
	queue.Forget(key)
	return true
}

// OnDeleteDone is an event handler that calls Done for a key that it did not get.
func OnDeleteDone(queue workqueue.TypedRateLimitingInterface[string], key string) {
	queue.Done(key)
	queue.Add(key)
}

// OnDelete adds the key.
func OnDelete(queue workqueue.TypedRateLimitingInterface[string], key string) { queue.Add(key) }

// NextWithoutForget remembers each failure of a key.
func NextWithoutForget(queue workqueue.TypedRateLimitingInterface[string], sync func(key string) error) bool {
	key, quit := queue.Get()
	if quit {
		return false
	}
	defer queue.Done(key)
	if err := sync(key); err != nil {
		queue.AddRateLimited(key)
	}
	return true
}
