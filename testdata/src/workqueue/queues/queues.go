// Package queues has queues that nobody else has.
package queues

import (
	"time"

	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

// Nothing calls Done: each name is printed once.
type printer struct {
	queue workqueue.TypedInterface[string]
}

func newPrinter() *printer { return &printer{queue: workqueue.NewTyped[string]()} }

func (p *printer) add(name string) { p.queue.Add(name) }

func (p *printer) run() {
	for p.next() {
	}
}

func (p *printer) next() bool {
	name, quit := p.queue.Get() // want `nothing calls Done for the items of this queue, so it hands out each of them only once; defer Done after the test of shutdown`
	if quit {
		return false
	}
	klog.Info(name)
	return true
}

// Done is called where the item is returned to, or not at all.
type returning struct {
	queue workqueue.TypedInterface[string]
}

func newReturning() *returning { return &returning{queue: workqueue.NewTyped[string]()} }

func (r *returning) take() (string, bool) { return r.queue.Get() }

func (r *returning) run() {
	for {
		name, quit := r.take()
		if quit {
			return
		}
		klog.Info(name)
		r.queue.Done(name)
	}
}

type dropping struct {
	queue workqueue.TypedInterface[string]
}

func newDropping() *dropping { return &dropping{queue: workqueue.NewTyped[string]()} }

func (d *dropping) take() (string, bool) { return d.queue.Get() } // want `nothing calls Done for the items of this queue`

func (d *dropping) run() {
	for {
		name, quit := d.take()
		if quit {
			return
		}
		klog.Info(name)
	}
}

// Another package has this one.
type shared struct {
	queue workqueue.TypedInterface[string]
}

func newShared() *shared { return &shared{queue: workqueue.NewTyped[string]()} }

func (s *shared) Queue() workqueue.TypedInterface[string] { return s.queue }

func (s *shared) take() (string, bool) { return s.queue.Get() }

// Failures that are never forgotten.
type backsOff struct {
	queue workqueue.TypedRateLimitingInterface[string]
	sync  func(string) error
}

func newBacksOff() *backsOff {
	return &backsOff{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (b *backsOff) next() bool {
	key, quit := b.queue.Get()
	if quit {
		return false
	}
	defer b.queue.Done(key)
	if err := b.sync(key); err != nil {
		b.queue.AddRateLimited(key) // want `nothing calls Forget on this queue, so a success does not reset the failures of an item, and each failure doubles its delay; call Forget when an item was processed`
	}
	return true
}

// The twin forgets, through an interface of its own.
type forgets struct {
	queue limited
	sync  func(string) error
}

type limited interface {
	AddRateLimited(string)
	Forget(string)
	Get() (string, bool)
	Done(string)
}

func newForgets() *forgets {
	limiter := workqueue.NewTypedMaxOfRateLimiter(workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Hour))
	return &forgets{queue: workqueue.NewTypedRateLimitingQueueWithConfig(limiter, workqueue.TypedRateLimitingQueueConfig[string]{Name: "forgets"})}
}

func (f *forgets) next() bool {
	key, quit := f.queue.Get()
	if quit {
		return false
	}
	defer f.queue.Done(key)
	if err := f.sync(key); err != nil {
		f.queue.AddRateLimited(key)
		return true
	}
	f.queue.Forget(key)
	return true
}

// A local queue, with a limiter made of two.
func local(keys <-chan string, sync func(string) error) {
	limiter := workqueue.NewTypedMaxOfRateLimiter[string](
		workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Hour),
		&workqueue.TypedBucketRateLimiter[string]{},
	)
	queue := workqueue.NewTypedRateLimitingQueue[string](limiter)
	go func() {
		for key := range keys {
			queue.AddRateLimited(key) // want `nothing calls Forget on this queue`
		}
		queue.ShutDown()
	}()
	for {
		key, quit := queue.Get()
		if quit {
			return
		}
		if err := sync(key); err != nil {
			klog.Error(err)
		}
		queue.Done(key)
	}
}

// A limiter of its own, which may forget by itself.
type steady struct{}

func (steady) When(string) time.Duration { return time.Second }
func (steady) Forget(string)             {}
func (steady) NumRequeues(string) int    { return 0 }

type custom struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

func newCustom() *custom {
	return &custom{queue: workqueue.NewTypedRateLimitingQueue[string](steady{})}
}

func (c *custom) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	c.queue.AddRateLimited(key)
	return true
}

// Methods that are kept as values.
type kept struct {
	queue workqueue.TypedRateLimitingInterface[string]
	after func(string)
}

func newKept() *kept {
	k := &kept{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedItemBasedRateLimiter[string]())}
	k.after = k.queue.Forget
	return k
}

func (k *kept) handler() cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
			k.queue.AddRateLimited(key)
		}
	}}
}
