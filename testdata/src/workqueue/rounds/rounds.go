// Package rounds has workers that take items from a queue.
package rounds

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/util/runtime"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type controller struct {
	Queue workqueue.TypedRateLimitingInterface[string]
	pods  corelisters.PodLister
	sync  func(key string) error
	ready chan string
	batch []string

	current string
}

// The error path of a call of unknown code, which has not called Done if Done follows.
func (c *controller) errorPath() bool {
	key, quit := c.Queue.Get() // want `on some paths nothing calls Done for this item, so the queue never hands it out again; defer Done after the test of shutdown`
	if quit {
		return false
	}
	if err := c.sync(key); err != nil {
		c.Queue.AddRateLimited(key)
		return true
	}
	c.Queue.Forget(key)
	c.Queue.Done(key)
	return true
}

func (c *controller) bothPaths() bool {
	key, quit := c.Queue.Get()
	if quit {
		return false
	}
	if err := c.sync(key); err != nil {
		c.Queue.AddRateLimited(key)
		c.Queue.Done(key)
		return true
	}
	c.Queue.Forget(key)
	c.Queue.Done(key)
	return true
}

func (c *controller) deferred() bool {
	key, quit := c.Queue.Get()
	if quit {
		return false
	}
	defer c.Queue.Done(key)
	if err := c.sync(key); err != nil {
		c.Queue.AddRateLimited(key)
	}
	return true
}

// Only if the call succeeds, somebody else has the item.
func (c *controller) handsOver() bool {
	key, quit := c.Queue.Get()
	if quit {
		return false
	}
	if err := c.sync(key); err != nil {
		c.Queue.Done(key)
		return true
	}
	return true
}

// A loop, which goes on with the next item.
func (c *controller) skips() {
	for {
		key, quit := c.Queue.Get() // want `on some paths nothing calls Done`
		if quit {
			return
		}
		namespace, name, err := cache.SplitMetaNamespaceKey(key)
		if err != nil {
			runtime.HandleError(fmt.Errorf("key %s: %w", key, err))
			continue // harmless: no handler makes such a key
		}
		pod, err := c.pods.Pods(namespace).Get(name)
		if err != nil {
			klog.ErrorS(err, "Reading", "pod", key)
			continue
		}
		if err := c.sync(pod.Name); err != nil {
			c.Queue.AddRateLimited(key)
		}
		c.Queue.Done(key)
	}
}

// The item is returned on one way only.
func (c *controller) choose() (string, error) {
	key, quit := c.Queue.Get() // want `on some paths nothing calls Done`
	if quit {
		return "", errors.New("shut down")
	}
	if _, err := c.pods.Pods("default").Get(key); err != nil {
		return "", err
	}
	return key, nil
}

func (c *controller) next() (string, bool) { return c.Queue.Get() }

// Helpers of this package.
func (c *controller) viaHelper() bool {
	key, quit := c.Queue.Get()
	if quit {
		return false
	}
	c.process(key)
	return true
}

func (c *controller) process(key string) {
	defer c.finish(key)
	_ = c.sync(strings.TrimSpace(key))
}

func (c *controller) finish(key string) { c.Queue.Done(key) }

// The caller may find out the item.
type task struct{ key string }

func newTask(key string) *task { return &task{key} }

func (c *controller) take() (*task, error) {
	key, quit := c.Queue.Get()
	if quit {
		return nil, errors.New("shut down")
	}
	if err := c.sync(key); err != nil {
		c.Queue.Done(key)
		return nil, err
	}
	return newTask(key), nil
}

func (c *controller) read() (any, error) {
	key, quit := c.Queue.Get()
	if quit {
		return nil, errors.New("shut down")
	}
	pod, err := c.pods.Pods("default").Get(key)
	if err != nil {
		c.Queue.Done(key)
		return nil, err
	}
	return pod, nil
}

func (c *controller) runTask(t *task) { c.Queue.Done(t.key) }

// This helper gives nothing back.
func (c *controller) viaLog() bool {
	key, quit := c.Queue.Get() // want `on some paths nothing calls Done`
	if quit {
		return false
	}
	if strings.HasPrefix(key, "kube-system/") {
		c.ignored(key)
		return true
	}
	c.process(key)
	return true
}

func (c *controller) ignored(key string) { klog.InfoS("Ignored", "key", key) }

// Literals, called at once, deferred and started.
func (c *controller) literals() bool {
	key, quit := c.Queue.Get()
	if quit {
		return false
	}
	func(k string) {
		defer c.Queue.Done(k)
		_ = c.sync(k)
	}(key)
	return true
}

func (c *controller) deferredFirst() bool {
	key, quit := c.Queue.Get()
	defer func() {
		if !quit {
			c.Queue.Done(key)
		}
	}()
	if quit {
		return false
	}
	return c.sync(key) == nil
}

func (c *controller) started() bool {
	key, quit := c.Queue.Get()
	if quit {
		return false
	}
	go func() {
		defer c.Queue.Done(key)
		_ = c.sync(key)
	}()
	return true
}

// The item goes elsewhere.
func (c *controller) sends(ctx context.Context) bool {
	key, quit := c.Queue.Get()
	if quit {
		return false
	}
	select {
	case c.ready <- key:
	case <-ctx.Done():
	}
	return true
}

func (c *controller) collects() bool {
	key, quit := c.Queue.Get()
	if quit {
		return false
	}
	c.batch = append(c.batch, key)
	return true
}

func (c *controller) keeps(ctx context.Context) (err error) {
	key, quit := c.Queue.Get()
	if quit {
		return nil
	}
	c.current = key
	defer func() { err = c.sync(c.current) }()
	return ctx.Err()
}

func (c *controller) batches() {
	var batch []string
	for {
		key, quit := c.Queue.Get()
		if quit {
			return
		}
		if batch = append(batch, key); len(batch) < 10 {
			continue
		}
		for _, key := range batch {
			c.Queue.Done(key)
		}
		batch = nil
	}
}

// The program ends on the way without Done.
func (c *controller) stops(ctx context.Context, stop <-chan struct{}) {
	for {
		key, quit := c.Queue.Get()
		if quit || ctx.Err() != nil {
			return
		}
		select {
		case <-stop:
			return
		default:
		}
		_ = c.sync(key)
		c.Queue.Done(key)
	}
}

const wake = "wake"

// A sentinel, and a key that is always the same.
func (c *controller) sentinel() bool {
	key, quit := c.Queue.Get()
	if quit {
		return false
	}
	if key == wake {
		return true
	}
	c.Queue.Done(key)
	return true
}

func (c *controller) constant() bool {
	_, quit := c.Queue.Get()
	if quit {
		return false
	}
	defer c.Queue.Done(wake)
	return c.sync(wake) == nil
}

// Items that are no strings, in a queue that is not generic.
type untyped struct {
	Queue workqueue.RateLimitingInterface //nolint:staticcheck // what is tested
	busy  bool
}

func (u *untyped) next() bool {
	item, quit := u.Queue.Get() // want `on some paths nothing calls Done`
	if quit {
		return false
	}
	key, ok := item.(string)
	if !ok {
		u.Queue.Forget(item)
		return true
	}
	if u.busy {
		u.Queue.AddRateLimited(key)
		return true
	}
	klog.Info(key)
	u.Queue.Done(item)
	return true
}

// controller-runtime's priority queue.
type prioritized struct {
	Queue priorityqueue.PriorityQueue[reconcile.Request]
	busy  bool
}

func (p *prioritized) next() bool {
	req, priority, quit := p.Queue.GetWithPriority() // want `on some paths nothing calls Done`
	if quit {
		return false
	}
	if p.busy {
		p.Queue.AddWithOpts(priorityqueue.AddOpts{RateLimited: true, Priority: &priority}, req)
		return true
	}
	p.Queue.Done(req)
	return true
}

func (p *prioritized) nextDeferred() bool {
	req, priority, quit := p.Queue.GetWithPriority()
	if quit {
		return false
	}
	defer p.Queue.Done(req)
	if p.busy {
		p.Queue.AddWithOpts(priorityqueue.AddOpts{RateLimited: true, Priority: &priority}, req)
	}
	return true
}

// A queue of its own, with the same methods.
type own struct{ list chan string }

func (o *own) Get() (string, bool) { s, ok := <-o.list; return s, !ok }
func (o *own) Done(string)         {}

func (o *own) next(skip bool) {
	s, quit := o.Get()
	if quit || skip {
		return
	}
	o.Done(s)
}

// The helper calls Done for what went well only.
func (c *controller) helperOnSuccess() bool {
	key, quit := c.Queue.Get() // want `on some paths nothing calls Done for this item`
	if quit {
		return false
	}
	c.forgetGood(key, c.look(key))
	return true
}

func (c *controller) forgetGood(key string, err error) {
	if err != nil {
		c.Queue.AddRateLimited(key)
		return
	}
	c.Queue.Forget(key)
	c.Queue.Done(key)
}

// The helper calls Done on each path.
func (c *controller) helperAlways() bool {
	key, quit := c.Queue.Get()
	if quit {
		return false
	}
	c.forgetAny(key, c.look(key))
	return true
}

func (c *controller) forgetAny(key string, err error) {
	if err != nil {
		c.Queue.AddRateLimited(key)
		c.Queue.Done(key)
		return
	}
	c.Queue.Forget(key)
	c.Queue.Done(key)
}

// The helper leaves failures to its caller.
func (c *controller) helperAndCaller() bool {
	key, quit := c.Queue.Get()
	if quit {
		return false
	}
	if err := c.tryOnce(key); err != nil {
		c.Queue.AddRateLimited(key)
		c.Queue.Done(key)
	}
	return true
}

func (c *controller) tryOnce(key string) error {
	if err := c.look(key); err != nil {
		return err
	}
	c.Queue.Forget(key)
	c.Queue.Done(key)
	return nil
}

// The literal calls Done for what went well only.
func (c *controller) literalOnSuccess() bool {
	key, quit := c.Queue.Get() // want `on some paths nothing calls Done for this item`
	if quit {
		return false
	}
	err := func() error {
		if err := c.look(key); err != nil {
			c.Queue.AddRateLimited(key)
			return err
		}
		c.Queue.Forget(key)
		c.Queue.Done(key)
		return nil
	}()
	if err != nil {
		klog.Error(err)
	}
	return true
}

// The literal defers Done.
func (c *controller) literalAlways() bool {
	key, quit := c.Queue.Get()
	if quit {
		return false
	}
	err := func(key string) error {
		defer c.Queue.Done(key)
		if err := c.look(key); err != nil {
			c.Queue.AddRateLimited(key)
			return err
		}
		c.Queue.Forget(key)
		return nil
	}(key)
	if err != nil {
		klog.Error(err)
	}
	return true
}

// The helper keeps the item for a batch, whose owner calls Done.
func (c *controller) helperKeeps() bool {
	key, quit := c.Queue.Get()
	if quit {
		return false
	}
	c.addToBatch(key)
	return true
}

func (c *controller) addToBatch(key string) {
	if key != c.current {
		c.batch = append(c.batch, key)
	}
}

func (c *controller) look(key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return err
	}
	_, err = c.pods.Pods(namespace).Get(name)
	return err
}
