package keys

import (
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
)

// How keys are made is the same for the whole package.
var (
	keyOf    = cache.MetaNamespaceKeyFunc
	deleted  = cache.DeletionHandlingMetaNamespaceKeyFunc
	tailored = cache.MetaNamespaceKeyFunc
)

// Tailor sets how keys are made.
func Tailor(f cache.KeyFunc) { tailored = f }

func (c *controller) byVariable() {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { c.enqueueAdded(obj) },
		DeleteFunc: func(obj any) {
			key, err := keyOf(obj) // want `the delete handler misses a deletion that comes as .*: cache.MetaNamespaceKeyFunc returns an error for it; use cache.DeletionHandlingMetaNamespaceKeyFunc`
			if err != nil {
				utilruntime.HandleError(err)
				return
			}
			c.queue.Add(key)
		},
	})
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if key, err := deleted(obj); err == nil {
				c.queue.Add(key)
			}
		},
	})
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if key, err := tailored(obj); err == nil {
				c.queue.Add(key)
			}
		},
	})
}

func (c *controller) enqueueAdded(obj any) {
	if key, err := keyOf(obj); err == nil {
		c.queue.Add(key)
	}
}
