// Package told has an informer of its own, which tells its handlers what it makes of the
// objects of another one.
package told

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A share is what a namespace has left.
type share struct {
	namespace string
	used      int64
}

func shareOf(q *corev1.ResourceQuota) (*share, error) { return &share{namespace: q.Namespace}, nil }

// shares tells of the shares that quotas leave.
type shares struct{ quotas cache.SharedIndexInformer }

func (s shares) AddEventHandler(h cache.ResourceEventHandler) {
	s.quotas.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if one, err := shareOf(obj.(*corev1.ResourceQuota)); err == nil {
				h.OnAdd(one, false)
			}
		},
		UpdateFunc: func(old, obj any) {
			one, err := shareOf(obj.(*corev1.ResourceQuota))
			if err != nil {
				return
			}
			h.OnUpdate(one, one)
		},
	})
}

// plain tells of the quotas themselves.
type plain struct{ quotas cache.SharedIndexInformer }

func (p plain) AddEventHandler(h cache.ResourceEventHandler) { p.quotas.AddEventHandler(h) }

// guarded passes on what it is told.
type guarded struct{ quotas cache.SharedIndexInformer }

func (g guarded) AddEventHandler(h cache.ResourceEventHandler) {
	g.quotas.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { h.OnAdd(obj, false) },
	})
}

type plugin struct{ left map[string]*share }

// changed is only told of shares, which are made for it.
func (p *plugin) changed(_, obj any) {
	one := obj.(*share)
	if old := p.left[one.namespace]; old != nil {
		one.used = old.used
	}
	p.left[one.namespace] = one
}

func (p *plugin) added(obj any) { p.reserve(obj.(*share)) }

func (p *plugin) reserve(one *share) { one.used++ }

func (p *plugin) quotaAdded(obj any) {
	quota := obj.(*corev1.ResourceQuota)
	quota.Labels["seen"] = "true" // want `mutates a cached object`
}

func (p *plugin) passedOn(obj any) {
	quota := obj.(*corev1.ResourceQuota)
	quota.Labels["seen"] = "true" // want `mutates a cached object`
}

func (p *plugin) run(s *shares, all plain, g guarded) {
	s.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.added, UpdateFunc: p.changed})
	all.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.quotaAdded})
	g.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.passedOn})
}
