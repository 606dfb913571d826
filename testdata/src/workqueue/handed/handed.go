// Package handed hands the items of a queue to workers, which call Done.
package handed

import "k8s.io/client-go/util/workqueue"

type pool struct {
	queue workqueue.TypedRateLimitingInterface[string]
	work  chan string
	sync  func(key string) error
}

func (p *pool) next() bool {
	key, quit := p.queue.Get()
	if quit {
		return false
	}
	if p.sync == nil {
		p.queue.Done(key)
		return true
	}
	p.hand(key)
	return true
}

func (p *pool) hand(key string) { p.work <- key }

func (p *pool) worker() {
	for key := range p.work {
		if err := p.sync(key); err != nil {
			p.queue.AddRateLimited(key)
		} else {
			p.queue.Forget(key)
		}
		p.queue.Done(key)
	}
}
